import { join } from 'node:path';

import { itemsOf, type Execution } from '../../tools/n8n/execution';
import { helpdeskCredential, readWorkflow, withAll, withCredential, type SavedWorkflow } from '../../tools/n8n/workflow';
import { startSandbox, type Sandbox } from '../../sandbox';
import type { StoredConversation } from '../../sandbox/records';
import { connect, type SharedN8n } from './support/n8n';

jest.setTimeout(60_000);

const FILE = join(__dirname, '..', '..', 'examples', 'triage.json');
const NOTE = 'Triage: the subject says it is urgent. Please look at it first.';

/** A conversation as far as triage may change it. */
const stateOf = ({ record, tagIds, events }: StoredConversation) => ({
	priority: record.priority,
	tagIds: [...tagIds],
	notes: events.filter(({ message }) => message.text_body.includes(NOTE)).length,
	events: events.length,
	status: record.status,
});

describe('the triage example in a real n8n', () => {
	let n8n: SharedN8n;
	let sandbox: Sandbox;
	let workflow: SavedWorkflow;
	let before: Map<string, ReturnType<typeof stateOf>>;
	let active: StoredConversation[];
	let urgent: StoredConversation[];
	let execution: Execution;

	beforeAll(async () => {
		n8n = await connect();
		sandbox = await startSandbox({ conversations: 1000 });
		const credential = await n8n.client.createCredential(helpdeskCredential(sandbox.baseUrl, sandbox.tokens.personal));
		workflow = await n8n.client.createWorkflow(withCredential(withAll(await readWorkflow(FILE)), credential));

		const all = [...sandbox.store.conversations.values()];
		before = new Map(all.map((conversation) => [conversation.record.id, stateOf(conversation)]));
		active = all.filter(({ record }) => record.inbox_id === 'inbox_support' && record.status === 'Active');
		urgent = active.filter(({ record }) => /urgent/i.test(record.subject) && record.priority !== 'High');
		execution = await n8n.client.run(workflow, 'By hand');
	});

	afterAll(async () => {
		await n8n.client.deleteWorkflow(workflow);
		await sandbox.close();
	});

	const ids = (node: string, output = 0) => itemsOf(execution, node, output).map(({ json }) => json.id);
	const idsOf = (conversations: StoredConversation[]) => conversations.map(({ record }) => record.id);

	it('runs to its end', () => {
		expect(execution).toMatchObject({ status: 'success', error: undefined });
		expect(urgent.length).toBeGreaterThan(10);
	});

	it('gets every active conversation of the inbox once, over all pages', () => {
		expect(active.length).toBeGreaterThan(200);
		expect(ids('Get active conversations').sort()).toEqual(idsOf(active).sort());
	});

	it('sets priority, tag and one note on exactly the urgent conversations', () => {
		for (const { record, tagIds, events } of urgent) {
			const was = before.get(record.id)!;
			expect(stateOf({ record, tagIds, events } as StoredConversation)).toEqual({
				...was,
				priority: 'High',
				tagIds: [...new Set([...was.tagIds, 'tag_urgent'])],
				notes: 1,
				events: was.events + 1,
			});
		}
	});

	it('leaves all other conversations as they were', () => {
		const urgentIds = new Set(idsOf(urgent));
		const others = [...sandbox.store.conversations.values()].filter(({ record }) => !urgentIds.has(record.id));
		expect(others.length).toBe(sandbox.store.conversations.size - urgent.length);
		for (const other of others) expect(stateOf(other)).toEqual(before.get(other.record.id));
	});

	it('hands each urgent conversation from node to node, linked to the item it came from', () => {
		const urgentInOrder = ids('Is it urgent and new?', 0);
		expect([...urgentInOrder].sort()).toEqual(idsOf(urgent).sort());
		for (const node of ['Tag as urgent', 'Note for the team', 'Set high priority']) {
			const items = itemsOf(execution, node);
			expect(items.map(({ json }) => json.id)).toEqual(urgentInOrder);
			expect(items.map(({ pairedItem }) => pairedItem)).toEqual(urgentInOrder.map((_, item) => ({ item })));
			for (const { json } of items) expect(json.message).toEqual(expect.any(String));
		}
		for (const { pairedItem } of itemsOf(execution, 'Get active conversations')) expect(pairedItem).toEqual({ item: 0 });
	});

	it('sends no more than one request a page, one for the name of the tag and three a conversation', () => {
		const pages = Math.ceil(active.length / 100);
		const sent = sandbox.requests();
		expect(sent.length).toBe(pages + 1 + 3 * urgent.length);
		expect(sent.every(({ status }) => status === 200)).toBe(true);
	});

	it('makes n8n log no warning about the pack', () => {
		expect(n8n.complaints(workflow)).toEqual([]);
	});

	it('finds nothing more to do when it runs again', async () => {
		const sentBefore = sandbox.requests().length;
		execution = await n8n.client.run(workflow, 'By hand');
		expect(execution.status).toBe('success');
		expect(itemsOf(execution, 'Note for the team')).toEqual([]);
		expect(sandbox.requests(sentBefore).every(({ path }) => path === '/inboxes/inbox_support')).toBe(true);
	});
});
