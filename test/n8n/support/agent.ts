import type { IConnections, INode, INodeParameters } from 'n8n-workflow';

import { withCredential, type SavedCredential, type WorkflowInput } from '../../../tools/n8n/workflow';

/** A tool of the agent: "resource.operation" and its parameters, as a user sets up the node. */
export interface Tool {
	name: string;
	operation: string;
	parameters?: INodeParameters;
	/** Whether a person approves each call. */
	reviewed?: boolean;
	retries?: boolean;
	onError?: INode['onError'];
}

interface Setting {
	helpdesk: SavedCredential;
	model: SavedCredential;
	chat?: SavedCredential;
	/** Of n8n's AI Agent node: 2 calls its tools itself, 3 lets n8n run them as nodes. */
	version: number;
}

/** What the agent is told and its tools, as a workflow that is started by hand. */
export function agentWorkflow(prompt: string, tools: Tool[], { helpdesk, model, chat, version }: Setting): WorkflowInput {
	const nodes = [
		node('By hand', 'n8n-nodes-base.manualTrigger', {}),
		node('Agent', '@n8n/n8n-nodes-langchain.agent', { promptType: 'define', text: prompt, options: {} }, { typeVersion: version }),
		node(
			'Model',
			'@n8n/n8n-nodes-langchain.lmChatOpenAi',
			{ model: { __rl: true, mode: 'id', value: 'scripted' }, options: { maxRetries: 0 } },
			{ typeVersion: 1.2, credentials: { openAiApi: model } as INode['credentials'] },
		),
		...tools.map(({ name, operation, parameters, retries, onError }) => {
			const [resource, value] = operation.split('.') as [string, string];
			return node(
				name,
				'n8n-nodes-helpdesk.helpdeskTool',
				{ resource, operation: value, ...parameters },
				{ onError, ...(retries && { retryOnFail: true, maxTries: 3, waitBetweenTries: 0 }) },
			);
		}),
		...(tools.some(({ reviewed }) => reviewed)
			? [
					node(
						'Review',
						'n8n-nodes-base.telegramHitlTool',
						{
							chatId: '1',
							message: '={{ $tool.name }}: {{ JSON.stringify($tool.parameters) }}',
							approvalOptions: { values: { approvalType: 'double' } },
							options: { appendAttribution: false },
						},
						{ typeVersion: 1.2, credentials: { telegramApi: chat } as INode['credentials'] },
					),
				]
			: []),
	];
	const to = (name: string, type: 'main' | 'ai_tool' | 'ai_languageModel') => ({ [type]: [[{ node: name, type, index: 0 }]] });
	const connections: IConnections = {
		'By hand': to('Agent', 'main'),
		Model: to('Agent', 'ai_languageModel'),
		...(tools.some(({ reviewed }) => reviewed) && { Review: to('Agent', 'ai_tool') }),
		...Object.fromEntries(tools.map(({ name, reviewed }) => [name, to(reviewed ? 'Review' : 'Agent', 'ai_tool')])),
	};
	return withCredential({ name: 'Agent', nodes, connections, settings: { executionOrder: 'v1' } }, helpdesk);
}

/** A field that the model fills, as n8n's editor writes it at a press of the button beside the field. */
export function byModel(key: string): string {
	return `={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('${key}', \`\`, 'string') }}`;
}

let nodes = 0;

function node(name: string, type: string, parameters: INodeParameters, more: Partial<INode> = {}): INode {
	const id = `00000000-0000-4000-9000-${String((nodes += 1)).padStart(12, '0')}`;
	return { typeVersion: 1, ...more, id, webhookId: id, name, type, parameters, position: [nodes * 40, 0] };
}
