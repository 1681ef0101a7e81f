import { DateTime } from 'luxon';

import { createConversation } from '../../sandbox/newConversation';
import type { FaultRule } from '../../sandbox';
import type { StoredConversation } from '../../sandbox/records';
import { itemsOf } from '../../tools/n8n/client';
import {
	withAll,
	withCredential,
	withParameters,
	withSchedule,
	type SavedWorkflow,
	type WorkflowInput,
} from '../../tools/n8n/workflow';
import { byId } from '../support/locator';
import { eventually, publish, switchedOn, unpublish, useRig } from './support/n8n';
import { startTeamChat, type TeamChat } from './support/servers';
import { arrives, chain, EVERY_SECOND, helpdesk, readExample } from './support/workflows';

const HOUR_MS = 3_600_000;

const rig = useRig({ conversations: 200 });
let chat: TeamChat;
beforeAll(async () => (chat = await startTeamChat()));
afterAll(async () => await chat.close());
beforeEach(() => {
	rig.sandbox.reset();
	chat.texts.length = 0;
});

const ready = async (name: string) => withCredential(withAll(await readExample(name)), rig.credential);
const all = () => [...rig.sandbox.store.conversations.values()];
const support = (status: string) =>
	all().filter(({ record }) => record.inbox_id === 'inbox_support' && record.status === status);
const notes = ({ events }: StoredConversation, start: string) =>
	events.filter(({ message }) => message.text_body.startsWith(start)).length;
const refuse = (id: string, what: string, rule: Partial<FaultRule> = {}) =>
	rig.sandbox.fault({ kind: 'status', status: 422, path: `/conversation/${id}/${what}`, ...rule } as FaultRule);
const wrote = () =>
	rig.sandbox.requests().filter(({ method, path }) => method !== 'GET' && !path.startsWith('/inboxes/'));
const polls = () => rig.sandbox.requests().filter(({ path }) => path === '/inboxes/inbox_support').length;

it('auto-acknowledge writes one note and tag per conversation despite single failures, and fails for the others', async () => {
	const quickly = withParameters(await ready('auto-acknowledge'), 'New conversation', { pollTimes: EVERY_SECOND });
	const old = all();
	const write = (subject: string) =>
		rig.sandbox.store.conversations.get(arrives(rig.sandbox, undefined, undefined, subject))!;
	const tagged = ({ record }: StoredConversation) =>
		rig.sandbox
			.requests()
			.filter(({ path, status }) => path === `/conversation/${record.id}/tags` && status === 200).length;
	const marks = (each: StoredConversation) => [notes(each, 'Received. '), tagged(each)];
	let [arrived, left]: [StoredConversation[], StoredConversation[]] = [[], []];
	const executions = await switchedOn(
		rig.client,
		withParameters(quickly, 'Wait five minutes', { amount: 1, unit: 'seconds' }),
		async () => {
			await eventually(() => polls() > 0);
			arrived = ['one', 'two', 'three', 'four'].map(write);
			left = ['five', 'six'].map(write);
			refuse(arrived[1]!.record.id, 'note');
			refuse(arrived[2]!.record.id, 'note', { status: 500, when: 'after' });
			refuse(arrived[3]!.record.id, 'tags', { status: 500, when: 'after' });
			refuse(left[0]!.record.id, 'note', { times: 0 });
			refuse(left[1]!.record.id, 'note', { status: 500 });
			refuse(left[1]!.record.id, 'messages', { status: 403, times: 0 });
			await eventually(() => arrived.every((each) => tagged(each) === 1));
			const polled = polls();
			await eventually(() => polls() > polled + 1);
			return true;
		},
		{ mayFail: true },
	);
	expect(arrived.map(marks)).toEqual(arrived.map(() => [1, 1]));
	const errors = executions.flatMap(({ status, error }) => (status === 'error' ? [error] : []));
	expect(errors.join()).toMatch(
		new RegExp(`Conversation (${left.map(({ record }) => record.id).join('|')}) was not acknowledged: `),
	);
	expect(
		[...old, ...left]
			.map(marks)
			.flat()
			.every((count) => count === 0),
	).toBe(true);
});

it('search-or-create writes a note into the conversation of an order, or creates a conversation if there is none', async () => {
	const write = (subject: string) =>
		rig.sandbox.store.conversations.get(arrives(rig.sandbox, undefined, 'inbox_billing', subject))!;
	const [found, similar] = [write('Parcel 70001 is lost'), write('Parcel 700021 is lost')];
	const orders = ['70002', '70001', '70003'].map((order) => ({
		order,
		email: 'kim@customer.example',
		text: 'Back.',
	}));
	const example = withParameters(await ready('search-or-create'), 'The orders', {
		jsonOutput: JSON.stringify({ orders }),
	});
	for (let run = 0; run < 2; run += 1) {
		const execution = await rig.run(example);
		expect([execution.status, execution.error]).toEqual(['success', undefined]);
		expect([notes(found, 'Back.'), notes(similar, 'Back.')]).toEqual([1, 0]);
		const created = rig.sandbox.requests().filter(({ path }) => path === '/inboxes/inbox_support/conversations');
		const subjects = ['Order 70002', 'Order 70003'];
		expect(created.map(({ body }) => (body as { subject: string }).subject)).toEqual(subjects);
		// The second run finds the text as the first message, and does not repeat it.
		const own = [...rig.sandbox.store.conversations.values()].filter(({ record }) =>
			subjects.includes(record.subject),
		);
		expect(own.map((each) => notes(each, 'Back.'))).toEqual([1, 1]);
	}
});

describe('sync-contacts', () => {
	const contacts = () => rig.sandbox.store.contactsOf('org_acme');
	const named = () =>
		contacts()
			.filter(({ email }) => email.endsWith('@example.com'))
			.map(({ email, name }) => `${name} <${email}>`)
			.sort();
	const sync = async (list?: object[]) => {
		const example = await ready('sync-contacts');
		const input = list
			? withParameters(example, 'The list', { jsonOutput: JSON.stringify({ contacts: list }) })
			: example;
		return await rig.run(input, 'Every morning at six');
	};

	it('adds new contacts, renames known ones, and leaves all others as they were', async () => {
		const others = structuredClone(contacts());
		for (const created of [true, false])
			expect(itemsOf(await sync(), 'Create or update').map(({ json }) => json.created)).toEqual([
				created,
				created,
				created,
			]);
		await sync([
			{ email: 'Anna.Berger@example.com', name: 'Anna Berger-Lind' },
			{ email: 'anna.b@example.com', name: 'Anna Berger' },
		]);
		const [anna, ...rest] = named();
		expect([anna, rest.length]).toEqual(['Anna Berger <anna.b@example.com>', 3]);
		expect(rest).toContain('Anna Berger-Lind <anna.berger@example.com>');
		expect(contacts().filter(({ id }) => others.some((other) => other.id === id))).toEqual(others);
	});

	it('saves the other contacts if one is refused, and ends with an error', async () => {
		const execution = await sync([
			{ email: 'first@example.com', name: 'First' },
			{ email: 'no address', name: 'Second' },
			{ email: 'third@example.com', name: 'Third' },
		]);
		expect([execution.status, execution.error]).toEqual([
			'error',
			expect.stringMatching(/^1 of the list not saved\. The first: ./),
		]);
		expect(named()).toEqual(['First <first@example.com>', 'Third <third@example.com>']);
	});
});

describe('snooze-until-business-day', () => {
	const inZone = (workflow: WorkflowInput, timezone: string) => ({
		...workflow,
		settings: { ...workflow.settings, timezone },
	});
	const snoozed = () => all().filter(({ snooze }) => snooze !== null);
	// test/engine/examples covers all cases of the day's expression.
	it('snoozes pending conversations until nine in the time zone of the workflow, except urgent ones', async () => {
		const zone = 'Pacific/Auckland';
		const wanted = support('Pending').filter(({ record }) => record.priority !== 'High');
		const execution = await rig.run(inZone(await ready('snooze-until-business-day'), zone), 'Every evening at six');
		expect(execution).toMatchObject({ status: 'success', error: undefined });
		expect(new Set(snoozed())).toEqual(new Set(wanted));
		const opens = DateTime.fromISO(wanted[0]!.snooze!.until, { zone });
		expect([opens.hour, opens.weekday < 6, opens > DateTime.now()]).toEqual([9, true, true]);
		for (const { snooze } of wanted)
			expect(snooze).toEqual({ until: wanted[0]!.snooze!.until, type: 'if_no_reply' });
	});

	it('wakes only conversations that became urgent, and shows failures', async () => {
		const example = await ready('snooze-until-business-day');
		await rig.run(example, 'Every evening at six');
		const [urgent, refused, ...others] = snoozed();
		for (const each of [urgent!, refused!]) rig.sandbox.store.touch(each, { priority: 'High' });
		refuse(refused!.record.id, 'unsnooze', { times: 0 });
		const waking = await rig.run(example, 'Every ten minutes');
		expect([waking.status, waking.error]).toEqual([
			'error',
			expect.stringContaining(`Conversation ${refused!.record.id} was left as it was`),
		]);
		expect(snoozed()).toEqual([refused, ...others]);
		const sent = wrote().length;
		await rig.run(example, 'Every evening at six');
		expect(wrote()).toHaveLength(sent);
	});
});

describe('tell-the-team and who-waits-too-long', () => {
	const example = async (name: string) => withParameters(await ready(name), 'Tell the team', { url: chat.url });

	it('the error workflow says which step failed and why, and contains no text of a message', async () => {
		const notifier: SavedWorkflow = await rig.client.createWorkflow(await example('tell-the-team'));
		await publish(rig.client, notifier);
		const noting = (conversationId: string) => {
			const note = helpdesk('Leave a note', 'message.addNote', {
				conversationId: byId(conversationId),
				message: 'Words of a customer',
			});
			const { nodes, ...rest } = chain('Leaves notes', [], [note]);
			const scheduled = nodes.map((node) =>
				node.name === 'By hand' ? { ...node, type: 'n8n-nodes-base.scheduleTrigger', typeVersion: 1.2 } : node,
			);
			const settings = { executionOrder: 'v1', errorWorkflow: notifier.id };
			const workflow = { ...rest, pinData: undefined, nodes: scheduled, settings };
			return withCredential(withSchedule(workflow, { field: 'seconds', secondsInterval: 2 }), rig.credential);
		};
		const executions = await switchedOn(rig.client, noting('conv_nowhere'), () => chat.texts.length > 0, {
			mayFail: true,
		});
		await eventually(() => chat.texts.length === executions.length);
		expect(chat.texts[0]).toMatch(
			/^Workflow "Leaves notes" failed at "Leave a note": Could not add note to conversation: not found[^]*conv_nowhere[^]*\nhttp/,
		);
		expect(chat.texts.join()).not.toContain('Words of a customer');
		chat.texts.length = 0;
		const [id] = rig.sandbox.store.conversations.keys();
		rig.sandbox.fault({ kind: 'drop', when: 'before', path: `/conversation/${id}/note` });
		await switchedOn(rig.client, noting(id!), () => chat.texts.length > 0, { mayFail: true });
		expect(chat.texts[0]).toMatch(/It may have been applied; not sent again[^]*Check the helpdesk/);
		await unpublish(rig.client, notifier);
		await rig.client.deleteWorkflow(notifier);
	});

	it('who-waits-too-long lists customers who waited for more than a day, the longest wait first, and writes nothing', async () => {
		rig.sandbox.store.conversations.clear();
		const contactId = rig.sandbox.store.contactsOf('org_acme')[0]!.id;
		const waits = (subject: string, hours: number) => {
			const createdAt = rig.sandbox.store.time(Date.now() - hours * HOUR_MS);
			return createConversation(rig.sandbox.store, {
				inboxId: 'inbox_support',
				contactId,
				subject,
				html: '<p>Hello</p>',
				createdAt,
			}).record;
		};
		const [, , longest] = [waits('Two days', 48), waits('An hour', 1), waits('Three days', 72)];
		expect((await rig.run(await example('who-waits-too-long'))).status).toBe('success');
		const lines = /^2 customers wait .*\n- #\d+ Three days: since \w+ \d+ \w+ \d\d:\d\d\n- #\d+ Two days/;
		expect(chat.texts).toEqual([expect.stringMatching(lines)]);
		expect(chat.texts[0]).toContain(`#${longest!.ticket_id} `);
		expect(wrote()).toEqual([]);
	});

	it('who-waits-too-long links the tickets if their addresses are known', async () => {
		const json = {
			ticket_id: 7,
			subject: 'Lamp',
			waiting_since: '2026-01-01T09:00:00Z',
			url: 'https://desk.example/7',
		};
		const pinData = { 'Get who waits': [{ json }] };
		expect((await rig.run({ ...(await example('who-waits-too-long')), pinData })).status).toBe('success');
		expect(chat.texts).toEqual([expect.stringMatching(/\n- #7 Lamp: since .* https:\/\/desk\.example\/7$/)]);
	});
});
