import type { INodeParameters } from 'n8n-workflow';

import type { Sandbox } from '../../../sandbox';

export interface Sample {
	/** Usual parameters, with IDs of the sandbox. */
	parameters: INodeParameters;
	/** Further parameters. Together with `parameters`, they fill in every field of the operation. */
	variants?: INodeParameters[];
}

/** Samples by operation, "resource.operation". Each call prepares the sandbox for its sample. */
export type Samples = Record<string, (sandbox: Sandbox) => Sample>;
