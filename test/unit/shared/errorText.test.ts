import { ApiError, type Task } from '../../../transport/apiError';
import { errorText } from '../../../nodes/shared/errorText';
import type { AttemptResult, FailureKind } from '../../../transport/request';

const task: Task = { action: 'Add note' };
const answered = (status: number, body: object = {}): AttemptResult => ({
	kind: 'answer',
	answer: { status, headers: {}, body },
});
const ended = (failure: FailureKind, code = ''): AttemptResult => ({ kind: 'noAnswer', failure, code });
const failed = (result: AttemptResult, attempts = 1) =>
	new ApiError({ method: 'GET', path: '/x' }, result, false, attempts, 3_200);

describe('the text for a failed request', () => {
	it('contains the reason of the operation for a status or failure kind', () => {
		const reasons = { 404: { why: 'no such tag', todo: 'Create it.' }, broken: { why: 'cut', todo: 'Mend it.' } };
		expect(errorText(failed(answered(404)), { ...task, reasons })).toMatchObject({
			message: 'Could not add note: no such tag',
			description: 'Create it.',
		});
		expect(errorText(failed(ended('broken')), { ...task, reasons }).message).toBe('Could not add note: cut');
		expect(errorText(failed(answered(409)), { ...task, reasons }).message).toContain("the record's current state");
	});
});

describe('a failed request', () => {
	it('says for how long a request was tried', () => {
		const { description } = errorText(failed(answered(503), 4), task);
		expect(description).toMatch(/ It was tried for 4 seconds\.$/);
	});

	it('contains the code of a broken connection', () => {
		expect(Object.values(errorText(failed(ended('broken', 'ECONNRESET')), task)).join(' ')).toContain(
			'(ECONNRESET)',
		);
	});

	it('does not keep the body of its response', () => {
		expect(failed(answered(404, { message: 'x' })).result).toEqual({
			kind: 'answer',
			answer: { status: 404, headers: {}, body: undefined },
		});
		expect(failed(ended('broken', 'X')).result).toEqual(ended('broken', 'X'));
	});

	it.each<[AttemptResult, string, number | undefined]>([
		[answered(404), 'HTTP 404', 404],
		[ended('broken', 'ECONNRESET'), 'ECONNRESET', undefined],
		[ended('broken'), 'broken', undefined],
	])('shows the result %j as "%s"', (result, message, status) =>
		expect(failed(result)).toMatchObject({ message, status }),
	);
});
