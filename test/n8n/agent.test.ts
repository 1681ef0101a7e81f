import axios from 'axios';

import type { SavedCredential } from '../../tools/n8n/workflow';
import { startSandbox, type Sandbox } from '../../sandbox';
import { byId } from '../support/locator';
import { agentWorkflow, byModel, type Tool } from './support/agent';
import { eventually, quickCredential } from './support/examples';
import { startModel, startReviewChat, type ReviewChat, type ScriptedModel, type Turn } from './support/model';
import { connect, type SharedN8n } from './support/n8n';
import { agentOutlivesItsTool, hasHumanReview } from './support/olderN8n';

jest.setTimeout(90_000);

const NOTE: Tool = {
	name: 'Leave_a_note',
	operation: 'message.addNote',
	parameters: { conversationId: byId(byModel('Conversation')), message: byModel('Message') },
};
const REPLY: Tool = {
	name: 'Reply',
	operation: 'message.reply',
	parameters: { conversationId: byId(byModel('Conversation')), message: byModel('Message') },
};
const GET: Tool = { name: 'Read', operation: 'conversation.get', parameters: { conversationId: byId(byModel('Conversation')) } };

let n8n: SharedN8n;
let sandbox: Sandbox;
let model: ScriptedModel;
let chat: ReviewChat;
let credentials: { helpdesk: SavedCredential; model: SavedCredential; chat: SavedCredential };
let ids: string[];

beforeAll(async () => {
	n8n = await connect();
	[sandbox, model, chat] = [await startSandbox({ conversations: 20, limitPerMinute: 0 }), await startModel(), await startReviewChat()];
	ids = [...sandbox.store.conversations.keys()];
	credentials = {
		helpdesk: await quickCredential(n8n.client, sandbox),
		model: await n8n.client.createCredential({ name: 'Scripted model', type: 'openAiApi', data: { apiKey: 'none', url: model.url } }),
		chat: await n8n.client.createCredential({ name: 'Chat', type: 'telegramApi', data: { accessToken: 'bot', baseUrl: chat.url } }),
	};
});
afterAll(async () => await Promise.all([sandbox.close(), model.close(), chat.close()]));

const posted = (end: string) => sandbox.requests().filter(({ method, path }) => method === 'POST' && path.endsWith(end));
const start = async (version: number, tools: Tool[], ...turns: Turn[]) => {
	sandbox.reset();
	model.play(...turns);
	chat.messages.length = 0;
	const workflow = await n8n.client.createWorkflow(agentWorkflow('Do what is needed.', tools, { ...credentials, version }));
	return await n8n.client.start(workflow, 'By hand');
};
const run = async (...given: Parameters<typeof start>) => await n8n.client.finished(await start(...given), 80_000);
/** What the model was told of its calls, in its last request. */
const results = () =>
	model.asked
		.at(-1)!
		.messages.filter(({ role }) => role === 'tool')
		.map(({ content }) => (typeof content === 'string' ? content : JSON.stringify(content)));

describe.each([
	['an agent that calls its tools itself', 2],
	['an agent whose tools n8n runs as nodes', 3],
])('%s, in a real n8n and with a model by script', (_, version) => {
	it('is told what each tool does to the world and what its fields mean, and writes what the model says', async () => {
		const note = { Conversation: ids[0]!, Message: 'The agent was here.' };
		const execution = await run(version, [NOTE, REPLY], [{ tool: 'Leave_a_note', with: note }], 'I left a note.');
		expect(execution.status).toBe('success');
		const told = new Map(model.asked[0]!.tools!.map((tool) => [tool.function.name, tool.function]));
		expect(told.get('Leave_a_note')!.description).toMatch(
			/only teammates see.*no way to take it back.*Returns.*Conversation: .*by ID\. Message: What the team reads/,
		);
		expect(told.get('Reply')!.description).toMatch(/goes to the customer at once and cannot be taken back/);
		expect(Object.keys(told.get('Reply')!.parameters.properties)).toEqual(['Conversation', 'Message']);
		expect(posted('/note').map(({ path }) => path)).toEqual([`/conversation/${ids[0]}/note`]);
		expect(results()[0]).toContain(ids[0]);
	});

	it('reads and writes in one turn: each call gets its own answer', async () => {
		const calls = ids
			.slice(0, 4)
			.map((id, index) =>
				index % 2 ? { tool: 'Read', with: { Conversation: id } } : { tool: 'Leave_a_note', with: { Conversation: id, Message: `To ${id}` } },
			);
		await run(version, [NOTE, GET], calls, 'Done.');
		expect(
			posted('/note')
				.map(({ path }) => path)
				.sort(),
		).toEqual([`/conversation/${ids[0]}/note`, `/conversation/${ids[2]}/note`].sort());
		expect(results()).toHaveLength(4);
		results().forEach((text, index) => expect(text).toContain(ids[index]));
	});

	it('gets the error of a tool as text that says what failed and what to do, and can go on', async () => {
		const wrong = [{ tool: 'Leave_a_note', with: { Conversation: 'conv_nowhere', Message: 'Hello' } }];
		const right = [{ tool: 'Leave_a_note', with: { Conversation: ids[0]!, Message: 'Hello' } }];
		const execution = await run(version, [{ ...NOTE, onError: 'continueRegularOutput' }], wrong, right, 'Done.');
		expect(execution.status).toBe('success');
		expect(results()[0]).toMatch(/not found.*conv_nowhere/);
		expect(posted(`${ids[0]}/note`)).toHaveLength(1);
	});

	it('with Retry On Fail writes nothing twice: where the answer was lost, the error says that it may have happened', async () => {
		const call = [{ tool: 'Leave_a_note', with: { Conversation: ids[1]!, Message: 'Once' } }];
		const started = start(version, [{ ...NOTE, retries: true }], call, 'Done.');
		sandbox.fault({ kind: 'drop', when: 'after', path: `/conversation/${ids[1]}/note` });
		const { data } = await n8n.client.finished(await started, 80_000);
		expect(posted('/note')).toHaveLength(1);
		const errors = data.resultData.runData.Leave_a_note!.map(({ error, data }) => error?.message ?? JSON.stringify(data));
		expect(errors.join()).toMatch(/may have been applied; not sent again.*[Ll]ook in the helpdesk/);
		expect(errors.join()).not.toMatch(/retry the request/);
		if (version === 3 && !agentOutlivesItsTool) return expect(results()).toEqual([]);
		// An agent of version 2 hands its model an empty text for whatever a tool throws.
		expect(results()[0]).toMatch(version === 2 ? /^$/ : /may have been applied; not sent again.*[Ll]ook in the helpdesk/);
	});
});

describe('n8n’s human review of tool calls', () => {
	const call = () => [
		{ tool: 'Reply', with: { toolParameters: { Conversation: ids[2]!, Message: 'Your refund is on its way.' }, hitlParameters: {} } },
	];
	const asked = async () => {
		const id = await start(3, [{ ...REPLY, reviewed: true }], call(), 'Done.');
		await eventually(() => chat.messages.length === 1, 60_000);
		await eventually(async () => await n8n.client.isWaiting(id), 60_000);
		return { id, message: chat.messages[0]! };
	};
	const press = async (url: string) => await axios.get(url, { headers: { 'User-Agent': 'Mozilla/5.0 Firefox/140.0' }, validateStatus: () => true });

	if (!hasHumanReview) {
		it('is not known to this n8n, which says so and runs nothing', async () => {
			await expect(asked()).rejects.toThrow(/Unrecognized node type: .*Hitl/);
			expect(posted('/reply')).toEqual([]);
		});
		return;
	}

	it('shows the reply to a person first, and sends it once when it is approved, however often the button is pressed', async () => {
		const { id, message } = await asked();
		expect(message.text).toMatch(/Reply.*Your refund is on its way/);
		expect(posted('/reply')).toEqual([]);
		const approve = Object.entries(message.buttons).find(([label]) => /approve/i.test(label))![1];
		await press(approve);
		await n8n.client.finished(id, 80_000);
		await press(approve);
		expect(posted('/reply').map(({ path }) => path)).toEqual([`/conversation/${ids[2]}/reply`]);
	});

	it('sends nothing when it is declined, and the model is told', async () => {
		const { id, message } = await asked();
		await press(Object.entries(message.buttons).find(([label]) => !/approve/i.test(label))![1]);
		await n8n.client.finished(id, 80_000);
		expect(posted('/reply')).toEqual([]);
		expect(results().join()).toMatch(/rejected the tool call/);
	});
});
