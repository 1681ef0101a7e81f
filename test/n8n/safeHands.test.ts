import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { startSandbox, type Sandbox } from '../../sandbox';
import { receiveMessage } from '../../sandbox/incoming';
import type { StoredConversation } from '../../sandbox/records';
import { itemsOf, type Execution } from '../../tools/n8n/execution';
import { helpdeskCredential, withCredential, type SavedCredential } from '../../tools/n8n/workflow';
import { byId } from '../support/locator';
import { threads } from '../support/sandboxRecords';
import { agentWorkflow } from './support/agent';
import { chain, helpdesk, httpRequest, type Link } from './support/chain';
import { quickCredential } from './support/examples';
import { startModel } from './support/model';
import { connect, type SharedN8n } from './support/n8n';

jest.setTimeout(120_000);

const MINUTE = 60_000;

let n8n: SharedN8n;
let sandbox: Sandbox;
let credential: SavedCredential;
let readOnly: SavedCredential;
let conversation: StoredConversation;
let here: { conversationId: INodeParameters[string] };

beforeAll(async () => {
	n8n = await connect();
	sandbox = await startSandbox({ conversations: 300, limitPerMinute: 0 });
	credential = await quickCredential(n8n.client, sandbox);
	const { data, type } = helpdeskCredential(sandbox.baseUrl, sandbox.tokens.personal);
	readOnly = await n8n.client.createCredential({ name: 'Only to look', type, data: { ...data, requestsPerMinute: 10_000, readOnly: true } });
});
beforeEach(() => {
	sandbox.reset();
	conversation = threads(sandbox, 1)[0]!;
	here = { conversationId: byId(conversation.record.id) };
});
afterAll(async () => await sandbox.close());

const requests = () => sandbox.requests().map(({ method, path, body }) => ({ method, path, body }));
const writes = () => requests().filter(({ method }) => method !== 'GET');
const pathTo = (end: string) => `/conversation/${conversation.record.id}${end}`;
const jsonOf = (execution: Execution, node: string) => itemsOf(execution, node).map(({ json }) => json);
async function run(links: Link[], items: IDataObject[] = [{}], chosen = credential): Promise<Execution> {
	const workflow = await n8n.client.createWorkflow(withCredential(chain('Safe hands', items, links), chosen));
	const execution = await n8n.client.run(workflow, 'By hand', 100_000);
	await n8n.client.deleteWorkflow(workflow);
	return execution;
}
/** What API Request sends to tag the conversation. */
const tagging = (options: INodeParameters) => ({
	method: 'POST',
	path: pathTo('/tags'),
	jsonBody: '{"tag": "tag_refund"}',
	pageMode: 'none',
	options,
});

it('a workflow with a credential that is Read Only reads and writes nothing; with the first one again it writes', async () => {
	const goOn = { onError: 'continueRegularOutput' } as const;
	const links = (chosen: SavedCredential) => [
		helpdesk('Get', 'conversation.get', here),
		helpdesk('Note', 'message.addNote', { ...here, message: 'Hello' }, goOn),
		helpdesk('Priority', 'conversation.setPriority', { ...here, priority: 'High' }, goOn),
		helpdesk('Tag', 'apiRequest.send', tagging({}), goOn),
		httpRequest('By HTTP', chosen, { method: 'POST', url: `${sandbox.baseUrl}${pathTo('/note')}` }, goOn),
	];
	const rehearse = async () => {
		const execution = await run(links(readOnly), [{}], readOnly);
		expect(execution.status).toBe('success');
		expect(jsonOf(execution, 'Get')).toMatchObject([{ id: conversation.record.id }]);
		for (const name of ['Note', 'Priority', 'Tag', 'By HTTP']) {
			const [{ error }] = jsonOf(execution, name) as [IDataObject];
			// n8n does not tell a credential its name for a node of its own.
			const words = name === 'By HTTP' ? /credential is for reading only/ : /credential .*Only to look.* is for reading only/;
			expect([name, JSON.stringify(error)]).toEqual([name, expect.stringMatching(words)]);
		}
	};
	await rehearse();
	expect(writes()).toEqual([]);
	expect(requests()).toHaveLength(1);
	await run(links(credential).slice(0, 4));
	const written = writes().map(({ path }) => path);
	expect(written).toEqual(['/note', '/update/priority', '/tags'].map(pathTo));
	await rehearse();
	expect(writes()).toHaveLength(written.length);
});

it('Dry Run by one expression: what nodes would send is what they do send once it gives false', async () => {
	const options = { dryRun: '={{ $("By hand").first().json.rehearse }}' };
	const links = [
		helpdesk('Note', 'message.addNote', { ...here, message: 'Hello', options }),
		helpdesk('Priority', 'conversation.setPriority', { ...here, priority: 'High', options }),
		helpdesk('Tag', 'apiRequest.send', tagging(options)),
	];
	const execution = await run(links, [{ rehearse: true }]);
	expect(writes()).toEqual([]);
	const told = ['Note', 'Priority', 'Tag'].flatMap((name) => jsonOf(execution, name));
	expect(told.map(({ dryRun }) => dryRun)).toEqual([true, true, true]);
	expect((await run(links, [{ rehearse: false }])).status).toBe('success');
	expect(writes()).toHaveLength(3);
	expect(told.map(({ wouldSend }) => wouldSend)).toEqual(writes());
});

it('the receipts of several kinds of writes say what the log of the helpdesk says', async () => {
	const options = { receipt: true };
	const goOn = { onError: 'continueRegularOutput' } as const;
	sandbox.fault({ kind: 'drop', when: 'after', method: 'POST', path: pathTo('/reply') });
	sandbox.fault({ kind: 'status', status: 422, method: 'PUT', path: pathTo('/snooze') });
	sandbox.fault({ kind: 'status', status: 429, retryAfter: 1, method: 'POST', path: pathTo('/note') });
	const snooze = { ...here, snoozedUntil: '2030-01-01T09:00:00Z', type: 'if_no_reply', options };
	const expected: Array<[string, Link, string, number, string[]]> = [
		['message.addNote', helpdesk('Note', 'message.addNote', { ...here, message: 'Hello', options }), 'sent', 2, ['message']],
		[
			'conversation.update',
			helpdesk('Update', 'conversation.update', { ...here, updateFields: { subject: 'New' }, options }),
			'sent',
			1,
			['subject'],
		],
		['apiRequest.send', helpdesk('Tag', 'apiRequest.send', tagging(options)), 'sent', 1, ['tag']],
		['message.reply', helpdesk('Reply', 'message.reply', { ...here, message: 'Hi', options }, goOn), 'unknown', 1, ['message']],
		['conversation.snooze', helpdesk('Snooze', 'conversation.snooze', snooze, goOn), 'failed', 1, ['snoozed_until', 'type']],
		[
			'conversation.setPriority',
			helpdesk('Rehearsed', 'conversation.setPriority', { ...here, priority: 'High', options: { ...options, dryRun: true } }),
			'skipped',
			0,
			[],
		],
	];
	const execution = await run(expected.map(([, link]) => link));
	const receipts = expected.map(([, { name }]) => {
		const { receipt, details } = jsonOf(execution, name)[0]!;
		return (receipt ?? (details as IDataObject).receipt) as IDataObject;
	});
	expect(receipts).toEqual(
		expected.map(([operation, , outcome, attempts, changed]) =>
			expect.objectContaining({
				operation,
				outcome,
				attempts,
				...(changed.length > 0 && { changed }),
				executionId: execution.id,
				record: expect.objectContaining({ id: conversation.record.id }),
			}),
		),
	);
	expect(writes().map(({ path }) => path)).toEqual(['/note', '/note', '', '/tags', '/reply', '/snooze'].map(pathTo));
});

it('Update with Only If Unchanged Since is sent where nothing came in, and held back where the customer has written', async () => {
	const guarded = (since: string, subject: string) =>
		helpdesk(`Update ${subject}`, 'conversation.update', {
			...here,
			updateFields: { subject },
			options: { onlyIfUnchangedSince: since },
		});
	const last = '={{ $("Context").first().json.last_message_id }}';
	await run([helpdesk('Context', 'conversation.getContext', here), guarded(last, 'First')]);
	expect(writes()).toEqual([{ method: 'PATCH', path: pathTo(''), body: { subject: 'First' } }]);
	const { id: known } = conversation.record.last_message;
	receiveMessage(sandbox.store, conversation, 'Wait!');
	const before = requests().length;
	const execution = await run([guarded(known, 'Second'), guarded(new Date(Date.now() - 60 * MINUTE).toISOString(), 'Third')]);
	expect(jsonOf(execution, 'Update Second')).toMatchObject([{ skipped: true, new_messages: [{ from: 'customer' }] }]);
	expect(jsonOf(execution, 'Update Third')).toMatchObject([{ skipped: true, reason: expect.stringContaining('was changed') }]);
	expect(
		requests()
			.slice(before)
			.map(({ method }) => method),
	).toEqual(['GET', 'GET']);
});

it('the output of a tool has three modes: the model reads all fields, those of Simplified, or those that were chosen', async () => {
	const model = await startModel();
	try {
		const chosen = await n8n.client.createCredential({ name: 'Scripted', type: 'openAiApi', data: { apiKey: 'none', url: model.url } });
		const modes = { Raw: { output: 'raw' }, Simplified: {}, Selected: { output: 'selected', outputFields: ['subject', 'status'] } };
		const tools = Object.entries(modes).map(([name, options]) => ({
			name,
			operation: 'conversation.get',
			parameters: { ...here, options: options as INodeParameters },
		}));
		model.play(
			tools.map(({ name }) => ({ tool: name, with: {} })),
			'Done.',
		);
		const workflow = await n8n.client.createWorkflow(agentWorkflow('Read.', tools, { helpdesk: credential, model: chosen, version: 2 }));
		expect((await n8n.client.run(workflow, 'By hand', 100_000)).status).toBe('success');
		const told = model.asked.at(-1)!.messages.filter(({ role }) => role === 'tool');
		const [raw, simplified, selected] = told.map(({ content }) => {
			const parsed = JSON.parse(content as string) as IDataObject[];
			return Object.keys((Array.isArray(parsed) ? parsed[0]! : parsed) as object);
		});
		expect(selected!.sort()).toEqual(['id', 'status', 'subject']);
		expect(simplified).toHaveLength(10);
		expect(raw!.length).toBeGreaterThan(20);
	} finally {
		await model.close();
	}
});

it('Computed Fields tell of each way to read conversations since when the customer waits, without a request more', async () => {
	conversation.events = [];
	receiveMessage(sandbox.store, conversation, 'Hello?');
	const since = new Date(Date.now() - 95.5 * MINUTE).toISOString();
	conversation.record.last_message_created_at = conversation.events.at(-1)!.message.created_at = since;
	Object.assign(conversation.record, { status: 'Active', is_snoozed: false, is_spam: false });
	const options = { computedFields: true };
	const execution = await run([
		helpdesk('Get', 'conversation.get', { ...here, options }),
		helpdesk('Context', 'conversation.getContext', { ...here, options }),
		helpdesk('Many', 'conversation.getMany', { inboxId: byId(conversation.record.inbox_id), returnAll: true, options }),
	]);
	for (const name of ['Get', 'Context', 'Many']) {
		const json = jsonOf(execution, name).find(({ id }) => id === conversation.record.id)!;
		expect([name, Date.parse(json.waiting_since as string)]).toEqual([name, Date.parse(since)]);
		expect([95, 96]).toContain(json.waiting_minutes);
		expect(json.waiting_business_minutes).toBeDefined();
	}
	const asked = requests().map(({ path }) => path);
	expect(asked.slice(0, 3)).toEqual(['', '', '/messages'].map(pathTo));
	expect(new Set(asked.slice(3)).size).toBe(1);
});

it('200 guarded notes in one run: each is read for once and written at most five seconds later', async () => {
	const all = [...sandbox.store.conversations.values()].filter(({ record }) => record.deleted_at === null).slice(0, 200);
	const items = all.map(({ record }) => ({ id: record.id, last: record.last_message.id }));
	const options = { onlyIfUnchangedSince: '={{ $json.last }}' };
	const note = helpdesk('Note', 'message.addNote', { conversationId: byId('={{ $json.id }}'), message: 'Hello', options });
	const gapsOf = async (given: IDataObject[]) => {
		sandbox.reset();
		expect((await run([note], given)).status).toBe('success');
		const readAt = new Map<string, number>();
		return sandbox.requests().flatMap(({ method, path, arrivedMonotonic, answeredMonotonic }) => {
			const id = path.split('/')[2]!;
			if (method !== 'GET') return [arrivedMonotonic - readAt.get(id)!];
			readAt.set(id, answeredMonotonic!);
			return [];
		});
	};
	const [alone, many] = [await gapsOf(items.slice(0, 1)), (await gapsOf(items)).sort((a, b) => a - b)];
	const ms = (gap: number) => `${Math.round(gap)} ms`;
	console.info(`from read to write: one note ${ms(alone[0]!)}; 200 notes ${ms(many[100]!)} in the middle, ${ms(many.at(-1)!)} at the longest`);
	expect([alone.length, many.length, sandbox.requests().length]).toEqual([1, 200, 400]);
	expect(many.at(-1)).toBeLessThanOrEqual(5_000);
});
