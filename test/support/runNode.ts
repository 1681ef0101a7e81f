import { setMaxListeners } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { BinaryDataService, ExecuteContext, InstanceSettings, RoutingNode } from 'n8n-core';
import {
	createRunExecutionData,
	Workflow,
	type ICredentialDataDecryptedObject,
	type ICredentialsExpressionResolveValues,
	type ICredentialsHelper,
	type IDataObject,
	type IExecuteData,
	type IExecuteFunctions,
	type IHttpRequestOptions,
	type INode,
	type INodeExecutionData,
	type INodeParameters,
	type INodeType,
	type INodeTypes,
	type IRunExecutionData,
	type ITaskData,
	type ITaskDataConnections,
	type IWorkflowExecuteAdditionalData,
	type WorkflowExecuteMode,
} from 'n8n-workflow';
import { Container } from '@n8n/di';

import { HelpdeskApi } from '../../credentials/HelpdeskApi.credentials';
import { Helpdesk } from '../../nodes/Helpdesk/Helpdesk.node';
import { createRunItem } from '../../nodes/Helpdesk/run/runItem';
import type { Transport } from '../../transport/transport';

export interface TestCredential {
	accessToken: string;
	baseUrl: string;
	requestsPerMinute?: number;
	readOnly?: boolean;
}

export interface NodeRun {
	credential: TestCredential;
	parameters: INodeParameters;
	/** Default: one item with a file. */
	items?: INodeExecutionData[];
	/** Default: the node stops on an error. */
	onError?: INode['onError'];
	executionId?: string;
	/** Default: the same ID for every node. */
	nodeId?: string;
	runIndex?: number;
	signal?: AbortSignal;
	timezone?: string;
	retryOnFail?: boolean;
	/** How the workflow was started. Default: by hand. */
	mode?: WorkflowExecuteMode;
	/** The workflow's static data. The run changes this object, as in n8n. */
	staticData?: IDataObject;
	executionData?: IRunExecutionData;
	/** n8n's data of the run. Tool calls share the data of their AI agent. */
	executeData?: IExecuteData;
	/** Whether to run the node as an AI agent's tool, which has its own node type. */
	asTool?: boolean;
	/** Whether to run the node as an AI agent's review step, which has its own node type too. */
	asReview?: boolean;
	/** Base URL of n8n's waiting executions. */
	waitingUrl?: string;
	/** The arguments of a tool call. n8n passes the same object in each try. */
	call?: IDataObject;
	/** Whether n8n skips the node's pagination function. */
	passesOverPagination?: boolean;
	/** Values that n8n's administrator sets for empty credential fields. */
	overwrites?: IDataObject;
	/** What n8n does when asked for a credential with unresolved expressions: it refuses, or resolves them. */
	hidesUnresolved?: 'refuses' | 'resolves';
}

/** Returns a function that runs the node in n8n's engine over real HTTP. Each call is another attempt of the run. */
export function startNode(transport: Transport, run: NodeRun): () => Promise<INodeExecutionData[]> {
	const node: INode = { ...helpdeskNode(run.parameters), onError: run.onError, retryOnFail: run.retryOnFail };
	if (run.nodeId !== undefined) node.id = run.nodeId;
	if (run.asTool) node.type += 'Tool';
	if (run.asReview) node.type += 'HitlTool';
	const ours = nodeTypeOn(transport);
	const changes = {
		...(run.asTool && { name: 'helpdeskTool' }),
		...(run.passesOverPagination && { requestOperations: {} }),
	};
	const nodeType =
		Object.keys(changes).length > 0 ? { ...ours, description: { ...ours.description, ...changes } } : ours;
	const nodeTypes = nodeTypesOf(nodeType);
	const settings = { timezone: run.timezone ?? 'UTC' };
	const { staticData } = run;
	const workflow = new Workflow({
		id: 'w',
		nodes: [node],
		connections: {},
		active: false,
		nodeTypes,
		settings,
		staticData,
	});
	// n8n does the same with an execution's signal.
	if (run.signal) setMaxListeners(Infinity, run.signal);
	const items = run.items ?? [
		{ json: {}, binary: { data: { data: 'SGVsbG8=', mimeType: 'text/plain', fileName: 'hello.txt' } } },
	];
	const called = run.call ? [{ json: run.call }] : items;
	const data: ITaskDataConnections = run.call ? { ai_tool: [called] } : { main: [items] };
	const executeData = run.executeData ?? { data, node: workflow.getNode(node.name)!, source: null };
	const context = new ExecuteContext(
		workflow,
		workflow.getNode(node.name)!,
		additionalData(run),
		run.mode ?? 'manual',
		run.executionData ?? executionDataOf(run, node),
		run.runIndex ?? 0,
		called,
		data,
		executeData,
		[],
		run.signal,
	);
	return async () => (await new RoutingNode(context, nodeType).runNode())?.[0] ?? [];
}

/** Returns the context in which n8n executes a programmatic node on one item. */
export function executeContext(
	type: INodeType,
	parameters: INodeParameters,
	credential: TestCredential,
): IExecuteFunctions {
	const node = helpdeskNode(parameters);
	const nodeTypes = nodeTypesOf(type);
	const workflow = new Workflow({ id: 'w', nodes: [node], connections: {}, active: false, nodeTypes });
	const data = { main: [[{ json: {} }]] };
	const executeData = { data, node, source: null };
	return new ExecuteContext(
		workflow,
		node,
		additionalData({ credential }),
		'manual',
		newExecutionData(),
		0,
		data.main[0]!,
		data,
		executeData,
		[],
	);
}

/** Returns the data of a new execution, without the token to resume it, which only n8n has. */
export function newExecutionData(): IRunExecutionData {
	return { ...createRunExecutionData(), resumeToken: undefined };
}

/** Returns execution data in which n8n finds the arguments of a tool call, for `$fromAI`. */
function executionDataOf({ call, runIndex = 0 }: NodeRun, { name }: INode): IRunExecutionData {
	const data = newExecutionData();
	if (call) {
		const runs = (data.resultData.runData[name] = []) as Array<Partial<ITaskData>>;
		runs[runIndex] = { inputOverride: { ai_tool: [[{ json: call }]] } };
	}
	return data;
}

/** Created once, because it is the same for every transport. */
export const helpdeskType: INodeType = new Helpdesk();

const nodeTypesOfTransports = new WeakMap<Transport, INodeType>();

/** Returns the node type of a transport. Each transport simulates one process. */
function nodeTypeOn(transport: Transport): INodeType {
	const known = nodeTypesOfTransports.get(transport);
	if (known) return known;
	const description = {
		...helpdeskType.description,
		requestOperations: { pagination: createRunItem(transport) },
	};
	const nodeType = Object.assign(Object.create(helpdeskType) as INodeType, { description });
	nodeTypesOfTransports.set(transport, nodeType);
	return nodeType;
}

export function nodeTypesOf(type: INodeType): INodeTypes {
	return { getByName: () => type, getByNameAndVersion: () => type, getKnownTypes: () => ({}) };
}

export function helpdeskNode(parameters: INodeParameters): INode {
	return {
		id: 'helpdesk',
		name: 'Helpdesk',
		type: 'n8n-nodes-helpdesk.helpdesk',
		typeVersion: 1,
		position: [0, 0],
		parameters,
		credentials: { helpdeskApi: { id: '1', name: 'Helpdesk' } },
	};
}

let executions = 0;

/** Returns n8n's additional data for a context, with the helper that reads credentials. */
export function additionalData(
	run: Pick<NodeRun, 'credential' | 'executionId' | 'overwrites' | 'hidesUnresolved' | 'waitingUrl'>,
): IWorkflowExecuteAdditionalData {
	const { credential, executionId } = run;
	const data = { requestsPerMinute: 100_000, ...credential };
	return {
		executionId: executionId ?? `e${(executions += 1)}`,
		webhookWaitingBaseUrl: run.waitingUrl ?? 'https://n8n.example.com/webhook-waiting',
		variables: {},
		credentialsHelper: {
			getDecrypted: async (
				...[, , , mode, executeData, raw, its]: Parameters<ICredentialsHelper['getDecrypted']>
			) => {
				if (its && !(its.workflow instanceof Workflow) && run.hidesUnresolved !== undefined) {
					if (run.hidesUnresolved === 'refuses') throw new Error('not given out');
					return { ...data };
				}
				return raw || !its ? { ...data } : resolved({ ...data, ...run.overwrites }, mode, executeData, its);
			},
			getParentTypes: () => [],
			isCredentialUsableByNode: () => true,
			preAuthentication: async () => undefined,
			authenticate: async (
				credentials: ICredentialDataDecryptedObject,
				_: string,
				options: IHttpRequestOptions,
			) => await new HelpdeskApi().authenticate(credentials, options),
		},
	} as unknown as IWorkflowExecuteAdditionalData;
}

/** Resolves a credential's expressions for an item, as n8n's helper does. */
function resolved(
	data: ICredentialDataDecryptedObject,
	mode: WorkflowExecuteMode,
	executeData: IExecuteData | undefined,
	{ workflow, runExecutionData, runIndex, itemIndex, node, connectionInputData }: ICredentialsExpressionResolveValues,
): ICredentialDataDecryptedObject {
	const values = { ...data } as INodeParameters;
	return workflow.expression.getParameterValue(
		values,
		runExecutionData,
		runIndex,
		itemIndex,
		node.name,
		connectionInputData,
		mode,
		{},
		executeData,
		false,
		values,
	) as ICredentialDataDecryptedObject;
}

/** n8n-core writes settings to a home folder, which must not be the developer's. */
process.env.N8N_USER_FOLDER ??= mkdtempSync(join(tmpdir(), 'helpdesk-test-'));
Container.set(InstanceSettings, { instanceId: 'test', hmacSignatureSecret: 'test' } as unknown as InstanceSettings);
/** Without a manager, this service stores files in memory. */
Container.set(
	BinaryDataService,
	new BinaryDataService(...([] as unknown as ConstructorParameters<typeof BinaryDataService>)),
);
