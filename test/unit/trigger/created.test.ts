import { conversationCreated, type CreatedOptions } from '../../../nodes/HelpdeskTrigger/core/created';
import { Seen, type CreatedCursor, type CreatedState } from '../../../nodes/HelpdeskTrigger/core/createdState';
import { idHash } from '../../../nodes/HelpdeskTrigger/core/fingerprints';
import { AcceptedPageSize } from '../../../nodes/HelpdeskTrigger/core/paging';
import type { PageRead, PageRequest, Reply } from '../../../nodes/HelpdeskTrigger/core/protocol';

const BASE = Date.UTC(2026, 0, 5, 8);
const LOOK_BACK = 1_000;

/** Records by their ID, with their creation in ms since the base. */
type Listed = Array<[id: string, created: number]>;
const pageOf = (
	listed: Listed,
	{ lastPage = 1, perPage = 100, header }: { lastPage?: number; perPage?: number; header?: number } = {},
): PageRead => ({
	records: listed.map(([id, created]) => ({ id, created_at: new Date(BASE + created).toISOString() })),
	lastPage,
	perPage,
	...(header !== undefined && { serverTime: BASE + header }),
});
const cursor = (floor: number, more: Partial<CreatedCursor> = {}): CreatedCursor => ({ floor: BASE + floor, dealt: [], candidate: 0, ...more });
const stateOf = (inboxes: Record<string, CreatedCursor>): CreatedState => ({ clock: BASE, inboxes, seenFrom: 0, seen: '' });

/** One poll: what it asked for, how many it found, what it told in which portions, and its state in the end. */
function poll(
	old: CreatedState | undefined,
	answer: (request: PageRequest, count: number) => Reply,
	{ room = 10, size = 100, ...options }: Partial<Omit<CreatedOptions, 'size'>> & { room?: number; size?: number } = {},
) {
	const chosen = { inboxIds: ['a'], lookBack: LOOK_BACK, mostHeld: 10, maxEvents: 10, ...options, size: new AcceptedPageSize(size) };
	const reading = conversationCreated(old, chosen);
	const asked: string[] = [];
	const found: number[] = [];
	const told: unknown[][] = [];
	let step = reading.next();
	while (!step.done) {
		const { value } = step;
		if ('read' in value) {
			asked.push(`${value.read.inboxId}${value.read.page}`);
			if (asked.length > 100) throw new Error('It does not end');
			step = reading.next(answer(value.read, asked.length));
		} else if ('found' in value) {
			found.push(value.found);
			step = reading.next({ room });
		} else {
			told.push(value.emit.map(({ record }) => record.id));
			step = reading.next();
		}
	}
	told.push(step.value.events.map(({ record }) => record.id));
	return { asked, found, told, state: step.value.state };
}

describe('what a poll of Conversation Created holds', () => {
	const three = pageOf([
		['c3', 3],
		['c2', 2],
		['c1', 1],
	]);

	it.each([
		[1, 3],
		[3, 1],
	])('is as many as it may emit, and as it may hold (%i, %i)', (mostHeld, maxEvents) => {
		expect(poll(stateOf({ a: cursor(0) }), () => three, { mostHeld, maxEvents }).found).toEqual([3]);
	});

	it('is told in as many portions as there is room for, the oldest first', () => {
		expect(poll(stateOf({ a: cursor(0) }), () => three, { room: 1 })).toMatchObject({ found: [3, 2, 1], told: [['c1'], ['c2'], ['c3']] });
	});
});

describe('a Start From that was taken away', () => {
	it.each([
		['waits for its time begins now', 1, [], 500],
		['has come goes on', 0, ['c1'], 0],
	])('in an inbox that %s', (_, floor, told, after) => {
		const page = pageOf([['c1', 0]], { header: 500 });
		const reading = poll(stateOf({ a: cursor(floor) }), () => page, { startFromRemoved: true });
		expect([reading.told, reading.state.inboxes.a!.floor]).toEqual([[told], BASE + after]);
	});
});

describe('an inbox whose pages show fewer records than places', () => {
	it('is read again at its beginning, until as many were seen', () => {
		const pages = ['12', '23', '12', '34'].map((ids) => [...ids].map((id): Listed[0] => [id, 0]));
		const { asked } = poll(undefined, (_, count) => pageOf(pages[count - 1]!, { lastPage: 2, perPage: 2, header: 0 }), { size: 2 });
		expect(asked).toEqual(['a1', 'a2', 'a1', 'a2']);
	});

	it('is read ten times at the most, and is not dealt with then', () => {
		const { asked, state } = poll(stateOf({ a: cursor(0) }), (_, count) => pageOf(Array<Listed[0]>(20).fill([`c${count}`, 5])), { mostHeld: 20 });
		expect(asked).toHaveLength(10);
		expect(state.inboxes.a).toMatchObject({ candidate: 0, isIncomplete: true });
	});

	it('is read once where nothing of it is new', () => {
		const { asked } = poll(stateOf({ a: cursor(0) }), () => pageOf(Array<Listed[0]>(20).fill(['c1', -5])));
		expect(asked).toHaveLength(1);
	});
});

describe('an inbox of which nothing shows the time', () => {
	const answers =
		(ofA: Listed, ofB: Listed) =>
		({ inboxId }: PageRequest): Reply =>
			pageOf(inboxId === 'a' ? ofA : ofB, { header: inboxId === 'b' && ofB.length > 0 ? 5_000 : undefined });
	const inboxIds = ['a', 'b'];
	const waiting = { floor: -1, dealt: [], candidate: 0 };

	it('waits for it where no other shows it either', () => {
		expect(poll(undefined, answers([], []), { inboxIds }).state.inboxes.a).toMatchObject({ floor: -1 });
	});

	it('begins with the first that does, and Look Back before that where it was empty in a poll before', () => {
		const floorFrom = (old?: CreatedState) => poll(old, answers([], [['c1', 4_000]]), { inboxIds }).state.inboxes.a!.floor - BASE;
		const old = { ...stateOf({ a: waiting, b: waiting }), clock: 0 };
		expect([floorFrom(), floorFrom(old)]).toEqual([5_000, 5_000 - LOOK_BACK]);
	});

	it('tells all that comes into it before that', () => {
		const reading = poll({ ...stateOf({ a: waiting, b: waiting }), clock: 0 }, answers([['c1', 4_000]], []), { inboxIds });
		expect([reading.told, reading.state.inboxes.a!.floor]).toEqual([[['c1']], -1]);
	});

	it('has not begun where a poll ends before its first page', () => {
		const options = { inboxIds, lookBack: LOOK_BACK, mostHeld: 10, maxEvents: 10, size: new AcceptedPageSize(100) };
		const reading = conversationCreated(undefined, options);
		const soFar = (step: ReturnType<typeof reading.next>) => (step.value as { soFar: () => CreatedState }).soFar().inboxes;
		expect(soFar(reading.next())).toEqual({});
		reading.next(pageOf([['c1', 0]], { header: 10, lastPage: 2 }));
		const paused = conversationCreated(undefined, options);
		paused.next();
		expect(soFar(paused.next(pageOf([['c1', 0]], { header: 10 })))).toEqual({ a: expect.anything() as unknown, b: cursor(10) });
	});
});

describe('what is there when an inbox begins', () => {
	const begin = (created: number, old?: CreatedState) => {
		const answer = ({ inboxId }: PageRequest) => pageOf(inboxId === 'a' ? [['c1', created]] : [], { header: 0 });
		const { state, told } = poll(old, answer, { inboxIds: old ? ['b', 'a'] : ['a'] });
		expect(told).toEqual([[]]);
		return { isSeen: new Seen(state.seen).has(idHash('c1')), there: state.inboxes.a!.there };
	};

	it.each([
		['at the beginning of Look Back', -LOOK_BACK, { isSeen: true }],
		['before it', -LOOK_BACK - 1, { isSeen: false }],
		['a moment before the beginning', -1, { isSeen: true }],
		['at it', 0, { isSeen: true, there: BASE }],
		['in the rest of its second', 5, { isSeen: true, there: BASE + 5 }],
	])('is remembered where it was created %s', (_, created, expected) => {
		expect(begin(created)).toEqual({ there: undefined, ...expected });
	});

	it('is remembered where it would be new in another inbox', () => {
		expect(begin(-LOOK_BACK - 1, stateOf({ b: cursor(-LOOK_BACK - 1) })).isSeen).toBe(true);
		expect(begin(-LOOK_BACK - 1, stateOf({ b: cursor(-LOOK_BACK) })).isSeen).toBe(false);
	});
});

describe('an inbox that is back', () => {
	it('has the others read once more down to where it was read, and no further', () => {
		const pages: Listed[] = [
			[
				['b1', 110],
				['b2', 90],
			],
			[
				['b3', 50],
				['b4', -10],
			],
			[['b5', -20]],
		];
		const answer = ({ inboxId, page }: PageRequest) =>
			inboxId === 'a' ? pageOf([['a1', -5]]) : pageOf(pages[page - 1]!, { lastPage: 3, perPage: 2 });
		const dealt: CreatedCursor['dealt'] = [[BASE, BASE + 100]];
		const old = stateOf({ a: cursor(0), b: cursor(0, { dealt, candidate: BASE + 100 }) });
		expect(poll(old, answer, { inboxIds: ['a', 'b'], size: 2 }).asked).toEqual(['a1', 'b1', 'b1', 'b2']);
	});

	it.each([
		['could not be read at the last poll', {}, false, true],
		['could not, and is read whole', {}, true, true],
		['showed too little then, and is read whole', { isIncomplete: true as const }, true, true],
		['showed too little then, and does again', { isIncomplete: true as const }, false, false],
		['was read then', { candidate: BASE + 1 }, true, false],
	])('is one that %s, or not', (_, more, isWhole, isBack) => {
		const ofA = pageOf(
			isWhole
				? [['a1', -5]]
				: [
						['a1', -5],
						['a1', -5],
					],
		);
		const ofB = pageOf(
			[
				['b1', 90],
				['b2', 80],
			],
			{ lastPage: 2, perPage: 2 },
		);
		const old = stateOf({ a: cursor(0, more), b: cursor(0, { dealt: [[BASE, BASE + 100]], candidate: BASE + 100 }) });
		const { asked } = poll(
			old,
			({ inboxId, page }) => (inboxId === 'a' ? ofA : page === 1 ? ofB : pageOf([['b3', -1]], { lastPage: 2, perPage: 2 })),
			{
				inboxIds: ['a', 'b'],
				size: 2,
			},
		);
		expect(asked.filter((each) => each === 'b1')).toHaveLength(isBack ? 2 : 1);
	});
});

describe('what a reading has dealt with', () => {
	const candidates = (ofA: Listed) => {
		const answer = ({ inboxId }: PageRequest) => pageOf(inboxId === 'a' ? ofA : [['b1', 20_000]]);
		const { a, b } = poll(stateOf({ a: cursor(0), b: cursor(0) }), answer, { inboxIds: ['a', 'b'] }).state.inboxes;
		return [a!.candidate, b!.candidate];
	};

	it('goes up to Look Back before the first of the inboxes that are read whole', () => {
		expect(candidates([['a1', 10_000]])).toEqual([BASE + 9_000, BASE + 9_000]);
		expect(
			candidates([
				['a1', -5],
				['a1', -5],
			]),
		).toEqual([0, BASE + 19_000]);
	});

	it('is not told again by an earlier Start From, and what was there at the beginning is', () => {
		const old = { ...stateOf({ a: cursor(0, { dealt: [[BASE, BASE + 100]] }) }), seenFrom: BASE + 1_000 };
		expect(
			poll(
				old,
				() =>
					pageOf([
						['c2', 50],
						['c1', -50],
					]),
				{ startFrom: BASE - 60 },
			).told,
		).toEqual([['c1']]);
		const begun = poll(undefined, () => pageOf([['c1', 0]])).state;
		expect(poll(begun, () => pageOf([['c1', 0]]), { startFrom: BASE }).told).toEqual([['c1']]);
	});

	it('stays where an inbox is empty', () => {
		const answer = ({ inboxId }: PageRequest) => pageOf(inboxId === 'a' ? [] : [['b1', 5]]);
		expect(poll(stateOf({ a: cursor(0), b: cursor(0) }), answer, { inboxIds: ['a', 'b'] }).state.inboxes.a!.floor).toBe(BASE);
	});
});
