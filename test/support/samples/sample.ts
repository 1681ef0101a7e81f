import type { INodeParameters } from 'n8n-workflow';

import type { Sandbox } from '../../../sandbox';

export interface Sample {
	/** What most people would fill in, with IDs of the sandbox. */
	parameters: INodeParameters;
	/** Together with `parameters` they fill in every field of the operation. */
	variants?: INodeParameters[];
}

/** By operation, "resource.operation". Asking for a sample also makes ready what it needs. */
export type Samples = Record<string, (sandbox: Sandbox) => Sample>;
