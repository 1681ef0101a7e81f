import type { INodeExecutionData, INodeListSearchResult, INodeParameters, INodePropertyOptions } from 'n8n-workflow';

import type { PickerName, ShortListName } from '../../nodes/shared/pickers';
import type { Changed, SandboxOptions } from '../../sandbox';
import type { Transport } from '../../transport/transport';
import { openChoices, openList, type Opened } from './loadOptions';
import { startNode, type NodeRun, type TestCredential } from './runNode';
import { samples } from './samples';
import { startRig, type Rig } from './transport';

export { byId } from './locator';

/** The Helpdesk node and its editor lists, connected to one helpdesk. */
export interface NodeOn {
	/** Runs an operation, "resource.operation". Rejects with the error that stops the node. */
	run: (operation: string, parameters?: INodeParameters, run?: Partial<NodeRun>) => Promise<INodeExecutionData[]>;
	/** Returns a function like `run`. Each call after the first is a retry by Retry On Fail. */
	tries: (
		operation: string,
		parameters?: INodeParameters,
		run?: Partial<NodeRun>,
	) => () => Promise<INodeExecutionData[]>;
	/** Like `run`, for an operation that must fail. Returns the error that n8n would show. */
	failure: (operation: string, parameters?: INodeParameters, run?: Partial<NodeRun>) => Promise<ShownError>;
	list: (picker: PickerName, opened?: Partial<Opened>) => Promise<INodeListSearchResult>;
	choices: (picker: ShortListName | 'outputFields', opened?: Partial<Opened>) => Promise<INodePropertyOptions[]>;
}

export interface NodeRig extends Rig, NodeOn {
	/** Returns a credential with the sandbox's personal token and the given changes. */
	credential: (changes?: object) => TestCredential;
	/** Returns parameters with which an operation succeeds, and prepares the sandbox for them. */
	typical: (operation: string) => INodeParameters;
	/** Like `typical`, with optional fields too. */
	full: (operation: string) => INodeParameters;
}

export interface ShownError extends Error {
	description?: string;
	httpCode?: string | null;
	context: { itemIndex?: number };
}

/** Starts a rig for all tests of a file or block. The sandbox is reset before each test. */
export function useNodeRig(options: Changed<SandboxOptions> = {}) {
	const rig = {} as NodeRig;
	beforeAll(async () => void (await startNodeRig(options, rig)));
	beforeEach(() => rig.sandbox.reset());
	afterAll(async () => await rig.sandbox.close());
	return rig;
}

export async function startNodeRig(options: Changed<SandboxOptions> = {}, nodeRig = {} as NodeRig) {
	const rig = await startRig({ limitPerMinute: 0, conversations: 60, ...options });
	const credential: NodeRig['credential'] = (changes) => ({
		accessToken: rig.sandbox.tokens.personal,
		baseUrl: rig.sandbox.baseUrl,
		...changes,
	});
	const sample = (operation: string) => samples[operation]!(rig.sandbox);
	const typical: NodeRig['typical'] = (operation) => sample(operation).parameters;
	const full: NodeRig['full'] = (operation) => sample(operation).variants![0]!;
	return Object.assign(nodeRig, rig, { credential, typical, full }, nodeOn(nodeRig, credential));
}

/** @param rig its transport is read at each call: a test replaces it to simulate a restart of n8n */
export function nodeOn(rig: { transport: Transport }, credential: () => TestCredential): NodeOn {
	const start = (name: string, parameters: INodeParameters = {}, changes: Partial<NodeRun> = {}) => {
		const [resource, operation] = name.split('.') as [string, string];
		return startNode(rig.transport, {
			credential: credential(),
			parameters: { resource, operation, ...parameters },
			...changes,
		});
	};
	const run: NodeOn['run'] = async (...call) => await start(...call)();
	return {
		run,
		tries: (name, parameters, changes) => start(name, parameters, { retryOnFail: true, ...changes }),
		failure: async (...call) => {
			const output = await run(...call).catch((error: ShownError) => error);
			if (output instanceof Error) return output;
			throw new Error(`${call[0]} was expected to fail and gave ${output.length} items`);
		},
		list: async (picker, opened) => await openList(rig.transport, picker, { credential: credential(), ...opened }),
		choices: async (picker, opened) =>
			await openChoices(rig.transport, picker, { credential: credential(), ...opened }),
	};
}
