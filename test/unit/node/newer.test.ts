import { heldBack, NotSent } from '../../../nodes/Helpdesk/run/guards/heldBack';
import { newerChange, newerMessages } from '../../../nodes/Helpdesk/run/guards/newer';
import { InputError } from '../../../transport';

const MS = Date.UTC(2026, 2, 2, 9);
/** 09:00 and so many seconds. */
const at = (seconds: number) => new Date(MS + seconds * 1_000).toISOString();
const from = (id: string, seconds?: number, changes: object = {}) => ({
	id,
	direction: 'inbound',
	text_body: 'x',
	...(seconds === undefined ? {} : { created_at: at(seconds) }),
	...changes,
});
const UNTOLD = 'Whether the conversation is unchanged cannot be told: ';
const reasonOf = (rows: unknown[], since: { id: string } | { at: number }, isWhole = true, but?: string) =>
	newerMessages({ rows, answers: [], isWhole }, since as never, but)?.reason;
const note = { direction: 'internal', record_type: 'note' };

describe('of messages since a known one', () => {
	it('there are none, by its ID and by its time', () => {
		const rows = [from('a', 0), from('b', 1)];
		expect([reasonOf(rows, { id: 'b' }), reasonOf(rows, { at: MS + 1_000 })]).toEqual([undefined, undefined]);
	});

	it('each is told by its ID, its time and its writer', () => {
		const rows = [from('a', 0), from('b', 1), { direction: 'outbound', text_body: 'x', created_at: at(2) }];
		const newest = { id: null, created_at: at(2), from: 'teammate' };
		expect(newerMessages({ rows, answers: [], isWhole: false }, { at: MS + 1_000 } as never)).toEqual({
			reason: 'The conversation has a newer message',
			new_messages: [newest],
		});
		expect(newerMessages({ rows, answers: [], isWhole: false }, { id: 'a' } as never)).toEqual({
			reason: 'The conversation has 2 newer messages',
			new_messages: [{ id: 'b', created_at: at(1), from: 'customer' }, newest],
		});
	});

	it('one without a time is told as that', () => {
		const rows = [from('a', 0), from('b'), from('c', 1)];
		expect(newerMessages({ rows: [from('b')], answers: [], isWhole: true }, { at: MS } as never)?.reason).toBe(
			`${UNTOLD}its messages show no times.`,
		);
		expect(reasonOf(rows, { id: 'a' })).toBe(`${UNTOLD}its messages show no times.`);
		expect(reasonOf(rows, { at: MS + 1_000 })).toBe(`${UNTOLD}its messages show no times.`);
	});

	it.each<[string, unknown[], boolean]>([
		['there may be more', [from('a', 0)], false],
		['there may be more, behind a note', [from('a', 0), from('n', 1, note)], false],
	])('cannot be told where %s', (_, rows, isWhole) => {
		expect(reasonOf(rows, { id: 'a' }, isWhole)).toBe(`${UNTOLD}the helpdesk may have more messages than it shows.`);
		expect(reasonOf(rows, { at: MS }, isWhole)).toBe(`${UNTOLD}the helpdesk may have more messages than it shows.`);
	});

	it('cannot be told where the helpdesk shows no message', () => {
		for (const rows of [[], [from('n', 0, note)]]) {
			expect([reasonOf(rows, { id: 'n' }), reasonOf(rows, { at: MS })]).toEqual(Array(2).fill(`${UNTOLD}the helpdesk shows no message of it.`));
		}
	});

	it('cannot be told where the known one is not there', () => {
		expect(reasonOf([from('a', 0)], { id: 'b' })).toBe(`${UNTOLD}it has no message with the ID of 'Only If Unchanged Since'.`);
		expect(reasonOf([from('a', 0)], { id: 'a' })).toBeUndefined();
	});

	it('cannot be told without times, unless the known one is the only message', () => {
		expect(reasonOf([from('a'), from('b')], { id: 'b' })).toBe(`${UNTOLD}its messages show no times.`);
		expect(reasonOf([from('a'), from('n', undefined, note)], { id: 'a' })).toBeUndefined();
		expect(reasonOf([from('n', undefined, note), from('a')], { id: 'n' })).toBe(`${UNTOLD}its messages show no times.`);
	});

	it('cannot be told where one stands behind the known one by the list alone', () => {
		expect(reasonOf([from('a', 0), from('b', 2), from('c', 3), from('d', 1)], { id: 'c' })).toBe(
			`${UNTOLD}the times of its messages contradict their order.`,
		);
		expect(reasonOf([from('a', 0), from('b', 2), from('c', 3), from('d', 1, note)], { id: 'c' })).toBeUndefined();
	});

	it('what is about to be sent does not count, and notes do not', () => {
		const rows = [from('a', 0), from('n', 1, note), from('s', 2, { direction: 'outbound' })];
		expect([reasonOf(rows, { id: 'a' }, true, 's'), reasonOf(rows, { at: MS }, true, 's')]).toEqual([undefined, undefined]);
		expect(reasonOf(rows, { id: 'a' }, true, 'other')).toBe('The conversation has a newer message');
		expect(reasonOf([from('a', 0), from('s', undefined, { direction: 'outbound' })], { at: MS }, true, 's')).toBeUndefined();
	});
});

describe('of changes since a time', () => {
	const CHANGED = { reason: 'The conversation was changed after that', updated_at: at(1) };
	const WRITTEN = { reason: 'The conversation has a newer message', updated_at: at(1) };
	it.each<[string, object, object | undefined]>([
		['the record was changed before', { updated_at: at(0) }, undefined],
		['it was changed later', { updated_at: at(1) }, CHANGED],
		['it was changed later, and a message came before that', { updated_at: at(1), last_message_created_at: at(0) }, CHANGED],
		['a message came later', { updated_at: at(0), last_message_created_at: at(1) }, WRITTEN],
		['a message came later that the record holds', { updated_at: at(0), last_message: { created_at: at(1) } }, WRITTEN],
		['it shows the message alone', { last_message_created_at: at(1) }, WRITTEN],
		['it shows no time', { last_message: 'x' }, { reason: `${UNTOLD}it does not show when it was changed.` }],
	])('%s', (_, record, expected) => {
		expect(newerChange(record as never, { at: MS })).toEqual(expected);
	});
});

describe('what is held back', () => {
	const notSent = new NotSent('c1', { reason: 'It is there.' });
	const thrown = (task: () => unknown): unknown => {
		try {
			task();
		} catch (error) {
			return error;
		}
		return undefined;
	};

	it('comes out as skipped with the reason; another error stays what it is', () => {
		expect(notSent.message).toBe('It is there.');
		expect(heldBack(notSent, { mayHaveBeenApplied: false } as never)).toEqual([
			{ json: { id: 'c1', message: 'Nothing was sent', skipped: true, reason: 'It is there.' } },
		]);
		const other = new Error('other');
		expect(thrown(() => heldBack(other, { mayHaveBeenApplied: false } as never))).toBe(other);
	});

	it('fails where an attempt before may have been applied, and says what was found after it', () => {
		const open = new Error('open');
		const again = thrown(() => heldBack(notSent, { open, mayHaveBeenApplied: true } as never));
		expect(Object.getPrototypeOf(again)).toBe(open);
		expect(again).toMatchObject({ foundAfter: 'After that it was held back: It is there.' });
		const error = thrown(() => heldBack(new NotSent('c1', { reason: 'Fig. 1 is new' }), { mayHaveBeenApplied: true } as never));
		expect(error).toBeInstanceOf(InputError);
		expect(error).toMatchObject({
			message: 'An earlier attempt got no clear answer',
			description: 'After that it was held back: Fig. 1 is new.',
			mayHaveBeenApplied: true,
		});
	});
});
