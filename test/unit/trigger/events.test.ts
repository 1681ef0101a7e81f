import type { IDataObject } from 'n8n-workflow';

import { EVENT_NAMES, type EventName } from '../../../nodes/HelpdeskTrigger/core/events';
import { Bench, MINUTE, type By } from './support/bench';

/** A case of an event: `other` must not emit it, `change` must. `fields` are the item's additional fields. */
interface Case {
	event: EventName;
	parameters?: IDataObject;
	before?: IDataObject;
	/** A change of the record, or the writer of a message. */
	other: IDataObject | By;
	change: IDataObject | By;
	fields?: IDataObject;
}

const tags = (...names: string[]) => ({ tags: names.map((name) => ({ id: `id of ${name}`, name })) });

/** Shows that the message's thread was read. */
const FROM_THREAD = { last_message: expect.objectContaining({ thread_event_id: expect.stringMatching(/^e\d$/) }) };

/** A row for each event, and for each setting that changes its meaning. */
const CASES: Case[] = [
	{
		event: 'conversationAssigned',
		other: { status: 'Closed' },
		change: { assignable_id: 'u1' },
		fields: { from: null, to: 'u1' },
	},
	{
		event: 'conversationAssigned',
		parameters: { assignedTo: 'teammates', teammateIds: ['u1'] },
		other: { assignable_id: 'u2' },
		change: { assignable_id: 'u1' },
		fields: { from: 'u2', to: 'u1' },
	},
	{
		event: 'conversationAssigned',
		parameters: { assignedTo: 'me' },
		other: { assignable_id: 'u2' },
		change: { assignable_id: 'me' },
		fields: { from: 'u2', to: 'me' },
	},
	{
		event: 'conversationAssigned',
		parameters: { assignedTo: 'nobody' },
		other: { assignable_id: 'u2' },
		change: { assignable_id: '' },
		fields: { from: 'u2', to: null },
	},
	{
		event: 'conversationMoved',
		parameters: { inboxIds: ['a', 'b'] },
		other: { status: 'Closed' },
		change: { inbox_id: 'b' },
		fields: { from: 'a', to: 'b' },
	},
	{
		event: 'conversationSnoozed',
		other: { status: 'Closed' },
		change: { is_snoozed: true },
		fields: { from: false, to: true },
	},
	{
		event: 'snoozeEnded',
		before: { is_snoozed: true },
		other: { status: 'Closed' },
		change: { is_snoozed: false },
		fields: { from: true, to: false },
	},
	{
		event: 'conversationUpdated',
		parameters: { watchFields: ['status'] },
		other: { priority: 'High' },
		change: { status: 'Closed' },
		fields: { changes: { status: { from: 'Active', to: 'Closed' } } },
	},
	{
		event: 'conversationUpdated',
		parameters: { watchFields: ['subject', 'tags'] },
		other: 'customer',
		change: { updated_subject: 'Refund', ...tags('VIP') },
		fields: { changes: { tags: { from: null, to: ['id of VIP'] }, subject: { from: null, to: 'Refund' } } },
	},
	{
		event: 'customFieldChangedTo',
		parameters: { customField: 'plan', customFieldValues: 'gold' },
		other: { custom_field_values: { plan: 'Silver' } },
		change: { custom_field_values: { plan: 'Gold' } },
		fields: { from: null, to: 'Gold' },
	},
	{ event: 'customerMessage', other: 'teammate', change: 'customer' },
	{
		event: 'markedAsSpam',
		other: { status: 'Closed' },
		change: { is_spam: true },
		fields: { from: false, to: true },
	},
	{
		event: 'markedAsSpam',
		other: { status: 'Closed' },
		change: { status: 'Spam' },
		fields: { from: false, to: true },
	},
	{ event: 'noteAdded', other: 'teammate', change: 'note', fields: FROM_THREAD },
	{
		event: 'priorityChangedTo',
		parameters: { priorities: ['High', 'Urgent'] },
		other: { priority: 'Low' },
		change: { priority: 'urgent' },
		fields: { from: 'Low', to: 'urgent' },
	},
	{
		event: 'statusChangedTo',
		parameters: { statuses: ['Closed'] },
		other: { status: 'Pending' },
		change: { status: 'Closed' },
		fields: { from: 'Pending', to: 'Closed' },
	},
	{
		event: 'tagAdded',
		parameters: { tags: ['vip'] },
		before: tags('Old', 'New'),
		other: tags('New', 'Old'),
		change: tags('VIP', 'New', 'Old'),
		fields: { from: null, to: 'VIP' },
	},
	{
		event: 'conversationUpdated',
		before: tags('Old', 'New', 'b'),
		parameters: { watchFields: ['tags'] },
		other: tags('b', 'New', 'Old'),
		change: tags('b'),
		fields: { changes: { tags: { from: ['id of New', 'id of Old', 'id of b'], to: ['id of b'] } } },
	},
	{
		event: 'tagRemoved',
		before: tags('a', 'b'),
		parameters: { tags: ['a'] },
		other: tags('a'),
		change: tags(),
		fields: { from: 'a', to: null },
	},
	{ event: 'teammateReplied', other: 'automation', change: 'teammate', fields: FROM_THREAD },
	{ event: 'teammateReplied', other: 'draft', change: 'teammate', fields: FROM_THREAD },
];

/** Events with tests elsewhere, which need more than one change of one conversation. */
const ELSEWHERE: EventName[] = ['conversationCreated', 'contactCreated', 'contactUpdated', 'customerWaiting'];

it('every event of the trigger is tested with the changes that cause it', () => {
	expect([...new Set([...CASES.map(({ event }) => event), ...ELSEWHERE])].sort()).toEqual([...EVENT_NAMES].sort());
});

describe('an event', () => {
	it.each(CASES)(
		'$event $parameters is emitted once when it happens',
		async ({ event, parameters, before, other, change, fields }) => {
			const bench = new Bench({ event: [event], ...parameters });
			const record = bench.create('a', { ...tags(), ...before });
			bench.clock.time += MINUTE;
			expect(await bench.activate()).toEqual([]);
			const happen = (what: IDataObject | By) =>
				typeof what === 'string' ? bench.write(record, what) : bench.change(record, what);
			happen(other);
			expect(await bench.poll()).toEqual([]);
			happen(change);
			expect(await bench.poll()).toEqual([{ ...record, event, ...fields }]);
			expect(await bench.polls(3)).toEqual([]);
		},
	);

	it('about a message contains text from its HTML, files and thread entry, even simplified', async () => {
		const bench = new Bench({ event: ['teammateReplied'], options: { simplify: true } });
		const record = bench.create();
		await bench.activate();
		const files = [{ id: 'f1', name: 'a.pdf' }];
		for (const words of ['One', 'Two']) {
			bench.write(record, 'teammate');
			Object.assign(record.last_message as IDataObject, {
				text_body: null,
				html_body: `<p>${words}</p>`,
				downloadable_attachments: files,
			});
		}
		expect((await bench.poll()).map(({ last_message: message }) => message)).toEqual([
			expect.objectContaining({ id: 'm3', thread_event_id: 'e3', text_body: 'One', attachments: files }),
			expect.objectContaining({ id: 'm4', thread_event_id: 'e4', text_body: 'Two', attachments: files }),
		]);
	});

	it('about anything else leaves out the last message when simplified', async () => {
		const bench = new Bench({ event: ['statusChangedTo'], statuses: ['Closed'], options: { simplify: true } });
		const record = bench.create();
		await bench.activate();
		bench.change(record, { status: 'Closed' });
		const [item] = await bench.poll();
		expect([item!.id, item!.last_message]).toEqual([record.id, undefined]);
	});

	it('is emitted again when the state was left and reached again', async () => {
		const bench = new Bench({ event: ['statusChangedTo'], statuses: ['Closed'] });
		const record = bench.create();
		await bench.activate();
		for (const status of ['Closed', 'Active', 'Closed']) {
			bench.change(record, { status });
			expect(await bench.poll()).toHaveLength(status === 'Closed' ? 1 : 0);
		}
	});

	it('has its own item with its name if one poll emits several events', async () => {
		const bench = new Bench({
			event: ['statusChangedTo', 'conversationAssigned', 'customerMessage'],
			statuses: ['Closed'],
		});
		const record = bench.create();
		await bench.activate();
		bench.write(record, 'customer');
		bench.change(record, { status: 'Closed', assignable_id: 'u1' });
		expect((await bench.poll()).map(({ event }) => event)).toEqual([
			'conversationAssigned',
			'customerMessage',
			'statusChangedTo',
		]);
	});

	it('is emitted for a new conversation if its first poll shows the state', async () => {
		const bench = new Bench({ event: ['statusChangedTo', 'tagAdded'], statuses: ['Pending'] });
		bench.create('a', { status: 'Pending', ...tags('Old') });
		bench.clock.time += MINUTE;
		expect(await bench.activate()).toEqual([]);
		bench.create('a', { status: 'Pending', ...tags('New') });
		expect((await bench.poll()).map(({ event, to }) => [event, to])).toEqual([
			['statusChangedTo', 'Pending'],
			['tagAdded', 'New'],
		]);
	});
});
