import { useAnsweringHelpdesks } from '../../support/answeringHelpdesk';
import { byId } from '../../support/nodeRig';

/** Returns 09:00 plus seconds. */
const at = (seconds: number) => new Date(Date.parse('2026-03-02T09:00:00Z') + seconds * 1_000).toISOString();
const known = {
	id: 'm1',
	record_type: 'message',
	status: 'received',
	direction: 'inbound',
	created_at: at(0),
	text_body: 'Where is it?',
};

const start = useAnsweringHelpdesks();

/** Replies on a helpdesk that returns this body for the thread. Returns output and number of sent replies. */
async function replied(body: unknown, since: string) {
	const helpdesk = await start(({ method }) => (method === 'GET' ? { body } : { body: { message: 'Done' } }));
	const parameters = { conversationId: byId('c1'), message: 'An answer', options: { onlyIfUnchangedSince: since } };
	const [item] = await helpdesk.run('message.reply', parameters);
	return { json: item!.json, sent: helpdesk.requests.filter(({ method }) => method !== 'GET').length };
}

async function context(data: object[]) {
	const { run } = await start(({ path }) => ({
		body: /messages$/.test(path) ? { data } : { data: { id: 'c1', subject: 'S' } },
	}));
	const [item] = await run('conversation.getContext', { conversationId: byId('c1') });
	return item!.json;
}

describe('Only If Unchanged Since', () => {
	it.each([[{ record_type: 'Note' }], [{ record_type: 'Draft', status: 'Pending' }]])(
		'an inbound message stops a reply and is part of Get Context, whatever its type: %j',
		async (marks) => {
			const newer = { ...known, ...marks, id: 'm2', created_at: at(60), text_body: 'Do not refund it' };
			for (const since of ['m1', at(30)]) {
				const { json, sent } = await replied({ data: [known, newer] }, since);
				expect([since, json.new_messages, sent]).toEqual([
					since,
					[{ id: 'm2', created_at: at(60), from: 'customer' }],
					0,
				]);
			}
			const { messages, ...json } = await context([known, newer]);
			expect((messages as object[]).at(-1)).toMatchObject({ id: 'm2', from: 'customer', kind: 'message' });
			expect([json.last_message_id, json.last_customer_message_id, json.waiting_since]).toMatchObject([
				'm2',
				'm2',
				expect.any(String),
			]);
		},
	);

	it.each([
		['an automatic reply counts as a newer message', { actor_type: null, actor: null }, 0],
		[
			'a scheduled reply does not count as a newer message before its time',
			{ extra: { scheduled_at: '2036-03-02T09:00:00Z' } },
			1,
		],
		['a scheduled reply counts as a newer message after its time', { extra: { scheduled_at: at(90) } }, 0],
		['a draft does not count as a newer message', { record_type: 'Draft', status: 'Active' }, 1],
		['a note does not count as a newer message', { record_type: 'Note', direction: null }, 1],
	])('%s', async (_, marks, sent) => {
		const newer = { ...known, id: 'm2', direction: 'Outbound', created_at: at(60), ...marks };
		expect((await replied({ data: [known, newer] }, 'm1')).sent).toBe(sent);
	});
});

describe('Only If Unchanged Since, with a list that hints at more messages', () => {
	it.each([{ total: 2 }, { next: 'http://x/2' }, { meta: { last_page: 2 } }])(
		'stops the reply: %j',
		async (beside) => {
			const { json, sent } = await replied({ data: [known], ...beside }, 'm1');
			expect([sent, json.reason]).toEqual([0, expect.stringContaining('may have more messages')]);
		},
	);
});

const timed = (id: string, seconds: number) => ({ ...known, id, created_at: at(seconds) });

it.each([
	['no message is shown', [], 'm1', 'the helpdesk shows no message'],
	['no message has a time', [{ ...known, created_at: undefined }], at(0), 'its messages show no times'],
	[
		'the order contradicts the times',
		[timed('a', 0), timed('b', 2), timed('c', 3), timed('d', 1)],
		'c',
		'contradict their order',
	],
])('a reply is not sent if %s', async (_, data, since, reason) => {
	const { json, sent } = await replied({ data }, since);
	expect([sent, json.reason]).toEqual([0, expect.stringContaining(reason)]);
});
