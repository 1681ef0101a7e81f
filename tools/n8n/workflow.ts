import { readFile } from 'node:fs/promises';

import type { ICredentialDataDecryptedObject, IConnections, INode, INodeParameters, IPinData } from 'n8n-workflow';

/** A workflow as a file holds it. */
export interface WorkflowInput {
	name: string;
	nodes: INode[];
	connections: IConnections;
	settings?: Record<string, unknown>;
	/** Items that a node outputs in runs by hand, instead of running. */
	pinData?: IPinData;
}

export interface SavedWorkflow extends WorkflowInput {
	id: string;
	versionId: string;
}

export interface CredentialInput {
	name: string;
	/** For example `helpdeskApi`. */
	type: string;
	data: ICredentialDataDecryptedObject;
}

/** The same token for n8n's HTTP Request node by itself: with the pack's credential, it would keep to the pack's limit. */
export function headerCredential(accessToken: string): CredentialInput {
	return { name: 'Token in a header', type: 'httpHeaderAuth', data: { name: 'Authorization', value: `Bearer ${accessToken}` } };
}

export type SavedCredential = Pick<CredentialInput, 'name' | 'type'> & { id: string };

/** Reads a workflow file, such as one of `examples/`. */
export async function readWorkflow(file: string): Promise<WorkflowInput> {
	return JSON.parse(await readFile(file, 'utf8')) as WorkflowInput;
}

/** The workflow with this credential chosen in every node of the package, as a user does after importing it. */
export function withCredential(workflow: WorkflowInput, { id, name, type }: SavedCredential): WorkflowInput {
	const nodes = workflow.nodes.map((node) =>
		node.type.startsWith('n8n-nodes-helpdesk.') ? { ...node, credentials: { [type]: { id, name } } } : node,
	);
	return { ...workflow, nodes };
}

/** The workflow with Return All in every node that has it, as a user changes an example after trying it on a few. */
export function withAll(workflow: WorkflowInput): WorkflowInput {
	const nodes = workflow.nodes.map((node) =>
		node.parameters.returnAll === false ? { ...node, parameters: { ...node.parameters, returnAll: true } } : node,
	);
	return { ...workflow, nodes };
}

/**
 * The workflow on another schedule.
 *
 * @param interval a rule of n8n's Schedule Trigger, for example `{ field: 'minutes', minutesInterval: 1 }`
 */
export function withSchedule(workflow: WorkflowInput, interval: INodeParameters): WorkflowInput {
	const nodes = workflow.nodes.map((node) =>
		node.type === 'n8n-nodes-base.scheduleTrigger' ? { ...node, parameters: { rule: { interval: [interval] } } } : node,
	);
	return { ...workflow, nodes };
}

/** The workflow started by a call to the webhook of this path where it was by its schedule. */
export function withWebhook(workflow: WorkflowInput, path: string): WorkflowInput {
	const parameters = { httpMethod: 'POST', path, responseMode: 'onReceived', options: {} };
	const nodes = workflow.nodes.map((node) =>
		node.type === 'n8n-nodes-base.scheduleTrigger'
			? { ...node, type: 'n8n-nodes-base.webhook', typeVersion: 2, webhookId: path, parameters }
			: node,
	);
	return { ...workflow, nodes };
}

/**
 * The credential of this package with its default limit.
 *
 * @param baseUrl the API's, with `/v1`
 */
export function helpdeskCredential(baseUrl: string, accessToken: string): CredentialInput {
	return { name: 'Simulated helpdesk', type: 'helpdeskApi', data: { baseUrl, accessToken, requestsPerMinute: 300 } };
}
