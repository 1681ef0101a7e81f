import { WriteTracker } from '../../../nodes/Helpdesk/run/once/writeTracker';
import { ApiError, DroppedError, InputError, type ApiRequest } from '../../../transport';

const post: ApiRequest = { method: 'POST', path: '/conversation/c1/note' };
const patch: ApiRequest = { method: 'PATCH', path: '/conversation/c1' };
const get: ApiRequest = { method: 'GET', path: '/conversation/c1' };
const refusal = (request: ApiRequest, status = 422) => new ApiError(request, { kind: 'answer', answer: { status, headers: {}, body: {} } }, false, 1);
const unknown = (request: ApiRequest) => new ApiError(request, { kind: 'noAnswer', ending: 'broken', code: '' }, true, 1);
const answer = { status: 200, headers: {}, body: {} };

/** Sends requests that end so, one after the other. */
async function after(ends: Array<[ApiRequest, (Error & { mayHaveBeenApplied?: boolean }) | undefined]>, tracker = new WriteTracker()) {
	for (const [request, error] of ends)
		await tracker
			.over(async () => (error ? await Promise.reject(error) : await Promise.resolve(answer)))(request)
			.catch(() => undefined);
	return tracker;
}

describe('what an item has written', () => {
	it.each<[string, Parameters<typeof after>[0], [mustNotResend: boolean, mayHaveBeenApplied: boolean]]>([
		['nothing', [], [false, false]],
		['nothing by reading', [[get, undefined]], [false, false]],
		['nothing by reading that failed', [[get, unknown(get)]], [false, false]],
		['something by a write that was answered', [[patch, undefined]], [true, false]],
		['nothing by a write that was refused', [[post, refusal(post)]], [false, false]],
		['perhaps something by a POST of unknown fate, which must not be sent again', [[post, unknown(post)]], [true, true]],
		['perhaps something by a PATCH of unknown fate, which may be', [[patch, unknown(patch)]], [false, true]],
	])('is %s', async (_, ends, expected) => {
		const tracker = await after(ends);
		expect([tracker.mustNotResend, tracker.mayHaveBeenApplied]).toEqual(expected);
	});

	it('stays open by the last write of unknown fate alone: a refusal leaves nothing open', async () => {
		const [first, last] = [unknown(patch), unknown(post)];
		expect((await after([[post, refusal(post)]])).open).toBeUndefined();
		expect((await after([[get, unknown(get)]])).open).toBeUndefined();
		const tracker = await after([
			[patch, first],
			[post, last],
		]);
		expect(tracker.open).toBe(last);
	});

	it('is not settled by a refusal after a write of unknown fate', async () => {
		const late = refusal(patch, 404);
		await after([
			[patch, unknown(patch)],
			[patch, late],
		]);
		expect(late.mayHaveBeenApplied).toBe(true);
		const written = refusal(patch, 404);
		await after([
			[post, undefined],
			[patch, written],
		]);
		expect(written.mayHaveBeenApplied).toBe(true);
	});

	it('goes over to the next attempt', async () => {
		const open = unknown(patch);
		const next = new WriteTracker(await after([[patch, open]]));
		expect([next.mustNotResend, next.mayHaveBeenApplied, next.open]).toEqual([false, true, open]);
		const fresh = new WriteTracker(new WriteTracker());
		expect([fresh.mayHaveBeenApplied, fresh.open]).toEqual([false, undefined]);
	});

	it('may be something where a request was dropped after an attempt of unknown fate', async () => {
		const dropped = Object.assign(new DroppedError(), { mayHaveBeenApplied: true });
		expect((await after([[post, dropped]])).mayHaveBeenApplied).toBe(true);
		expect((await after([[post, new DroppedError()]])).mayHaveBeenApplied).toBe(false);
	});
});

describe('a failure', () => {
	it('tells of the item what it has written before, and leaves the error that others share as it is', async () => {
		const shared = refusal(get, 404);
		const wrote = await after([[post, undefined]]);
		expect(wrote.explain(shared)).toMatchObject({ mayHaveBeenApplied: true });
		expect([shared.mayHaveBeenApplied, (new WriteTracker().explain(shared) as ApiError).mayHaveBeenApplied]).toEqual([false, false]);
		expect((await after([[patch, unknown(patch)]])).explain(new InputError('wrong', ''))).toMatchObject({ mayHaveBeenApplied: true });
		const ours = new TypeError('ours');
		expect(wrote.explain(ours)).toBe(ours);
	});
});
