import { startAnsweringHelpdesk } from '../../support/answeringHelpdesk';
import { byId } from '../../support/nodeRig';

/** 09:00 and so many seconds. */
const at = (seconds: number) => new Date(Date.parse('2026-03-02T09:00:00Z') + seconds * 1_000).toISOString();
const known = { id: 'm1', record_type: 'message', status: 'received', direction: 'inbound', created_at: at(0), text_body: 'Where is it?' };

/** Reply with Only If Unchanged Since against a helpdesk whose messages answer so; what came out, and how often a reply was sent. */
async function replied(body: unknown, since: string, headers: Record<string, string> = {}) {
	const helpdesk = await startAnsweringHelpdesk(({ method }) => (method === 'GET' ? { body, headers } : { body: { message: 'Done' } }));
	try {
		const parameters = { conversationId: byId('c1'), message: 'An answer', options: { onlyIfUnchangedSince: since } };
		const [item] = await helpdesk.run('message.reply', parameters);
		return { json: item!.json, sent: helpdesk.requests.filter(({ method }) => method !== 'GET').length };
	} finally {
		await helpdesk.close();
	}
}

async function context(data: object[], includeNotes = false) {
	const helpdesk = await startAnsweringHelpdesk(({ path }) => ({ body: /messages$/.test(path) ? { data } : { data: { id: 'c1', subject: 'S' } } }));
	try {
		const [item] = await helpdesk.run('conversation.getContext', { conversationId: byId('c1'), options: { includeNotes } });
		return item!.json;
	} finally {
		await helpdesk.close();
	}
}

describe('who wrote a message is told by one rule', () => {
	it.each([
		[{ record_type: 'comment' }],
		[{ record_type: 'forward' }],
		[{ record_type: 'note' }],
		[{ status: 'pending' }],
		[{ status: 'queued' }],
		[{ private: true }],
		[{ is_internal: true }],
		[{ type: 'note' }],
	])('what came in keeps a reply back and stands in Get Context, also with %j', async (marks) => {
		const newer = { ...known, ...marks, id: 'm2', created_at: at(60), text_body: 'Do not refund it' };
		for (const since of ['m1', at(30)]) {
			const { json, sent } = await replied({ data: [known, newer] }, since);
			expect([since, json.new_messages, sent]).toEqual([since, [{ id: 'm2', created_at: at(60), from: 'customer' }], 0]);
		}
		const { messages, ...json } = await context([known, newer]);
		expect((messages as object[]).at(-1)).toMatchObject({ id: 'm2', from: 'customer', kind: 'message' });
		expect([json.last_message_id, json.last_customer_message_id, json.waiting_since]).toMatchObject(['m2', 'm2', expect.any(String)]);
	});

	it('a reply of a colleague that is on its way keeps a reply back; one that waits for its time does not', async () => {
		const newer = { ...known, id: 'm2', direction: 'outbound', status: 'queued', created_at: at(60) };
		expect((await replied({ data: [known, newer] }, 'm1')).sent).toBe(0);
		expect((await replied({ data: [known, { ...newer, scheduled_at: at(9_999) }] }, 'm1')).sent).toBe(1);
	});

	it('a comment of nobody knows whom keeps a reply back; where Get Context shows it, it is known', async () => {
		const comment = { id: 'm2', record_type: 'comment', created_at: at(60), text_body: 'Wait' };
		expect((await replied({ data: [known, comment] }, 'm1')).json).toMatchObject({
			skipped: true,
			new_messages: [{ id: 'm2', from: 'unknown' }],
		});
		const hidden = await context([known, comment]);
		expect([hidden.last_message_id, (hidden.messages as object[]).length]).toEqual(['m1', 1]);
		const shown = await context([known, comment], true);
		expect([shown.last_message_id, (shown.messages as object[]).length]).toEqual(['m2', 2]);
		expect((await replied({ data: [known, comment] }, 'm2')).sent).toBe(1);
	});
});

describe('a message with a clock that is wrong', () => {
	const thread = (...seconds: number[]) => seconds.map((each, index) => ({ ...known, id: `s${index}`, created_at: at(each) }));

	it.each([
		['from old to new', (rows: object[]) => rows],
		['from new to old', (rows: object[]) => [...rows].reverse()],
	])('stands behind the known one in a list %s: it cannot be told', async (_, turned) => {
		const { json, sent } = await replied({ data: turned(thread(0, 30, 60, 20)) }, 's2');
		expect(json.reason).toBe('Whether the conversation is unchanged cannot be told: the times of its messages contradict their order.');
		expect(sent).toBe(0);
	});

	it('stands before the known one in the list: by its time it is newer', async () => {
		expect((await replied({ data: thread(0, 30, 90, 60, 70) }, 's4')).json).toMatchObject({ skipped: true, new_messages: [{ id: 's2' }] });
	});

	it('far before the last one does no harm', async () => {
		expect((await replied({ data: thread(0, 30, 20, 60, 70) }, 's4')).sent).toBe(1);
	});
});

describe('an answer that speaks of more messages than it holds', () => {
	it.each([
		[{ truncated: true }],
		[{ remaining: 1 }],
		[{ last: false }],
		[{ links: [{ rel: 'next', href: 'x' }] }],
		[{ links: { prev: 'http://x/1' } }],
		[{ hidden_messages: 1 }],
		[{ collapsed_count: 1 }],
		[{ size: 2 }],
		[{ newer_url: 'http://x/2' }],
		[{ older_url: 'http://x/0' }],
		[{ message: 'Showing 1 to 1 of 5 results' }],
		[{ '@odata.count': 2 }],
		[{ messages_count: 2 }],
		[{ marker: 'abc' }],
		[{ meta: { page: { of: 2 } } }],
	])('keeps a reply back: %j', async (beside) => {
		const { json, sent } = await replied({ data: [known], ...beside }, 'm1');
		expect([sent, json.reason]).toEqual([0, expect.stringContaining('may have more messages')]);
	});

	it.each([
		[{ 'Content-Range': 'items 0-0/2' }],
		[{ 'X-Total-Pages': '2' }],
		[{ 'X-WP-Total': '2' }],
		[{ 'Pagination-Count': '2' }],
		[{ Total: '2' }],
	])('keeps a reply back: header %j', async (headers) => {
		const { json, sent } = await replied([known], 'm1', headers as Record<string, string>);
		expect([sent, json.reason]).toEqual([0, expect.stringContaining('may have more messages')]);
	});

	it('does not keep one back where all that it speaks of is there', async () => {
		const beside = { truncated: false, remaining: 0, last: true, hidden_messages: 0, size: 1, links: { prev: null, next: null } };
		expect((await replied({ data: [known], ...beside }, 'm1', { 'X-Total-Pages': '1', 'Content-Range': 'items 0-0/1' })).sent).toBe(1);
	});
});
