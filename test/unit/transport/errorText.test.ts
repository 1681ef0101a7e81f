import { ApiError, type Task } from '../../../transport/apiError';
import { errorText } from '../../../transport/errorText';
import type { ApiRequest, AttemptResult, FailureKind } from '../../../transport/request';

interface Failed {
	request?: Partial<ApiRequest>;
	body?: object;
	mayHaveBeenApplied?: boolean;
	attempts?: number;
}

const task: Task = { action: 'Add note' };
const answered = (status: number, body: object = {}): AttemptResult => ({ kind: 'answer', answer: { status, headers: {}, body } });
const ended = (failure: FailureKind, code = ''): AttemptResult => ({ kind: 'noAnswer', failure, code });
const failed = (result: AttemptResult, { request, mayHaveBeenApplied = false, attempts = 1 }: Failed = {}) =>
	new ApiError({ method: 'GET', path: '/x', ...request }, result, mayHaveBeenApplied, attempts);

describe('the words for a failed request', () => {
	it('a refusal after an open end is said to tell nothing, an open end alone is not', () => {
		const descriptionOf = (status: number) => errorText(failed(answered(status), { mayHaveBeenApplied: true }), task).description;
		expect(descriptionOf(404)).toContain(
			'Either the earlier attempt did it, or it was not possible: this answer does not tell. Look in the helpdesk',
		);
		expect(descriptionOf(503)).toMatch(/^Look in the helpdesk whether it happened/);
	});

	it("what the helpdesk said stands before what to do, with the editor's names of fields", () => {
		const fieldName = (name: string) => ({ ids: "'IDs'", 'a.b_c': "'B'", note: "'Note'" })[name];
		const body = {
			message: 'Wrong',
			errors: { 'ids.0': ['No.'], 'ids.12': ['No.'], 'a.b_c': ['No.'], note: ['One.\nTwo'], other: ['No.'] },
			code: 'ERROR_X',
		};
		expect(errorText(failed(answered(422, body)), { ...task, fieldName })).toMatchObject({
			description:
				"The helpdesk says: Wrong. 'IDs', entry 1: No. 'IDs', entry 13: No. 'B': No. 'Note': One.\nTwo. other: No. Code: ERROR_X. Correct the value and run the step again.",
			statusCode: 422,
			code: 'ERROR_X',
		});
	});

	it('fields have the names of the API where the operation knows none, and the ID of the request stands behind them', () => {
		const id = '0f8fad5b-d9cd-469f-a165-70867728950e';
		const { description, requestId } = errorText(failed(answered(422, { errors: { note: ['No.'] }, id })), task);
		expect(description).toBe(`note: No. Request ID: ${id}. Correct the value and run the step again.`);
		expect(requestId).toBe(id);
	});

	it('the code of a broken connection stands at the end, none where there is none', () => {
		expect(errorText(failed(ended('broken', 'ECONNRESET')), task).description).toMatch(/ \(ECONNRESET\)$/);
		expect(errorText(failed(ended('broken')), task).description).toBe('Check the connection between n8n and the helpdesk.');
	});

	it('by which IDs a record was asked for is said of a 404 alone, and what was found afterwards always', () => {
		const descriptionOf = (status: number) => {
			const error = failed(answered(status));
			error.task = { ...task, askedFor: 'Asked for c1.' };
			error.foundAfter = 'It is there.';
			return errorText(error, { action: 'Something else' }).description;
		};
		expect(descriptionOf(404)).toMatch(/^Asked for c1\. It is there\. Check the ID/);
		expect(descriptionOf(409)).toMatch(/^It is there\. /);
	});

	it.each<[string, Partial<ApiRequest>, boolean, string[]]>([
		['deleting an automation', { method: 'DELETE', path: '/inbox/i1/automations/a1' }, false, ['delete_automations']],
		['reading one', { method: 'GET', path: '/inbox/i1/automations/a1' }, false, []],
		['deleting something else', { method: 'DELETE', path: '/tags/t1' }, false, []],
		['what needs a personal access token', {}, true, ['issued to a partner']],
	])('other causes of a 403: %s', (_, request, patOnly, causes) => {
		const { description } = errorText(failed(answered(403), { request }), { ...task, patOnly });
		expect(['delete_automations', 'issued to a partner'].filter((cause) => description.includes(cause))).toEqual(causes);
		expect(description).toMatch(causes.length > 0 ? /of a user who can\. (Deleting|Or)[^.]*\.$/ : /of a user who can\.$/);
	});

	it('a file that could not be fetched from elsewhere is not blamed on the helpdesk', () => {
		const messageOf = (result: AttemptResult, redirectedTo?: string) => errorText(failed(result, { request: { redirectedTo } }), task).message;
		const elsewhere = 'the address to which the helpdesk sends for the file could not be reached';
		expect(messageOf(ended('notReached'), 'https://files.example.com')).toContain(elsewhere);
		expect(messageOf(ended('notReached'))).not.toContain(elsewhere);
		expect(messageOf(ended('broken'), 'https://files.example.com')).not.toContain(elsewhere);
		expect(messageOf(answered(404), 'https://files.example.com')).not.toContain(elsewhere);
	});

	it("an operation's own reason, by status or failure", () => {
		const reasons = { 404: { why: 'no such tag', todo: 'Create it.' }, broken: { why: 'cut', todo: 'Mend it.' } };
		expect(errorText(failed(answered(404)), { ...task, reasons })).toMatchObject({
			message: 'Could not add note: no such tag',
			description: 'Create it.',
		});
		expect(errorText(failed(ended('broken')), { ...task, reasons }).message).toBe('Could not add note: cut');
		expect(errorText(failed(answered(409)), { ...task, reasons }).message).toContain('the present state');
	});

	it.each<[string, number, Partial<ApiRequest>, Partial<Task>, [unconfirmed: boolean, orMissing: boolean]]>([
		['a record', 404, {}, { path: '/tags/{tag_id}' }, [true, true]],
		['a list', 404, {}, { path: '/tags' }, [true, false]],
		['what may name a record', 404, {}, {}, [true, true]],
		['a write to a list', 404, { method: 'POST' }, { path: '/tags' }, [true, true]],
		['a method', 405, {}, { path: '/tags/{tag_id}' }, [true, false]],
		['a value', 422, {}, { path: '/tags/{tag_id}' }, [false, false]],
	])('of a provisional endpoint, %s that is refused with %i', (_, status, request, more, expected) => {
		const { message, description } = errorText(failed(answered(status), { request }), { ...task, provisional: true, ...more });
		expect([message.includes('is not confirmed'), description.includes('Where it works for others')]).toEqual(expected);
		if (expected[0])
			expect(description).toMatch(expected[1] ? /as found there\. Where it works for others, check the ID\.$/ : /as found there\.$/);
		expect(errorText(failed(answered(status), { request }), { ...task, ...more }).message).not.toContain('is not confirmed');
	});
});

describe('a failed request', () => {
	it('keeps no body of its answer', () => {
		expect(failed(answered(404, { message: 'x' })).result).toEqual({ kind: 'answer', answer: { status: 404, headers: {}, body: undefined } });
		expect(failed(ended('broken', 'X')).result).toEqual(ended('broken', 'X'));
	});

	it.each<[AttemptResult, string, number | undefined]>([
		[answered(404), 'HTTP 404', 404],
		[ended('broken', 'ECONNRESET'), 'ECONNRESET', undefined],
		[ended('broken'), 'broken', undefined],
	])('%j is called "%s"', (result, message, status) => expect(failed(result)).toMatchObject({ message, status }));
});
