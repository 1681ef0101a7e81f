import type { Call } from '../../../nodes/Helpdesk/operation';
import { outputOf } from '../../../nodes/Helpdesk/run/outputs';
import { checkedBeforeRetrying } from '../../../nodes/Helpdesk/run/once/checkBeforeRetrying';
import { plainText } from '../../../nodes/Helpdesk/run/text/plainText';
import { ApiError, type Answer } from '../../../transport';
import { byId, startNodeRig, type NodeRig } from '../../support/nodeRig';

describe('Check Before Retrying', () => {
	let rig: NodeRig;
	let id: string;
	beforeAll(async () => {
		rig = await startNodeRig({ conversations: 60 });
		id = [...rig.sandbox.store.conversations.keys()][0]!;
	});
	beforeEach(() => rig.sandbox.reset());
	afterAll(async () => await rig.sandbox.close());

	const writing = ['message.addNote', 'message.reply'];
	const text = 'a < b & "c"\nsecond line';
	const parameters = (options: object = { checkBeforeRetrying: true }) => ({ conversationId: byId(id), message: text, options: options as never });
	const methods = () => rig.sandbox.requests().map(({ method }) => method);
	const drop = (when: 'before' | 'after', times = 1) => rig.sandbox.fault({ kind: 'drop', method: 'POST', when, times });

	it.each(writing)('%s: what was written although its answer got lost is found and not sent again', async (operation) => {
		drop('after');
		const [output] = await rig.run(operation, parameters());
		expect(output!.json).toEqual({ id, message: 'Found in the conversation, so not sent again' });
		expect(methods()).toEqual(['POST', 'GET']);
	});

	it.each(writing)('%s: what was not written is sent again', async (operation) => {
		drop('before');
		const [output] = await rig.run(operation, parameters());
		expect(output!.json.id).toBe(id);
		expect(methods()).toEqual(['POST', 'GET', 'POST']);
	});

	it('is off by default: nothing is read, nothing sent again', async () => {
		drop('before');
		await rig.failure('message.addNote', parameters({}));
		expect(methods()).toEqual(['POST']);
	});

	it('gives up after three times, and the last error stays', async () => {
		drop('before', 0);
		const error = await rig.failure('message.addNote', parameters());
		expect(error.message).toContain('It may have been applied');
		expect(methods()).toEqual(['POST', 'GET', 'POST', 'GET', 'POST', 'GET']);
	});

	it('does not send again where the conversation cannot be read', async () => {
		drop('before');
		rig.sandbox.fault({ kind: 'status', status: 403, method: 'GET' });
		const error = await rig.failure('message.addNote', parameters());
		expect(error.message).toContain('It may have been applied; not sent again');
		expect(methods()).toEqual(['POST', 'GET']);
	});

	it('does not send again what has no text to look for', async () => {
		drop('before');
		await rig.failure('message.reply', { ...parameters(), message: '<img src="x">', messageFormat: 'html' });
		expect(methods()).toEqual(['POST']);
	});

	it('does not look after a definite failure', async () => {
		rig.sandbox.fault({ kind: 'status', status: 422, method: 'POST' });
		await rig.failure('message.addNote', parameters());
		expect(methods()).toEqual(['POST']);
	});

	it.each([
		['<p>Hello&nbsp;<b>you</b></p>\n<br/>', 'Hello you'],
		['a &lt; b &amp; &quot;c&quot; &#39;d&#x27;', 'a < b & "c" \'d\''],
		['1 < 2 > 0', '1 < 2 > 0'],
		['&unknown; &#99999999999;', '&unknown; \ufffd'],
		['Hel<b>lo</b>, <a href="x > y">you</a>!', 'Hello, you!'],
		['one<br>two<p>three</p><!-- <p>four</p> -->five', 'one two three five'],
		['<style>p { color: red }</style>seen<script>"<b>unseen</b>"</script> &eacute;&copy;', 'seen é©'],
	])('%j is read as %j', (html, expected) => {
		expect(plainText(html)).toBe(expected);
	});

	it('a hundred thousand elements in one another are read', () => {
		expect(plainText(`${'<div>'.repeat(100_000)}deep`)).toBe('deep');
	});
});

describe('what an answer tells about a text', () => {
	const lost = new ApiError({ method: 'POST', path: '/x' }, { kind: 'noAnswer', ending: 'broken', code: 'ECONNRESET' }, true, 1);
	const sent = jest.fn();
	const run = async (answer: unknown, text = 'Hello you', headers: Answer['headers'] = {}) =>
		await checkedBeforeRetrying(
			outputOf({}, async ({ send, request }) => [{ json: { body: (await send(request)).body as never } }]),
			() => text,
		)({
			input: { checkBeforeRetrying: true, conversationId: 'c1' },
			timezone: 'UTC',
			request: { method: 'POST', path: '/conversation/c1/note' },
			sleep: async () => {},
			lookup: undefined as never,
			send: async (request) => {
				sent(request.method);
				if (request.method === 'POST') throw lost;
				return { status: 200, headers, body: answer };
			},
			toBinary: jest.fn(),
			readFile: jest.fn(),
			now: () => 0,
			origin: '',
			run: {},
		} as Call);
	beforeEach(() => sent.mockClear());

	it.each([
		['HTML with a signature after it', { data: [{ html_body: '<p>Hello <b>you</b></p><p>-- Team</p>' }] }],
		['an event of the thread', { data: [{ event: { text_body: 'Hello\nyou' } }] }],
		['a bare list', [{ message: 'Hello you' }]],
		['words parted otherwise', { data: [{ text_body: 'Hel lo you' }] }],
	])('it is there: %s', async (_, answer) => {
		expect(await run(answer)).toHaveLength(1);
		expect(sent).toHaveBeenCalledTimes(2);
	});

	it.each([
		['sent as HTML, shown as bare text', 'if a&lt;b then c', { text_body: 'if a<b then c' }],
		[
			'sent bare with an address in it, shown as HTML',
			'Write to Anna <anna@example.com>',
			{ html_body: '<p>Write to Anna &lt;anna@example.com&gt;</p>' },
		],
		['sent bare with a comparison in it, shown as bare text', 'if a<b, c>d then e', { text_body: 'if a<b, c>d then e' }],
		['sent bare with a link in it, shown as HTML', 'https://a.example/?d=e&copy=1 now', { html_body: 'https://a.example/?d=e&amp;copy=1 now' }],
		['sent bare with entities in it, shown as HTML', 'Use &amp; in HTML', { html_body: '<p>Use &amp;amp; in HTML</p>' }],
	])('it is there: %s', async (_, text, shown) => {
		const bare = checkedBeforeRetrying(
			outputOf({}, async ({ send, request }) => [{ json: { body: (await send(request)).body as never } }]),
			() => text,
		);
		const send = async ({ method }: { method: string }) => {
			if (method === 'POST') throw lost;
			return { status: 200, headers: {}, body: [shown] };
		};
		const call = {
			input: { checkBeforeRetrying: true, conversationId: 'c1' },
			timezone: 'UTC',
			request: { method: 'POST', path: '/x' },
			sleep: async () => {},
			send,
		};
		expect(await bare(call as unknown as Call)).toHaveLength(1);
	});

	it.each([
		['an address that is another', 'Assign to <anna@example.com> please', { text_body: 'Assign to <bob@example.com> please' }],
		['a comparison that is another', 'Stock: a<b, c>d', { text_body: 'Stock: a<z, c>d' }],
		['a type that is another', 'List<Order> broke', { html_body: 'List<Item> broke' }],
		['the text up to its first "<"', 'Price <unknown, ask Anna', { text_body: 'Price of the red one is 5' }],
		['the text up to a "<" with the letter of a tag', 'See a<b and the rest of this long note', { text_body: 'See a' }],
		['the text up to a comment that never ends', 'Price <!-- ask Anna', { text_body: 'Price of the red one is 5' }],
	])('it is not there, so it is sent again, beside: %s', async (_, text, shown) => {
		let posts = 0;
		const bare = checkedBeforeRetrying(
			outputOf({}, async ({ send, request }) => [{ json: { body: (await send(request)).body as never } }]),
			() => text,
		);
		const send = async ({ method }: { method: string }) => {
			if (method === 'POST' && (posts += 1) === 1) throw lost;
			return { status: 200, headers: {}, body: method === 'POST' ? {} : [shown] };
		};
		const call = {
			input: { checkBeforeRetrying: true, conversationId: 'c1' },
			timezone: 'UTC',
			request: { method: 'POST', path: '/x' },
			sleep: async () => {},
			send,
		};
		await bare(call as unknown as Call);
		expect(posts).toBe(2);
	});

	it.each([
		['a message that shows no text', { data: [{ html_body: '<div><br></div>' }] }],
		['another that shows a picture alone', { data: [{ text_body: '', html_body: '<p><img src="cid:1"></p>' }] }],
		[
			'the beginning of it, cut off without a sign',
			{ data: [{ text_body: 'Hello you, thank you for wri' }] },
			'Hello you, thank you for writing',
		],
		['the beginning of it, cut off in a word', { data: [{ text_body: 'Please wa' }] }, 'Please wait...'],
		['the beginning of it, with [...]', { data: [{ text_body: 'Hello [...]' }] }],
		[
			'the beginning of it, with other words of that kind',
			{ data: [{ text_body: 'Hello you, and thank you for ... Read more' }] },
			'Hello you, and thank you for writing',
		],
		['a message that is marked as clipped in another way', { data: [{ text_body: 'Hello', is_clipped: 1 }] }],
		['its pages do not come to an end', { data: [], links: { next: 'https://x/?page=2' } }],
		['the answer has another form', { messages: {} }],
		['tags that the helpdesk took out', { data: [{ html_body: '<p>Hello you</p>' }] }, '<p>Hello<wbr-x></wbr-x> you</p>'],
		['an address that the helpdesk took for a tag', { data: [{ text_body: 'Ask to see it' }] }, 'Ask <anna@example.com> to see it'],
		['letters that are composed otherwise', { data: [{ text_body: 'Caf\u00e9 Mu\u0308ller' }] }, 'Cafe\u0301 M\u00fcller'],
		['it stands in a template that nobody sees', { data: [{ html_body: '<template>Hello you</template>Other' }] }],
		['signs between the letters that nobody sees', { data: [{ text_body: 'Hel\u200blo\u00ad you' }] }],
		['it stands in a list beside the messages', { data: [{ text_body: 'Other' }], notes: [{ text_body: 'Hello you' }] }],
		['it stands within another message', { data: [{ text_body: 'Other', replies: [{ text_body: 'Hello you' }] }] }],
		['it stands in a field of another name', { data: [{ text_body: 'Anna added a note', payload: { content: 'Hello you' } }] }],
		['the answer counts more messages', { data: [{ text_body: 'Other' }], meta: { count: 2 } }],
		['the answer links to more', { data: [{ text_body: 'Other' }], _links: { next: { href: 'https://x/?page=2' } } }],
	] as Array<[string, unknown, string?]>)('it can not be told, so nothing is sent again: %s', async (_, ...[answer, text]) => {
		await expect(run(answer, text)).rejects.toBe(lost);
		expect(sent.mock.calls.filter(([method]) => method === 'POST')).toHaveLength(1);
	});

	it.each([{ link: '<https://x/?page=2>; rel="next"' }, { 'x-total-count': '2' }, { 'x-next-page': '2' }])(
		'it can not be told where a header tells of more messages: %j',
		async (headers) => {
			await expect(run([{ text_body: 'Other' }], 'Hello you', headers)).rejects.toBe(lost);
		},
	);
});
