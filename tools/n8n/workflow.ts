import { readFile } from 'node:fs/promises';

import type { ICredentialDataDecryptedObject, IConnections, INode, INodeParameters, IPinData } from 'n8n-workflow';

const SCHEDULE = 'n8n-nodes-base.scheduleTrigger';

export interface WorkflowInput {
	name: string;
	nodes: INode[];
	connections: IConnections;
	settings?: Record<string, unknown>;
	/** Items that a node outputs instead of running, in runs by hand. */
	pinData?: IPinData;
}

export interface SavedWorkflow extends WorkflowInput {
	id: string;
	versionId: string;
	/** Whether it is published. */
	active?: boolean;
}

export interface CredentialInput {
	name: string;
	/** For example `helpdeskApi`. */
	type: string;
	data: ICredentialDataDecryptedObject;
}

/**
 * Returns a credential for n8n's HTTP Request node. With the pack's own credential, the node would keep the pack's
 * limit.
 */
export function headerCredential(accessToken: string): CredentialInput {
	return {
		name: 'Token in a header',
		type: 'httpHeaderAuth',
		data: { name: 'Authorization', value: `Bearer ${accessToken}` },
	};
}

export type SavedCredential = Pick<CredentialInput, 'name' | 'type'> & { id: string };

export async function readWorkflow(file: string): Promise<WorkflowInput> {
	return JSON.parse(await readFile(file, 'utf8')) as WorkflowInput;
}

type Change = (node: INode) => Partial<INode> | false;

function withNodes(workflow: WorkflowInput, change: Change): WorkflowInput {
	return { ...workflow, nodes: workflow.nodes.map((node) => ({ ...node, ...change(node) })) };
}

/** Chooses a credential in every node of the package, as a user does after an import. */
export const withCredential = (workflow: WorkflowInput, { id, name, type }: SavedCredential): WorkflowInput =>
	withNodes(
		workflow,
		(node) => node.type.startsWith('n8n-nodes-helpdesk.') && { credentials: { [type]: { id, name } } },
	);

export const withParameters = (workflow: WorkflowInput, name: string, parameters: INodeParameters): WorkflowInput =>
	withNodes(workflow, (node) => node.name === name && { parameters: { ...node.parameters, ...parameters } });

/** Switches on Return All in every node, as a user does after a try with few records. */
export const withAll = (workflow: WorkflowInput): WorkflowInput =>
	withNodes(
		workflow,
		({ parameters }) => parameters.returnAll === false && { parameters: { ...parameters, returnAll: true } },
	);

/** Changes the schedule, by a rule of n8n's Schedule Trigger such as `{ field: 'minutes', minutesInterval: 1 }`. */
export const withSchedule = (workflow: WorkflowInput, interval: INodeParameters): WorkflowInput =>
	withNodes(workflow, ({ type }) => type === SCHEDULE && { parameters: { rule: { interval: [interval] } } });

/** Replaces the schedule by a webhook of this path. */
export const withWebhook = (workflow: WorkflowInput, path: string): WorkflowInput => {
	const parameters = { httpMethod: 'POST', path, responseMode: 'onReceived', options: {} };
	return withNodes(
		workflow,
		({ type }) =>
			type === SCHEDULE && { type: 'n8n-nodes-base.webhook', typeVersion: 2, webhookId: path, parameters },
	);
};

/** Returns a credential of this package with its default limit. */
export function helpdeskCredential(baseUrl: string, accessToken: string): CredentialInput {
	return { name: 'Simulated helpdesk', type: 'helpdeskApi', data: { baseUrl, accessToken, requestsPerMinute: 300 } };
}
