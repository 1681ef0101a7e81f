import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import type { IConnections, IDataObject, INode, INodeParameters } from 'n8n-workflow';

import { createConversation } from '../../../sandbox/newConversation';
import type { Sandbox } from '../../../sandbox';
import { readWorkflow, withCredential, type SavedCredential, type WorkflowInput } from '../../../tools/n8n/workflow';
import { byId } from '../../support/locator';

const FOLDER = join(__dirname, '..', '..', '..', 'examples');

export const exampleNames = readdirSync(FOLDER).map((file) => file.replace(/\.json$/, ''));

export const readExample = async (name: string) => await readWorkflow(join(FOLDER, `${name}.json`));

/** The shortest poll interval of a trigger. n8n refuses one expression that fires more than once a minute. */
export const EVERY_SECOND = {
	item: Array.from({ length: 60 }, (_, second) => ({ mode: 'custom', cronExpression: `${second} * * * * *` })),
};

export type Link = Pick<INode, 'name' | 'type' | 'parameters'> & Partial<INode>;

export function helpdesk(
	name: string,
	operation: string,
	parameters: INodeParameters = {},
	more: Partial<Link> = {},
): Link {
	const [resource, value] = operation.split('.') as [string, string];
	return {
		name,
		type: 'n8n-nodes-helpdesk.helpdesk',
		parameters: { resource, operation: value, ...parameters },
		...more,
	};
}

/** Returns n8n's HTTP Request node in place of a Helpdesk node, with the same credential or the token in a header. */
export function httpRequest(
	name: string,
	credential: SavedCredential,
	parameters: INodeParameters,
	more: Partial<Link> = {},
): Link {
	const authentication =
		credential.type === 'httpHeaderAuth'
			? { authentication: 'genericCredentialType', genericAuthType: credential.type }
			: { authentication: 'predefinedCredentialType', nodeCredentialType: credential.type };
	const credentials = { [credential.type]: credential } as INode['credentials'];
	return {
		name,
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.2,
		credentials,
		parameters: { ...authentication, ...parameters },
		...more,
	};
}

const placed = (links: Link[]) =>
	links.map((link, index): INode => ({
		typeVersion: 1,
		...link,
		id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
		webhookId: `00000000-0000-4000-9000-${String(index).padStart(12, '0')}`,
		position: [index * 220, 0],
	}));

const to = (node: string, type: 'main' | 'ai_tool' | 'ai_languageModel' = 'main') => ({
	[type]: [[{ node, type, index: 0 }]],
});

/** Returns a workflow that is started by hand with these items and runs its nodes in order. */
export function chain(name: string, items: IDataObject[], links: Link[]) {
	const nodes = placed([{ name: 'By hand', type: 'n8n-nodes-base.manualTrigger', parameters: {} }, ...links]);
	const connections = Object.fromEntries(links.map((link, index) => [nodes[index]!.name, to(link.name)]));
	return {
		name,
		nodes,
		connections,
		settings: { executionOrder: 'v1' },
		pinData: { 'By hand': items.map((json) => ({ json })) },
	};
}

export const TRIGGER = 'When something happens';

/** Returns a workflow that polls every minute and adds a note per item, which the helpdesk's log shows. */
export function noteOnTrigger(parameters: INodeParameters, credential: SavedCredential) {
	const polling = { pollTimes: { item: [{ mode: 'everyMinute' }] }, ...parameters };
	const nodes = placed([
		{ name: TRIGGER, type: 'n8n-nodes-helpdesk.helpdeskTrigger', parameters: polling },
		helpdesk('Note', 'message.addNote', { conversationId: byId('={{ $json.id }}'), message: 'Seen' }),
	]);
	return withCredential(
		{ name: 'Note on trigger', nodes, connections: { [TRIGGER]: to('Note') }, settings: { executionOrder: 'v1' } },
		credential,
	);
}

/** Lets a contact write, at a time in ms or now. Returns the ID of the conversation. */
export function arrives({ store }: Sandbox, at?: number, inboxId = 'inbox_support', subject = 'Hello') {
	const createdAt = at === undefined ? undefined : store.time(at);
	const contactId = store.contactsOf('org_acme')[0]!.id;
	return createConversation(store, { inboxId, contactId, subject, html: '<p>Hello</p>', createdAt }).record.id;
}

export function notesOf(sandbox: Sandbox) {
	const notes = new Map<string, number>();
	for (const { method, path, status } of sandbox.requests()) {
		const [, id] = /^\/conversation\/([^/]+)\/note$/.exec(path) ?? [];
		if (id !== undefined && method === 'POST' && status === 200) notes.set(id, (notes.get(id) ?? 0) + 1);
	}
	return notes;
}

export interface Tool {
	name: string;
	operation: string;
	parameters?: INodeParameters;
	/** Whether a person approves each call, with Ask for Approval. */
	reviewed?: boolean;
	retries?: boolean;
	onError?: INode['onError'];
	/** Replaces the agent's credential. */
	credential?: SavedCredential;
}

interface AgentSetting {
	helpdesk: SavedCredential;
	model: SavedCredential;
	/** Version of n8n's AI Agent node: 2 calls its tools itself, 3 lets n8n run them as nodes. */
	version: number;
	/** The agent's input item. */
	item?: object;
}

/** The review step, with n8n's default message. */
const REVIEW: Link = {
	...helpdesk('Review', 'message.sendAndWait', {
		conversationId: byId('={{ $tool.parameters.Conversation }}'),
		message: '=The agent wants to run this tool: {{ $tool.name }}\n\nInput:\n{{ $tool.parameters }}',
	}),
	type: 'n8n-nodes-helpdesk.helpdeskHitlTool',
};

export function agentWorkflow(
	prompt: string,
	tools: Tool[],
	{ helpdesk: credential, model, version, item = {} }: AgentSetting,
): WorkflowInput {
	const reviewed = tools.some((tool) => tool.reviewed);
	const llm = { model: { __rl: true, mode: 'id', value: 'scripted' }, options: { maxRetries: 0 } };
	const as = (name: string, saved?: SavedCredential) => ({
		typeVersion: 1.2,
		credentials: { [name]: saved } as INode['credentials'],
	});
	const nodes = placed([
		{ name: 'By hand', type: 'n8n-nodes-base.manualTrigger', parameters: {} },
		{
			name: 'Item',
			type: 'n8n-nodes-base.set',
			typeVersion: 3.4,
			parameters: { mode: 'raw', jsonOutput: JSON.stringify(item) },
		},
		{
			name: 'Agent',
			type: '@n8n/n8n-nodes-langchain.agent',
			typeVersion: version,
			parameters: { promptType: 'define', text: prompt, options: {} },
		},
		{ name: 'Model', type: '@n8n/n8n-nodes-langchain.lmChatOpenAi', parameters: llm, ...as('openAiApi', model) },
		...tools.map(toolLink),
		...(reviewed ? [REVIEW] : []),
	]);
	const connections: IConnections = {
		'By hand': to('Item'),
		Item: to('Agent'),
		Model: to('Agent', 'ai_languageModel'),
		...(reviewed && { Review: to('Agent', 'ai_tool') }),
		...Object.fromEntries(tools.map((tool) => [tool.name, to(tool.reviewed ? 'Review' : 'Agent', 'ai_tool')])),
	};
	return withCredential({ name: 'Agent', nodes, connections, settings: { executionOrder: 'v1' } }, credential);
}

function toolLink({ name, operation, parameters, retries, onError }: Tool) {
	const retry = retries && { retryOnFail: true, maxTries: 3, waitBetweenTries: 0 };
	return {
		...helpdesk(name, operation, parameters, { onError, ...retry }),
		type: 'n8n-nodes-helpdesk.helpdeskTool',
	};
}

export function mcpWorkflow(parameters: INodeParameters, tools: Tool[], credential: SavedCredential) {
	const trigger = { name: 'MCP', type: '@n8n/n8n-nodes-langchain.mcpTrigger', typeVersion: 2, parameters };
	const nodes = placed([trigger, ...tools.map(toolLink)]);
	const connections = Object.fromEntries(tools.map(({ name }) => [name, to('MCP', 'ai_tool')]));
	return withCredential({ name: 'MCP', nodes, connections, settings: { executionOrder: 'v1' } }, credential);
}

/** Returns the expression of a field that the model fills, as n8n's editor writes it. */
export const byModel = (key: string) =>
	`={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('${key}', \`\`, 'string') }}`;
