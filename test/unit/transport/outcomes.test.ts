import { ApiError, createSend, outcomeOf, Priority, readCredential } from '../../../transport';
import { errorText } from '../../../nodes/shared/errorText';
import type { ApiRequest, FailureKind, AttemptResult } from '../../../transport/request';
import { createTransport } from '../../../transport/transport';

/**
 * Statuses with which a server reports that nothing was applied, typed by hand from the specification, RFC 9110 and RFC
 * 6585.
 */
const REFUSALS = [
	307, 308, 400, 401, 403, 404, 405, 407, 409, 410, 411, 412, 413, 414, 415, 421, 422, 423, 425, 426, 429, 431, 451,
	511,
];
const UNSENT: FailureKind[] = ['notReached', 'notSecured', 'notTrusted'];
const OPEN: FailureKind[] = ['broken', 'timedOut', 'unreadable'];

const KINDS: Record<string, Pick<ApiRequest, 'method' | 'readOnly'>> = {
	GET: { method: 'GET' },
	'POST that reads': { method: 'POST', readOnly: true },
	PUT: { method: 'PUT' },
	PATCH: { method: 'PATCH' },
	DELETE: { method: 'DELETE' },
	POST: { method: 'POST' },
};

/** One attempt: its result, and whether the server has applied the request. */
interface Event {
	result: AttemptResult;
	effect: boolean;
}

const answer = (status: number, body: unknown = { message: 'said' }): AttemptResult => ({
	kind: 'answer',
	answer: { status, headers: {}, body },
});
const statuses = Array.from({ length: 500 }, (_, index) => index + 100);

/** All possible events. A request that was refused or never arrived is not applied. */
const EVENTS: Event[] = [
	...statuses.flatMap((status): Event[] => {
		if (status >= 200 && status < 300) {
			const page = answer(status, '<html>');
			return [
				{ result: answer(status), effect: true },
				{ result: page, effect: true },
				{ result: page, effect: false },
			];
		}
		const events = [{ result: answer(status), effect: false }];
		return REFUSALS.includes(status) ? events : [...events, { result: answer(status), effect: true }];
	}),
	...UNSENT.map((failure): Event => ({ result: { kind: 'noAnswer', failure, code: 'X' }, effect: false })),
	...OPEN.flatMap((failure): Event[] =>
		[true, false].map((effect) => ({ result: { kind: 'noAnswer', failure, code: 'X' }, effect })),
	),
];

describe('every possible end of a request', () => {
	const credential = readCredential({ accessToken: 'x', baseUrl: 'http://127.0.0.1/v1' });
	const transport = createTransport({ now: () => 0, sleep: async () => {} }, () => 0.5);
	// Other tests cover the limit, so waits take no time here.
	transport.queues.run = async (_credential, _path, _turn, attempt) => (await attempt()).value;

	/** Sends one request to a server with these events in order. The last one repeats. */
	async function play(kind: string, events: Event[]) {
		const happened: Event[] = [];
		const client = async () => {
			const event = events[Math.min(happened.length, events.length - 1)]!;
			happened.push(event);
			return event.result;
		};
		const send = createSend(transport, { client, credential, priority: Priority.bulk });
		const error = await send({ ...KINDS[kind]!, path: '/x' }).then(
			() => undefined,
			(caught: ApiError) => caught,
		);
		return { happened, effects: happened.filter(({ effect }) => effect).length, error };
	}

	/** Returns wrong reports and wrong repetitions, as a list because `expect` costs more than a request. */
	async function mistakesOf(kind: string, events: Event[]) {
		const { happened, effects, error } = await play(kind, events);
		const isRead = kind === 'GET' || kind === 'POST that reads';
		const mistakes = kind === 'POST' && effects > 1 ? ['several effects'] : [];
		const seen = () =>
			JSON.stringify([
				kind,
				happened.map(({ result, effect }) => [
					result.kind === 'answer' ? result.answer.status : result.failure,
					effect,
				]),
			]);
		const texts = () => mistakes.map((mistake) => `${mistake}: ${seen()}`);
		if (!error) {
			if (effects === 0) mistakes.push('reported as done');
			return texts();
		}
		if (!(error instanceof ApiError)) mistakes.push(String(error));

		const settled = ({ result }: Event) =>
			result.kind === 'answer' ? REFUSALS.includes(result.answer.status) : UNSENT.includes(result.failure);
		if (error.mayHaveBeenApplied !== (!isRead && !happened.every(settled)))
			mistakes.push(`mayHaveBeenApplied ${error.mayHaveBeenApplied}`);
		const { message, description } = errorText(error, { action: 'Add a note' });
		if (message.includes('may have been applied') !== error.mayHaveBeenApplied) mistakes.push(message);
		if (description.length <= 10) mistakes.push(`no description "${description}"`);
		if (/undefined|tried 1 times/.test(message + description)) mistakes.push(message + description);
		return texts();
	}

	it.each(Object.keys(KINDS))(
		'the outcome of a %s is reported correctly after every response, and a POST is applied at most once',
		async (kind) => {
			expect(EVENTS.length).toBeGreaterThan(1_000);
			const mistakes = [];
			for (const event of EVENTS) {
				mistakes.push(...(await mistakesOf(kind, [event])));
				mistakes.push(...(await mistakesOf(kind, [event, { result: answer(200), effect: true }])));
				mistakes.push(...(await mistakesOf(kind, [event, { result: answer(404), effect: false }])));
			}
			expect(mistakes).toEqual([]);
		},
	);

	/** Results that are retried, typed by hand. A write is repeated only if that is harmless or it was not applied. */
	const AGAIN = {
		status: [206, 429, 500, 502, 503, 504],
		failure: ['notReached', 'notSecured', 'broken', 'timedOut', 'unreadable'],
	};
	const POST_AGAIN = { status: [429], failure: ['notReached', 'notSecured'] };

	it.each(Object.keys(KINDS))('a %s is retried only after these statuses and failures', async (kind) => {
		const { status, failure } = kind === 'POST' ? POST_AGAIN : AGAIN;
		const isAgain = async (result: AttemptResult) =>
			(
				await play(kind, [
					{ result, effect: false },
					{ result: answer(200), effect: true },
				])
			).happened.length > 1;
		const again = [];
		for (const each of statuses) if (await isAgain(answer(each))) again.push(each);
		expect(again).toEqual(status);
		const failures = [];
		for (const each of [...UNSENT, ...OPEN])
			if (await isAgain({ kind: 'noAnswer', failure: each, code: '' })) failures.push(each);
		expect(failures.sort()).toEqual([...failure].sort());
		expect(await isAgain(answer(200, '<html>'))).toBe(kind !== 'POST');
	});

	it.each([
		[199, 'the helpdesk responded with status 199'],
		[300, 'the helpdesk redirects to another address'],
		[413, 'the request is too large'],
		...[411, 415, 421, 423, 425, 426, 431, 451, 511].map((status): [number, string] => [
			status,
			'a gateway between n8n and the helpdesk refused the request',
		]),
	])('status %i is explained as: %s', (status, why) => expect(outcomeOf({}, answer(status))).toMatchObject({ why }));

	it.each<[FailureKind, string, string]>([
		['notReached', 'ETIMEDOUT', "Check the 'Base URL' of the credential: spelling"],
		['broken', 'ECONNREFUSED', 'Check the connection from n8n to the helpdesk.'],
	])('a failure %s with the code %s says what to check first: %s', (failure, code, todo) =>
		expect(outcomeOf({}, { kind: 'noAnswer', failure, code }).todo).toContain(todo),
	);

	it.each([{ success: false }, { error: 'Locked' }, { errors: ['Locked'] }])(
		'a success whose body reports a failure may have been applied, and counts as done with an ID: %j',
		(body) => {
			expect(outcomeOf({}, answer(200, body)).applied).toBe('maybe');
			expect(outcomeOf({}, answer(200, { ...body, id: 'c1' })).applied).toBe('yes');
		},
	);

	it('a 503 "Registration Failed." is certainly not applied, and any other 503 may be', () => {
		expect(outcomeOf({}, answer(503, { message: 'Registration Failed.' })).applied).toBe('no');
		expect(outcomeOf({}, answer(503)).applied).toBe('maybe');
	});

	it('a cancelled scheduled reply that was "already sent" after a 503 is not reported as done', async () => {
		const { error } = await play('DELETE', [
			{ result: answer(503), effect: false },
			{ result: answer(409), effect: false },
		]);
		const { message, description } = errorText(error!, { action: 'Cancel scheduled reply' });
		expect(message).toBe(
			"Could not cancel scheduled reply: first the helpdesk is temporarily unavailable, then the record's current state does not allow this change. It may have been applied; 2 attempts",
		);
		expect(description).toContain('It is unknown whether the first attempt was applied');
	});
});
