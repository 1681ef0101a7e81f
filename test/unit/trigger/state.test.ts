import type { IDataObject } from 'n8n-workflow';

import { TooManyContacts } from '../../../nodes/HelpdeskTrigger/core/contactList';
import { contactCreated, MAX_CONTACTS } from '../../../nodes/HelpdeskTrigger/core/contacts';
import { closeState, MAX_SEEN, Seen, type CreatedCursor } from '../../../nodes/HelpdeskTrigger/core/createdState';
import { FingerprintStore, idHash, shortHash, ValueTable } from '../../../nodes/HelpdeskTrigger/core/fingerprints';
import { AcceptedPageSize } from '../../../nodes/HelpdeskTrigger/core/paging';
import { rules } from '../../../nodes/HelpdeskTrigger/core/seams';
import { openState, STATE_VERSION, withPart, type EventName } from '../../../nodes/HelpdeskTrigger/core/state';

const MAX_BYTES = 256 * 1024;
const INBOXES = Array.from({ length: 20 }, (_, index) => `01hq3v8k2m_inbox_${index}`);
const EMPTY = openState(undefined);
/** Of the node's static data as n8n saves it. */
const bytes = (event: EventName, part: object, others = EMPTY) =>
	JSON.stringify({ state: withPart(others, '2026-01-01T00:00:00', event, part) }).length;

const fullOfCreated = () => {
	const cursor: CreatedCursor = { floor: 0, dealt: [], candidate: 0 };
	const seen = new Seen();
	for (let at = 0; at < 40_000; at += 1) seen.add(idHash(at), 1_700_000_000_000 + at * 1_000);
	return closeState(1_700_000_000_000, new Map(INBOXES.map((id) => [id, { ...cursor }])), seen, 0);
};

describe('the size of the state with 20 inboxes', () => {
	it('stays within 256 KB for new conversations, and forgets the oldest ids first', () => {
		const state = fullOfCreated();
		expect(bytes('conversationCreated', state)).toBeLessThan(MAX_BYTES);
		const kept = new Seen(state.seen);
		expect(kept.size).toBe(MAX_SEEN);
		// Everything that is forgotten lies below the watermarks, so that it cannot come again.
		const forgotten = Array.from({ length: 40_000 }, (_, at) => at).filter((at) => !kept.has(idHash(at)));
		for (const cursor of Object.values(state.inboxes))
			expect(forgotten.some((at) => rules.isNew(1_700_000_000_000 + at * 1_000, cursor, state.seenFrom))).toBe(false);
	});

	it.each([
		['changes of all fields', ['status', 'priority', 'assignee', 'tags', 'subject', 'other'], 24, 6_060],
		['changes of the status', ['status'], 4, 15_384],
		['customer messages', ['message'], 6, 13_333],
	])('stays within 256 KB for %s', (_, names, width, remembered) => {
		const store = new FingerprintStore('', { width, round: 0 });
		const values = new ValueTable();
		for (let index = 0; index < 40_000; index += 1) {
			store.remember(idHash(index), shortHash(String(index), width), true);
			values.learn(`01hq3v8k2m_teammate_number_${index}`.padEnd(38, '_'), true);
		}
		const examples = Object.fromEntries(names.map((name) => [name, 'x'.repeat(80)]));
		const cursor = {
			from: 1_700_000_000_000,
			certain: 1_700_000_000_000,
			round: 1_700_000_000_000,
			isLearned: true,
			at: 12_345,
			begun: 1_700_000_000_000,
			examples,
		};
		const state = {
			clock: 1_700_000_000_000,
			names,
			prints: store.pack(),
			hasForgotten: true,
			round: { number: 5, since: 1_700_000_000_000 },
			values: values.stored(),
			showsUpdates: true,
			inboxes: Object.fromEntries(INBOXES.map((id) => [id, cursor])),
			next: INBOXES[0],
		};
		expect(bytes('conversationUpdated', state)).toBeLessThan(MAX_BYTES);
		expect(store.capacity).toBe(remembered);
		expect(store.hasForgotten).toBe(true);
	});

	it('stays within 256 KB for the longest list of contacts, and refuses a longer one', () => {
		const page = (count: number) => Array.from({ length: count }, (_, index): IDataObject => ({ id: `k${index}` }));
		const read = (count: number) => {
			const reading = contactCreated(undefined, { size: new AcceptedPageSize(100_000) });
			reading.next();
			reading.next({ records: page(count), lastPage: 1, perPage: 100_000 });
			return reading.next({ room: 1 });
		};
		const { value } = read(MAX_CONTACTS);
		expect(bytes('contactCreated', (value as { state: object }).state)).toBeLessThan(MAX_BYTES);
		expect(() => read(MAX_CONTACTS + 1)).toThrow(TooManyContacts);
	});

	it('stays within 256 KB in all: what another event keeps goes where there is no room for it, a small part stays', () => {
		const small = { clock: 1, began: 1, isLearned: true, known: idHash(1) };
		const both = withPart(withPart(EMPTY, '', 'conversationCreated', fullOfCreated()), '', 'contactCreated', small);
		expect(Object.keys(both.parts).sort()).toEqual(['contactCreated', 'conversationCreated']);
		const large = { ...small, known: 'x'.repeat(200_000) };
		expect(bytes('contactCreated', large, both)).toBeLessThan(MAX_BYTES);
		expect(Object.keys(withPart(both, '', 'contactCreated', large).parts)).toEqual(['contactCreated']);
	});
});

describe('what is remembered of changes', () => {
	it('goes in this order: what is no longer listed, what was quiet when it was learned, what is remembered longest', () => {
		const three = 3 * (8 + 1 + 4);
		const store = new FingerprintStore('', { width: 4, round: 0 });
		store.refresh('quiet___', '0000');
		for (const id of ['a_______', 'b_______', 'c_______', 'a_______']) store.remember(id, '1111', false);
		const full = new FingerprintStore(store.pack(), { width: 4, round: 1, most: three });
		full.refresh('c_______', '1111');
		expect(full.pack().match(/.{13}/g)).toEqual(['b_______01111', 'c_______21111', 'a_______01111']);
		expect(full.hasForgotten).toBe(true);
		const later = new FingerprintStore(store.pack(), { width: 4, round: 4, most: three });
		later.refresh('quiet___', '0000');
		expect(later.pack()).toBe('quiet___80000');
		expect(later.hasForgotten).toBe(false);
	});

	it('is all kept where exactly as many fit, also what is no longer listed', () => {
		const store = new FingerprintStore('', { width: 4, round: 0 });
		for (const id of ['a_______', 'b_______']) store.remember(id, '1111', false);
		const full = new FingerprintStore(store.pack(), { width: 4, round: 9, most: 2 * 13 });
		expect(full.pack()).toBe(store.pack());
		expect(full.hasForgotten).toBe(false);
	});

	it.each([
		[0, 2, true],
		[0, 3, false],
		[17, 18, true],
		[17, 19, true],
		[17, 20, false],
		[35, 37, true],
		[35, 38, false],
	])('counts as listed in round %i and now in round %i: %s', (seenIn, round, isListed) => {
		const before = new FingerprintStore('', { width: 4, round: seenIn });
		before.remember('before__', '1111', true);
		const store = new FingerprintStore(before.pack(), { width: 4, round, most: 13 });
		store.refresh('quiet___', '0000');
		expect(store.pack().slice(0, 8)).toBe(isListed ? 'before__' : 'quiet___');
	});

	it('says what was told until something else is known, also after a restart and in the last round of a count', () => {
		const store = new FingerprintStore('', { width: 4, round: 17 });
		store.remember('told____', '1111', true);
		store.remember('told____', '2222', false);
		store.remember('new_____', '1111', false);
		store.refresh('quiet___', '0000');
		const kept = new FingerprintStore(store.pack(), { width: 4, round: 17 });
		const told = () => ['told____', 'new_____', 'quiet___', 'other___'].map((hash) => kept.isTold(hash));
		expect(told()).toEqual([true, false, false, false]);
		expect([store.get('quiet___'), kept.get('told____'), kept.get('other___')]).toEqual(['0000', '2222', undefined]);
		kept.refresh('told____', '3333');
		expect(told()[0]).toBe(true);
		kept.refresh('told____', '3333', false);
		expect(told()[0]).toBe(false);
	});

	it('stands with the values that are short and may be kept, the last used of them', () => {
		const values = new ValueTable({}, 3);
		const [short, long] = ['x'.repeat(38), 'x'.repeat(39)].map((text) => values.learn(text, true));
		expect([values.recall(short!), values.recall(long!), values.has(long!)]).toEqual(['x'.repeat(38), null, false]);
		expect(values.has(values.learn('secret', false))).toBe(false);
		expect(values.has(values.learn(undefined, true))).toBe(true);
		expect(values.recall(values.learn('shown', true, 'instead'))).toBe('instead');
		values.learn('x'.repeat(38), true);
		values.learn('last', true);
		expect(Object.values(values.stored())).toEqual(['instead', 'x'.repeat(38), 'last']);
	});
});

describe('a state that cannot be read', () => {
	it.each([
		['data: {} of version 2', { version: 2, event: 'conversationCreated', data: {} }],
		['of version 1, which was never published', { version: 1, inboxes: {} }],
		['of a newer version', { version: STATE_VERSION + 1, startFrom: '', parts: {} }],
		['without parts', { version: STATE_VERSION, startFrom: '' }],
		['with an empty part', { version: STATE_VERSION, startFrom: '', parts: { conversationCreated: {} } }],
		[
			'with a damaged inbox',
			{ version: STATE_VERSION, startFrom: '', parts: { conversationCreated: { clock: 1, seen: '', inboxes: { i: { floor: null } } } } },
		],
		['with a part of no event', { version: STATE_VERSION, startFrom: '', parts: { other: {} } }],
		['nothing at all', null],
		['text', 'damaged'],
	])('is refused in words, not "Cannot read properties of undefined", when it is %s', (_, saved) => {
		expect(() => openState(saved)).toThrow('is not one that this version of the package can read');
	});
});
