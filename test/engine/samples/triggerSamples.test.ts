import type { IDataObject } from 'n8n-workflow';

import { createPoll } from '../../../nodes/HelpdeskTrigger/poll';
import { useAnsweringHelpdesk } from '../../support/answeringHelpdesk';
import { activeTrigger } from '../trigger/support/triggerRig';
import { INBOX, NOW, page, rows, sample, view, type Row } from './support/samples';

/** A time before the messages of 22 November. */
const BEGAN = 'Sun, 22 Nov 2026 09:00:00 GMT';

const contacts: IDataObject & { data: IDataObject[] } = sample('contacts-page');

/** The thread of Invoice, ticket 42, ends with a teammate's reply. */
const answered = rows.slice(0, 2);
const atBegin = { ...page, data: [], meta: { current_page: 1, last_page: 1, per_page: 100, total: 0 } };

/** Forms of a thread: a list in either order, inside its conversation, and the specification's bare messages. */
const THREADS: Record<string, (entries: Row[]) => unknown> = {
	'a list': (entries) => ({ data: entries }),
	'newest first': (entries) => ({ data: [...entries].reverse() }),
	'inside the conversation': (entries) => ({ data: { ...view.data, events: entries } }),
	'without directions': (entries) => ({
		data: entries.map((row) => ({ ...row, event: row.event && { ...row.event, direction: null } })),
	}),
};

let date: string;
let bodies: Record<string, unknown>;
const helpdesk = useAnsweringHelpdesk(({ method, path }) => ({ body: bodies[`${method} ${path}`], headers: { date } }));

/** Activates a trigger and polls again three hours later. Returns each item's ticket number, or its ID, sorted. */
async function emitted(
	parameters: IDataObject,
	threadForm = THREADS['a list']!,
	list: IDataObject & { data: IDataObject[] } = page,
) {
	const threads = list.data.map(({ id, ticket_id: ticket }) => [
		`GET /conversation/${id}/messages`,
		threadForm(ticket === 42 ? answered : rows),
	]);
	const views = list.data.map((record) => [`GET /conversation/${record.id}`, { data: record }]);
	const sandbox = { baseUrl: helpdesk.credential.baseUrl, tokens: { personal: helpdesk.credential.accessToken } };
	const trigger = activeTrigger({ sandbox } as never, createPoll(helpdesk.transport), {
		parameters: { inboxIds: INBOX, ...parameters } as never,
	});
	date = BEGAN;
	bodies = { [`POST /inboxes/${INBOX}`]: atBegin, 'GET /contacts': { ...contacts, data: [] } };
	await trigger.poll();
	date = NOW;
	const meta = { current_page: 1, last_page: 1, per_page: 100, total: list.data.length };
	bodies = {
		...Object.fromEntries([...threads, ...views]),
		[`POST /inboxes/${INBOX}`]: { ...list, meta },
		'GET /contacts': contacts,
	};
	const items = await trigger.poll();
	return items.map(({ json }) => json.ticket_id ?? json.id).sort();
}

const WAITING = { event: 'customerWaiting', after: 1, afterUnit: 'hours', countedIn: 'allHours' };

describe.each(Object.entries(THREADS))('with a thread as %s', (_, form) => {
	it('Customer Waiting emits unanswered conversations, even if a note, draft or automatic reply follows', async () => {
		expect(await emitted(WAITING, form)).toEqual([41, 43, 44, 45]);
	});

	it('Teammate Replied emits no automatic reply, note or draft', async () => {
		expect(await emitted({ event: 'teammateReplied' }, form)).toEqual([]);
	});

	it('Customer Message emits messages of customers, even if a note, draft or automatic reply follows', async () => {
		expect(await emitted({ event: 'customerMessage' }, form)).toEqual([41, 43, 44, 45]);
	});
});

it('Teammate Replied emits a reply that comes after the activation', async () => {
	const at = '2026-11-22T10:00:00.000000Z';
	const moved = (record: IDataObject) => ({
		...record,
		updated_at: at,
		last_message_created_at: at,
		last_message: { ...(record.last_message as IDataObject), created_at: at },
	});
	const list = { ...page, data: page.data.map((record) => (record.ticket_id === 42 ? moved(record) : record)) };
	expect(await emitted({ event: 'teammateReplied' }, THREADS['a list'], list)).toEqual([42]);
});

it.each<[string, IDataObject, unknown[]]>([
	['Note Added, even if a draft came last', { event: 'noteAdded' }, [43, 44]],
	[
		'Conversation Created, after a Start From',
		{ event: 'conversationCreated', options: { startFrom: '2026-11-01' } },
		[41, 42, 43, 44, 45, 46],
	],
	['Conversation Created, without Start From', { event: 'conversationCreated' }, []],
	[
		'Status Changed To',
		{ event: 'statusChangedTo', statuses: ['Closed'], options: { startFrom: '2026-11-01' } },
		[46],
	],
	['Contact Created', { event: 'contactCreated' }, contacts.data.map(({ id }) => id).sort()],
])('the trigger emits the expected tickets: %s', async (_, parameters, expected) => {
	expect(await emitted(parameters)).toEqual(expected);
});
