import { watch } from '../../../nodes/HelpdeskTrigger/core/changes';
import type { WatchState } from '../../../nodes/HelpdeskTrigger/core/changesState';
import { AcceptedPageSize } from '../../../nodes/HelpdeskTrigger/core/paging';
import type { PageRead, PageRequest, Reply } from '../../../nodes/HelpdeskTrigger/core/protocol';
import { reachedStates } from '../../../nodes/HelpdeskTrigger/core/views';
import { watchedFields, type Watched } from '../../../nodes/HelpdeskTrigger/core/watched';
import { HOUR, reachedBench, reachedOptions } from './support/reachedModel';
import { optionsFor } from './support/triggerModel';

const BASE = Date.UTC(2026, 0, 5, 8);
const STATUS = watchedFields(['status']);
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

/** A page of conversations, of which each was created so many ms after the base. */
const page = (created: number[], lastPage = 1): Reply => ({
	records: created.map((ms) => ({ id: `c${ms}`, status: 'Active', tags: [], created_at: new Date(BASE + ms).toISOString() })),
	lastPage,
	perPage: 100,
});

/** One poll that reads these pages. */
function poll(old: WatchState | undefined, answer: (request: PageRequest, count: number) => Reply, watched: Watched = STATUS, sharers = 1) {
	const options = { ...optionsFor('conversationUpdated', ['a']), size: new AcceptedPageSize(100), sharers };
	const reading = watch(old, watched, options);
	const asked: number[] = [];
	let step = reading.next();
	while (!step.done) {
		if (asked.length > 100) throw new Error('It does not end');
		if ('read' in step.value) {
			asked.push(step.value.read.page);
			step = reading.next(answer(step.value.read, asked.length));
		} else step = reading.next({ room: 10 });
	}
	return { asked, ...step.value };
}

describe('what a poll that compares conversations keeps', () => {
	it('is a fingerprint of each, and that it was read whole', () => {
		const { asked, state } = poll(undefined, () => page([5]));
		expect(asked).toEqual([1]);
		expect(state.prints).toHaveLength(13);
		expect(state.inboxes.a).toMatchObject({ isLearned: true, at: 0 });
	});

	it('has the room that other readings and what else is kept leave', () => {
		const kept = (watched: Watched) => poll(undefined, () => page(numbers(5)), watched, 5_000).state.prints.length / 13;
		expect([kept(STATUS), kept(reachedStates(reachedOptions(['tagAdded'])))]).toEqual([3, 2]);
	});

	it('is certain as of when the reading of an inbox began', () => {
		const { state } = poll(undefined, (_, count) => page(count === 1 ? numbers(100) : [5_000], 2));
		expect(state.inboxes.a).toMatchObject({ isLearned: true, at: 0, certain: BASE + 100 });
		expect(state.clock).toBe(BASE + 5_000);
	});
});

describe('when an inbox of which changes are told begins', () => {
	it('is just after the latest of its records, where no other time shows, and open where none does', () => {
		const begun = (created: number[]) => poll(undefined, () => page(created)).state.inboxes.a!.begun;
		expect([begun([5]), begun([])]).toEqual([BASE + 6, undefined]);
	});
});

describe('an inbox that is new, with more conversations than a page', () => {
	const list = numbers(250);
	const part = ({ page: number, perPage }: PageRequest): Reply => ({
		...(page(list.slice((number - 1) * perPage, number * perPage)) as PageRead),
		lastPage: Math.ceil(list.length / perPage),
		perPage,
	});

	it.each([
		['is read whole at once', 50, true],
		['is read as far as it can be remembered', 60, false],
	])('%s', (_, sharers, isLearned) => {
		expect(poll(undefined, part, STATUS, sharers).state.inboxes.a!.isLearned).toBe(isLearned);
	});

	it('is left for this poll where a page of it cannot be read', () => {
		const { asked, state } = poll(undefined, (request, count) => (count === 2 ? 'unread' : part(request)));
		expect([asked.length, state.inboxes.a!.isLearned]).toEqual([2, false]);
	});
});

describe('who is due and was on no page', () => {
	it('is forgotten where his conversation is gone', async () => {
		const { inboxes, poll: next, pass, begin } = reachedBench(['customerWaiting']);
		await begin();
		const { id } = inboxes.create();
		await next();
		inboxes.records.shift();
		pass(2 * HOUR);
		const asked = async () => {
			inboxes.asked = [];
			expect(await next()).toEqual([]);
			return inboxes.asked.some(({ conversationId }) => conversationId === id);
		};
		expect([await asked(), await asked()]).toEqual([true, false]);
	});
});
