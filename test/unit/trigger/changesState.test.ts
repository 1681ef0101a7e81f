import { Beginnings, begunAt, rewatched, withStartFrom, type Examples, type WatchState } from '../../../nodes/HelpdeskTrigger/core/changesState';
import { NOTHING, valueHash } from '../../../nodes/HelpdeskTrigger/core/fingerprints';
import type { Times } from '../../../nodes/HelpdeskTrigger/core/times';
import { UNKNOWN, watchedFields } from '../../../nodes/HelpdeskTrigger/core/watched';

const NOW = 5_000;

describe('Start From of an inbox of which changes are told', () => {
	const cursor = { ...begunAt(1_000), begun: 2_000, isLearned: true, at: 7 };

	it.each([
		['waits for its time', NOW + 1, false],
		['has begun', NOW, true],
	])('taken away lets it begin only where it %s', (_, from, stays) => {
		expect(withStartFrom({ ...cursor, from }, { startFromRemoved: true }, NOW) !== undefined).toBe(stays);
	});

	it('is when one begins that is new, or nothing is known of it yet', () => {
		expect(withStartFrom(undefined, { startFrom: 700 }, NOW)).toEqual(begunAt(700));
		expect(withStartFrom(undefined, {}, NOW)).toBeUndefined();
	});

	it('that is not set anew leaves it as it is, in a copy', () => {
		const old = { ...cursor, examples: { status: 'AAAA' } };
		const copy = withStartFrom(old, {}, NOW)!;
		expect(copy).toEqual(old);
		expect(copy.examples).not.toBe(old.examples);
	});

	it.each([
		['at the end of the second of its beginning', cursor, 2_999, undefined],
		['a moment before that', cursor, 2_998, { from: 2_998, to: 2_999 }],
		['before a Start From that is later than that', { ...cursor, from: 8_000 }, 3_000, { from: 3_000, to: 8_000 }],
		['before its time where it has not begun', { ...cursor, begun: undefined, from: 4_000 }, 3_500, { from: 3_500, to: 4_000 }],
		['before what lies between already', { ...cursor, gap: { from: 1_500, to: 1_800 } }, 1_200, { from: 1_200, to: 1_800 }],
		['after what lay between', { ...cursor, gap: { from: 1_500, to: 1_800 } }, 1_800, undefined],
	])('%s: what lies between is read for again, where there is any', (_, old, startFrom, gap) => {
		const anew = gap ? { isLearned: false, at: 0 } : {};
		expect(withStartFrom(old, { startFrom }, NOW)).toEqual({ ...old, from: startFrom, gap, ...anew });
	});
});

describe('another choice of fields', () => {
	const cursor = { ...begunAt(1_000), isLearned: true, at: 7 };
	const state: WatchState = {
		clock: NOW,
		names: ['status', 'subject'],
		prints: 'one_____xAAAASSSStwo_____yBBBBTTTT',
		hasForgotten: false,
		round: { number: 1, since: 0 },
		values: {},
		showsUpdates: true,
		inboxes: { a: cursor },
		next: 'a',
	};

	it('with a new one learns the inboxes anew, and keeps what is known of the others', () => {
		const wider = rewatched(state, watchedFields(['status', 'priority', 'subject']));
		expect(wider).toEqual({
			...state,
			names: ['status', 'priority', 'subject'],
			isWidening: true,
			prints: `one_____xAAAA${UNKNOWN}SSSStwo_____yBBBB${UNKNOWN}TTTT`,
			inboxes: { a: { ...cursor, widened: NOW + 1, isLearned: false, at: 0 } },
		});
	});

	it('with fewer ones only leaves them out', () => {
		const narrower = rewatched({ ...state, isWidening: true }, watchedFields(['subject']));
		expect(narrower).toEqual({ ...state, names: ['subject'], prints: 'one_____xSSSStwo_____yTTTT' });
	});

	it('that is none ends the poll in which it was widened', () => {
		const watched = watchedFields(['status', 'subject']);
		expect(rewatched(state, watched)).toBe(state);
		expect(rewatched({ ...state, isWidening: true }, watched)).toEqual(state);
	});
});

describe('how conversations of an inbox begin', () => {
	const OPEN = valueHash('Open');
	const NEW = valueHash('New');
	const touchedAfter = (ms: number): Times => ({
		created: NOW,
		updated: NOW + ms,
		lastMessage: NOW,
		latest: NOW + ms,
		showsUpdate: true,
	});
	const beginningsOf = (examples: Examples = {}, { showsUpdates = true, others = [examples] } = {}) =>
		new Beginnings(
			watchedFields(['status']),
			examples,
			() => showsUpdates,
			() => others,
		);
	const isChanged = (examples: Examples, ms: number, print = OPEN, more: Parameters<typeof beginningsOf>[1] = {}) =>
		beginningsOf(examples, more).changedSinceCreation({}, touchedAfter(ms), print).length > 0;

	it('is learned from those that nobody touched, and from those that were touched within a second, each apart', () => {
		const examples: Examples = {};
		const beginnings = beginningsOf(examples);
		beginnings.learn(touchedAfter(0), OPEN, false);
		beginnings.learn(touchedAfter(1_001), NEW, true);
		beginnings.learn(touchedAfter(1_000), NEW, false);
		beginnings.learn(touchedAfter(1_001), NEW, false);
		expect(examples).toEqual({ status: OPEN, '~status': UNKNOWN + NEW });
	});

	it('is not learned where nothing shows when one was touched', () => {
		const examples: Examples = {};
		beginningsOf(examples, { showsUpdates: false }).learn(touchedAfter(0), OPEN, true);
		expect(examples).toEqual({});
	});

	it('is learned from the latest twelve', () => {
		const examples: Examples = {};
		const beginnings = beginningsOf(examples);
		for (let count = 0; count < 14; count += 1) {
			beginnings.learn(touchedAfter(0), count === 1 ? OPEN : NEW, false);
			beginnings.mark(touchedAfter(count === 1 ? 1_000 : 0));
		}
		expect(examples).toEqual({ status: NEW.repeat(12), '#': '-'.repeat(12) });
	});

	it('counts those that are touched within a second beside those that nobody touched', () => {
		const examples: Examples = {};
		for (const ms of [0, 1_000, 1_001]) beginningsOf(examples).mark(touchedAfter(ms));
		expect(examples).toEqual({ '#': '-~' });
	});

	it.each([
		['seven of ten', OPEN.repeat(7) + NEW.repeat(3), false],
		['six of ten', OPEN.repeat(6) + NEW.repeat(4), true],
		['none of the usual', NEW.repeat(10), true],
	])('shows no change in what began like %s', (_, status, expected) => {
		expect(isChanged({ status }, 5_000)).toBe(expected);
		expect(isChanged({ status }, 0)).toBe(false);
	});

	it('is that a field holds nothing where no example is known', () => {
		expect(isChanged({}, 5_000)).toBe(true);
		expect(isChanged({}, 5_000, NOTHING)).toBe(false);
		expect(isChanged({ status: UNKNOWN.repeat(3) }, 5_000, NOTHING)).toBe(false);
	});

	it('is that of the other inboxes where this one has no example', () => {
		const others = [{ status: OPEN.repeat(2) }, { status: OPEN }];
		expect(isChanged({}, 5_000, OPEN, { others })).toBe(false);
		expect(isChanged({ status: NEW }, 5_000, OPEN, { others })).toBe(true);
	});

	it('is nothing where nothing shows whether one was touched: each field that holds something counts', () => {
		expect(isChanged({ status: OPEN }, 0, OPEN, { showsUpdates: false })).toBe(true);
		expect(isChanged({ status: OPEN }, 0, NOTHING, { showsUpdates: false })).toBe(false);
	});

	it.each([
		['three of three', '~~~', false],
		['seven of ten', '~~~~~~~---', false],
		['six of ten', '~~~~~~----', true],
		['two of two', '~~', true],
	])('may be touched within a second where %s are', (_, marks, expected) => {
		const examples = { '#': marks, status: NEW, '~status': NEW.repeat(3) };
		expect(isChanged(examples, 1_000)).toBe(expected);
		expect(isChanged(examples, 1_001)).toBe(true);
	});

	it.each([
		['three that were', OPEN.repeat(3), false],
		['three of which two were touched later', OPEN + UNKNOWN.repeat(2), true],
		['two that were', OPEN.repeat(2), true],
	])('is, where all are touched within a second, that of %s', (_, stillNew, expected) => {
		expect(isChanged({ '#': '~~~', status: NEW, '~status': stillNew }, 5_000)).toBe(expected);
	});

	it('is that of three that were touched within a second where none was left untouched', () => {
		expect(isChanged({ '~status': OPEN.repeat(3) }, 5_000)).toBe(false);
		expect(isChanged({ '~status': OPEN.repeat(2) }, 5_000)).toBe(true);
	});

	it.each([
		['is null', { subject: 'Old', updated_subject: null }, '', false],
		['is another than the subject', { subject: 'Old', updated_subject: 'New' }, OPEN, true],
		['is the subject, of which nobody has an example', { subject: 'Old', updated_subject: 'Old' }, '', true],
		['is the subject with which others began', { subject: 'Old', updated_subject: 'Old' }, OPEN, false],
		['is absent, and nobody has an example', { subject: 'Old' }, '', true],
		['is absent, and others began so', { subject: 'Old' }, OPEN, false],
	])('is told of a subject by updated_subject, which %s', (_, record, subject, expected) => {
		const beginnings = new Beginnings(
			watchedFields(['status', 'subject']),
			{ status: OPEN, subject },
			() => true,
			() => [],
		);
		expect(beginnings.changedSinceCreation(record, touchedAfter(5_000), OPEN + OPEN)).toEqual(expected ? ['subject'] : []);
	});
});
