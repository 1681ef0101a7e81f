import { emptyIfRefused } from '../../../nodes/shared/emptyIfRefused';
import { ApiError, InputError, PageError } from '../../../transport';

const answered = (status: number) =>
	new ApiError({ method: 'GET', path: '/tags' }, { kind: 'answer', answer: { status, headers: {}, body: {} } }, false, 1);

describe('a list', () => {
	it.each([400, 403, 404, 405, 410, 422, 499, 501])('that the helpdesk does not give is an empty one: %d', async (status) => {
		expect(await emptyIfRefused(Promise.reject(answered(status)))).toEqual([]);
	});

	it.each([307, 399, 401, 407, 408, 425, 429, 500, 502, 503])('that could not be asked for fails: %d', async (status) => {
		await expect(emptyIfRefused(Promise.reject(answered(status)))).rejects.toMatchObject({ status });
	});

	it('to which no answer came fails, and so does a mistake of ours', async () => {
		const unanswered = new ApiError({ method: 'GET', path: '/tags' }, { kind: 'noAnswer', ending: 'broken', code: '' }, false, 1);
		await expect(emptyIfRefused(Promise.reject(unanswered))).rejects.toBe(unanswered);
		await expect(emptyIfRefused(Promise.reject(new TypeError('ours')))).rejects.toThrow('ours');
	});

	it('of an unknown form, and of an ID that no address can hold, is an empty one', async () => {
		expect(await emptyIfRefused(Promise.reject(new PageError('no list')))).toEqual([]);
		expect(await emptyIfRefused(Promise.reject(new InputError('no ID', '')))).toEqual([]);
	});
});
