import { WebhookContext } from 'n8n-core';
import { Workflow, type IDataObject, type IRunExecutionData, type INodeTypes, type IWebhookData } from 'n8n-workflow';

import { createDecide } from '../../nodes/Helpdesk/run/approval/decide';
import type { Transport } from '../../transport/transport';
import { additionalData, helpdeskNode, helpdeskType, type TestCredential } from './runNode';

export interface Visit {
	transport: Transport;
	credential: TestCredential;
	executionData: IRunExecutionData;
	/** The link in the note. n8n has already checked its signature. */
	link: string;
	/** Fields of the form; undefined if the link is only opened. */
	form?: IDataObject;
	asReview?: boolean;
}

export interface Visited {
	status: number;
	headers: Record<string, string>;
	html: string;
	/** The output with which the execution continues. */
	output?: IDataObject;
}

/** Opens the link of an approval, or sends its form, in n8n's context. */
export async function visit(visit: Visit) {
	const { transport, credential, executionData, link, form, asReview } = visit;
	const node = { ...helpdeskNode({ resource: 'message', operation: 'sendAndWait' }), id: 'helpdesk' };
	if (asReview) node.type += 'HitlTool';
	const nodeTypes = {
		getByName: () => helpdeskType,
		getByNameAndVersion: () => helpdeskType,
		getKnownTypes: () => ({}),
	} as INodeTypes;
	const workflow = new Workflow({ id: 'w', name: 'Drafts', nodes: [node], connections: {}, active: true, nodeTypes });
	const answer: Visited = { status: 200, headers: {}, html: '' };
	const httpResponse = {
		status: (status: number) => (Object.assign(answer, { status }), httpResponse),
		set: (headers: object) => (Object.assign(answer.headers, headers), httpResponse),
		type: () => httpResponse,
		send: (html: string) => Object.assign(answer, { html }),
	};
	const httpRequest = {
		method: form ? 'POST' : 'GET',
		query: Object.fromEntries(new URL(link).searchParams),
		body: form ?? {},
		headers: {},
		params: {},
	};
	const additional = { ...additionalData({ credential }), httpRequest, httpResponse };
	const webhook = { webhookDescription: { name: 'default' } } as IWebhookData;
	const context = new WebhookContext(
		workflow,
		workflow.getNode(node.name)!,
		additional as never,
		'webhook',
		webhook,
		[],
		executionData,
	);
	const { webhookResponse, workflowData } = await createDecide(transport).call(context);
	if (typeof webhookResponse === 'string') answer.html = webhookResponse;
	return { ...answer, output: workflowData?.[0]?.[0]?.json };
}
