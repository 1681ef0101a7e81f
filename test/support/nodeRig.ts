import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';

import type { Changed, SandboxOptions } from '../../sandbox';
import { startNode, type NodeRun } from './runNode';
import { startRig, type Rig } from './transport';

export { byId } from './locator';

/** A sandbox, and the Helpdesk node to run against it. */
export interface NodeRig extends Rig {
	/** Runs an operation, "resource.operation"; rejects as the node would stop. */
	run: (operation: string, parameters?: INodeParameters, run?: Partial<NodeRun>) => Promise<INodeExecutionData[]>;
	/** As `run`, each call being one more try of the same run by n8n's Retry On Fail. */
	tries: (operation: string, parameters?: INodeParameters, run?: Partial<NodeRun>) => () => Promise<INodeExecutionData[]>;
	/** As `run`, for an operation that must fail: gives the error that n8n would show. */
	failure: (operation: string, parameters?: INodeParameters, run?: Partial<NodeRun>) => Promise<ShownError>;
}

/** What a user sees of a failed node. */
export interface ShownError extends Error {
	description?: string;
	httpCode?: string | null;
	context: { itemIndex?: number };
}

/** As `startNodeRig`, for all tests of a file or block: the sandbox is as new before each of them. */
export function useNodeRig(options: Changed<SandboxOptions> = {}): NodeRig {
	const rig = {} as NodeRig;
	beforeAll(async () => void (await startNodeRig(options, rig)));
	beforeEach(() => rig.sandbox.reset());
	afterAll(async () => await rig.sandbox.close());
	return rig;
}

/** @param nodeRig the object that becomes the rig */
export async function startNodeRig(options: Changed<SandboxOptions> = {}, nodeRig = {} as NodeRig): Promise<NodeRig> {
	const rig = await startRig({ limitPerMinute: 0, ...options });
	const start = (name: string, parameters: INodeParameters = {}, changes: Partial<NodeRun> = {}) => {
		const [resource, operation] = name.split('.') as [string, string];
		const credential = { accessToken: rig.sandbox.tokens.personal, baseUrl: rig.sandbox.baseUrl };
		return startNode(nodeRig.transport, { credential, parameters: { resource, operation, ...parameters }, ...changes });
	};
	const run: NodeRig['run'] = async (...call) => await start(...call)();
	const tries: NodeRig['tries'] = (name, parameters, changes) => start(name, parameters, { retryOnFail: true, ...changes });
	const failure: NodeRig['failure'] = async (...call) => {
		const output = await run(...call).catch((error: ShownError) => error);
		if (output instanceof Error) return output;
		throw new Error(`${call[0]} was expected to fail and gave ${output.length} items`);
	};
	return Object.assign(nodeRig, { ...rig, run, tries, failure });
}
