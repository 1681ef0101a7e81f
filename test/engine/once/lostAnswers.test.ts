import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { useAnsweringHelpdesk } from '../../support/answeringHelpdesk';

/** What the helpdesk does with a text whose answer gets lost. */
interface Outcome {
	isApplied: boolean;
	/** Delay (ms) between the request and the message's appearance. */
	lateMs?: number;
	/** Returns how the helpdesk shows the text. */
	shownAs?: (text: string) => IDataObject;
	/** Returns other entries that the request adds to the thread. */
	others?: (text: string) => IDataObject[];
	isAnswered?: boolean;
}

const asHtml = (text: string) => ({ html_body: text });
const ofTeam = { record_type: 'Email', direction: 'Outbound', actor_type: 'App\\Models\\User', actor: { id: 'u1' } };
const ofCustomer = { record_type: 'Email', direction: 'Inbound', actor_type: 'App\\Models\\Contact' };

interface Thread {
	outcomes: Outcome[];
	rows: IDataObject[];
	applied: string[];
}

const threads = new Map<string, Thread>();
let isReadable: boolean;
let dates: boolean;
/** Whether the helpdesk counts more messages than it shows. */
let isPart: boolean;
let id: string;
let thread: Thread;
const now = () => helpdesk.transport.clock.now();

function add({ rows }: Thread, fields: IDataObject, at = now()) {
	rows.push({ id: `m${rows.length + 1}`, created_at: new Date(at).toISOString().replace(/\.\d+/, ''), ...fields });
}

function newThread(outcomes: Outcome[] = []) {
	id = `c${threads.size + 1}`;
	thread = { outcomes, rows: [], applied: [] };
	threads.set(id, thread);
	add(thread, { ...ofCustomer, text_body: 'Where is my parcel?' }, now() - 3_600_000);
	return thread;
}

const helpdesk = useAnsweringHelpdesk(({ method, body, path }) => {
	const headers = { date: dates ? new Date(now()).toUTCString() : '' };
	const addressed = threads.get(path.split('/')[2]!)!;
	if (method === 'GET') {
		const data = addressed.rows.filter(({ created_at: at }) => at === null || Date.parse(String(at)) <= now());
		return { headers, status: isReadable ? 200 : 403, body: { data, ...(isPart && { total: 99 }) } };
	}
	const {
		isApplied,
		lateMs = 0,
		shownAs = asHtml,
		others,
		isAnswered,
	} = addressed.outcomes.shift() ?? { isApplied: true, isAnswered: true };
	const text = (JSON.parse(body) as { message: string }).message;
	const type = path.endsWith('note') ? { record_type: 'Note', direction: null } : {};
	if (isApplied) addressed.applied.push(text);
	if (isApplied) add(addressed, { ...ofTeam, ...type, ...shownAs(text) }, now() + lateMs);
	for (const each of others?.(text) ?? []) add(addressed, each);
	return isAnswered
		? { headers, body: { message: 'ok' } }
		: { headers, status: 502, body: { message: 'Bad gateway' } };
});
beforeEach(() => {
	[isReadable, dates, isPart] = [true, true, false];
	newThread();
});

const TEXT = 'a < b & "c"\nsecond line';

/** Sends the text once per outcome in one run. Returns the output of each item. */
async function send(
	outcomes: Outcome[],
	options: INodeParameters = {},
	operation = 'message.reply',
	items = outcomes.length,
) {
	thread.outcomes = outcomes;
	return await sendAll(
		operation,
		options,
		Array.from({ length: items }, () => ({ id, text: TEXT })),
	);
}

async function sendAll(operation: string, options: INodeParameters, texts: Array<{ id: string; text: string }>) {
	const items = texts.map((json) => ({ json }));
	const conversationId = { __rl: true, mode: 'id', value: '={{ $json.id }}' };
	const parameters = { conversationId, message: '={{ $json.text }}', options };
	const credential = { ...helpdesk.credential, requestsPerMinute: 100_000 };
	const output = await helpdesk.run(operation, parameters, {
		items,
		onError: 'continueRegularOutput',
		nodeId: `n${Math.random()}`,
		credential,
	});
	return output.map(({ json }) => json);
}
const methods = () => helpdesk.requests.map(({ method }) => method).join(' ');
const found = (messageId: string) => ({
	id,
	message: 'The response was lost, and the message was found',
	message_id: messageId,
});
const unknown = {
	error: expect.stringContaining('It may have been applied; not sent again'),
	details: expect.anything(),
};

describe('a message whose response was lost', () => {
	it.each<[string, string, Outcome['shownAs']]>([
		['a reply', 'message.reply', asHtml],
		['a note', 'message.addNote', asHtml],
		[
			'a reply in a paragraph, with other white space',
			'message.reply',
			(text) => ({ html_body: `<div><p>${text.replace('<br>', '</p>\n<p>')} </p></div>` }),
		],
		['a reply as plain text', 'message.reply', () => ({ html_body: null, text_body: TEXT })],
		[
			'a thread event',
			'message.reply',
			(text) => ({ html_body: undefined, event: { direction: 'outbound', html_body: text } }),
		],
	])('is found with one request if the conversation has exactly the text: %s', async (_, operation, shownAs) => {
		expect(await send([{ isApplied: true, shownAs }], {}, operation)).toEqual([found('m2')]);
		expect(methods()).toBe('POST GET');
	});

	it('is found even if the helpdesk shows only a part of the conversation', async () => {
		isPart = true;
		expect(await send([{ isApplied: true }])).toEqual([found('m2')]);
	});

	const other = (fields: IDataObject): Outcome => ({
		isApplied: false,
		others: (text) => [{ html_body: text, ...fields }],
	});
	it.each<[string, Outcome]>([
		['it was not applied', { isApplied: false }],
		['the message appears late', { isApplied: true, lateMs: 3_000 }],
		[
			'the helpdesk adds a signature',
			{ isApplied: true, shownAs: (text) => ({ html_body: `${text}<p>Acme</p>` }) },
		],
		[
			'the helpdesk changes a word',
			{ isApplied: true, shownAs: (text) => ({ html_body: text.replace('second', '2nd') }) },
		],
		['the customer wrote the text', other(ofCustomer)],
		['the writer of the text is unknown', other({})],
		['an automation wrote the text', other({ ...ofTeam, actor: null, actor_type: null })],
		['a draft has the text', other({ ...ofTeam, record_type: 'Draft' })],
		['a note has the text of the reply', other({ ...ofTeam, record_type: 'Note' })],
		['an older message has the text', other({ ...ofTeam, created_at: '2026-03-01T10:00:00Z' })],
		['a message without a time has the text', other({ ...ofTeam, created_at: null })],
	])('stays an error and is not sent again if %s', async (_, outcome) => {
		expect(await send([outcome])).toEqual([unknown]);
		expect(methods()).toBe('POST GET');
	});

	it.each([
		['cannot be read', () => (isReadable = false)],
		['has no Date header', () => (dates = false)],
	])('stays an error if the conversation %s', async (_, change) => {
		change();
		expect(await send([{ isApplied: true }])).toEqual([unknown]);
	});

	const [there, lost, answered]: Outcome[] = [
		{ isApplied: true },
		{ isApplied: false },
		{ isApplied: true, isAnswered: true },
	] as never;
	it.each<[string, Outcome[], Array<'m2' | 'm3' | 'ok' | 'unknown'>]>([
		['both are found', [there!, there!], ['m2', 'm3']],
		['the first is missing', [lost!, there!], ['unknown', 'unknown']],
		['the second is missing', [there!, lost!], ['m2', 'unknown']],
		['the first had an answer, the second is missing', [answered!, lost!], ['ok', 'unknown']],
		['the first had an answer, the second is found', [answered!, there!], ['ok', 'm3']],
	])(
		'of two equal texts in one run, one counts as sent for each message found: %s',
		async (_, outcomes, expected) => {
			const output = await send(outcomes);
			expect(output.map((json) => json.message_id ?? (json.error ? 'unknown' : json.message))).toEqual(expected);
		},
	);
});

describe('Send Again If Missing', () => {
	const options = { sendAgainIfMissing: true };
	it('sends again if two reads five seconds apart show no new message of the team', async () => {
		const begin = now();
		expect(await send([{ isApplied: false }], options)).toEqual([{ id, message: 'ok' }]);
		expect([methods(), thread.applied.length]).toEqual(['POST GET GET POST', 1]);
		expect(now() - begin).toBe(6_000);
	});

	it('finds a message that appears between the two reads', async () => {
		expect(await send([{ isApplied: true, lateMs: 3_000 }], options)).toEqual([found('m2')]);
		expect(thread.applied).toHaveLength(1);
	});

	it.each<[string, Outcome]>([
		[
			'another message of the team is new',
			{ isApplied: false, others: () => [{ ...ofTeam, html_body: 'Something else' }] },
		],
		[
			'a message without a time may be new',
			{ isApplied: false, others: () => [{ ...ofTeam, html_body: 'x', created_at: null }] },
		],
		[
			'the writer of a new message is unknown',
			{ isApplied: false, others: () => [{ html_body: 'Something else' }] },
		],
		['the helpdesk changed the text', { isApplied: true, shownAs: () => ({ html_body: 'a [removed] c' }) }],
		['the message has an earlier time than the Date header', { isApplied: true, lateMs: -10_000 }],
	])('does not send again if %s', async (_, outcome) => {
		expect(await send([outcome], options)).toEqual([unknown]);
		expect(methods()).not.toContain('POST GET GET POST');
	});

	it('sends again despite a new customer message or older team messages', async () => {
		add(thread, { ...ofTeam, html_body: 'We look into it' }, now() - 60_000);
		expect(
			await send([{ isApplied: false, others: () => [{ ...ofCustomer, html_body: 'Hello?' }] }], options),
		).toEqual([{ id, message: 'ok' }]);
	});

	it('sends at most three times, also with Not If Already There', async () => {
		const outcomes = [0, 1, 2, 3].map(() => ({ isApplied: false }));
		expect(await send(outcomes, { ...options, notIfAlreadyThere: true }, 'message.reply', 1)).toEqual([unknown]);
		expect(helpdesk.requests.filter(({ method }) => method === 'POST')).toHaveLength(3);
	});
});
