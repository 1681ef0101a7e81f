import { createHash } from 'node:crypto';
import axios from 'axios';
import { startSandbox, type Sandbox } from '../../sandbox';
import { HandClock } from './client';

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await startSandbox({ clock: new HandClock() });
});
afterAll(() => sandbox.close());
beforeEach(() => sandbox.reset());

const records = () => [...sandbox.store.conversations.values()];
const everything = () => JSON.stringify([records(), [...sandbox.store.contacts.values()]]);

test('the first organization has 1,000 conversations in one inbox and 200 in two others', () => {
	const sizes = ['inbox_support', 'inbox_billing', 'inbox_orders'].map(
		(inboxId) => sandbox.store.sortedConversations({ inboxId }, 'newest').length,
	);
	expect(sizes).toEqual([1000, 150, 50]);
	expect(sandbox.store.contactsOf('org_acme').length).toBeGreaterThanOrEqual(250);
});

test('every status and priority occurs, some subjects are urgent, some have tags, some came with replies', () => {
	const of = <T>(read: (record: ReturnType<typeof records>[number]) => T) => new Set(records().map(read));
	expect(of(({ record }) => record.status)).toEqual(new Set(['Active', 'Pending', 'Closed']));
	expect(of(({ record }) => record.priority)).toEqual(new Set(['High', 'Normal', 'Low']));
	expect(of(({ record }) => /urgent/i.test(record.subject))).toEqual(new Set([true, false]));
	expect(of(({ tagIds }) => tagIds.length > 0)).toEqual(new Set([true, false]));
	expect(of(({ record }) => record.last_message_by)).toEqual(new Set(['contact', 'user']));
	expect(of(({ record }) => (record.status === 'Closed') === (record.closed_at !== null))).toEqual(new Set([true]));
});

test('the first teammate owns the account, the others are agents, and none has the name of another', () => {
	const teammates = [...sandbox.store.teammates.values()].filter(({ active_organization_id: id }) => id === 'org_acme');
	expect(teammates.map(({ role }) => role)).toEqual(['Account Owner', 'Agent', 'Agent', 'Agent']);
	expect(new Set(teammates.map(({ name }) => name)).size).toBe(4);
});

test.each([1, 2, 3])('with seed %i ids are unique and times are UTC with six fraction digits, never in the future', (seed) => {
	sandbox.reset({ seed });
	const ids = records().flatMap(({ record, events }) => [record.id, ...events.flatMap(({ id, message }) => [id, message.id])]);
	expect(new Set(ids).size).toBe(ids.length);
	for (const { record } of records()) {
		for (const time of [record.created_at, record.updated_at, record.last_message_created_at]) {
			expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000000Z$/);
			expect(time <= sandbox.store.now()).toBe(true);
		}
	}
});

test('the same seed gives the same records, another seed others', () => {
	const first = everything();
	sandbox.reset();
	// Compared first, so that a failure does not print two megabytes.
	expect(everything() === first).toBe(true);
	sandbox.reset({ seed: 2 });
	expect(everything() === first).toBe(false);
});

test('50,000 conversations are there within seconds', () => {
	sandbox.reset({ conversations: 50_000 });
	expect(sandbox.store.sortedConversations({ inboxId: 'inbox_support' }, 'newest').length).toBe(49_800);
});

test('it listens on 127.0.0.1 only', async () => {
	expect(sandbox.baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v1$/);
	await expect(axios.get(sandbox.baseUrl.replace('127.0.0.1', '127.0.0.2'), { timeout: 1000 })).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});

test('two sandboxes do not share their state', async () => {
	const other = await startSandbox({ clock: new HandClock(), conversations: 24 });
	expect(other.store.conversations.size).toBe(36);
	expect(sandbox.store.conversations.size).toBe(1212);
	await other.close();
});

test('a seed gives the same records in every version: who changes them on purpose sets a new digest', () => {
	sandbox.reset({ conversations: 240 });
	const { organizations, inboxes, teammates, tags, savedReplies, knowledgeBases, attachments, contacts, conversations } = sandbox.store;
	const all = [organizations, inboxes, teammates, tags, savedReplies, knowledgeBases, attachments, contacts, conversations].map((map) => [...map]);
	expect(createHash('sha256').update(JSON.stringify(all)).digest('hex').slice(0, 16)).toBe('96e6acfaf782e741');
});
