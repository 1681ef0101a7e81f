import type { IDataObject } from 'n8n-workflow';

import { contactCreated, MOST_CONTACTS, TooManyContacts } from '../../../nodes/HelpdeskTrigger/core/contactCreated';
import { closeState, openInbox, type OpenInbox } from '../../../nodes/HelpdeskTrigger/core/createdState';
import { Memory } from '../../../nodes/HelpdeskTrigger/core/memory';
import { MOST_SEEN } from '../../../nodes/HelpdeskTrigger/core/seen';
import { idHash, shortHash } from '../../../nodes/HelpdeskTrigger/core/shortHash';
import { openState, STATE_VERSION } from '../../../nodes/HelpdeskTrigger/core/state';
import { Words } from '../../../nodes/HelpdeskTrigger/core/words';

const KB = 1024;
const MOST_BYTES = 256 * KB;
const INBOXES = Array.from({ length: 20 }, (_, index) => `01hq3v8k2m_inbox_${index}`);
/** Of the node's static data as n8n saves it. */
const bytes = (data: unknown) => JSON.stringify({ begun: { event: 'conversationUpdated', startFrom: 1_700_000_000_000 }, state: { version: STATE_VERSION, event: 'conversationUpdated', data } }).length;

describe('the size of the state with 20 inboxes', () => {
	it('stays within 256 KB for new conversations, and forgets the oldest ids first', () => {
		const inboxes = new Map<string, OpenInbox>();
		for (const [index, id] of INBOXES.entries()) {
			const seen = new Map(Array.from({ length: 2_000 }, (_, at) => [idHash(`${id} ${at}`), 1_700_000_000 + at * 20 + index] as const));
			inboxes.set(id, { floor: 0, next: 0, seen });
		}
		const state = closeState(1_700_000_000_000, inboxes);
		expect(bytes(state)).toBeLessThan(MOST_BYTES);
		const kept = INBOXES.map((id) => openInbox(state.inboxes[id]!));
		expect(kept.reduce((sum, { seen }) => sum + seen.size, 0)).toBe(MOST_SEEN);
		// Everything that is forgotten lies below the floor, so that it cannot come again.
		for (const { floor, seen } of kept) for (const second of seen.values()) expect((second + 1) * 1000).toBeGreaterThan(floor);
		expect(new Set(kept.map(({ floor }) => floor)).size).toBe(1);
	});

	it.each([
		['changes of all fields', 'status,priority,assignee,tags,subject,other', 24, 6_250],
		['changes of the status', 'status', 4, 16_666],
		['customer messages', 'messages', 6, 14_285],
	])('stays within 256 KB for %s', (_, signature, width, remembered) => {
		const memory = new Memory('', width);
		const words = new Words();
		for (let index = 0; index < 40_000; index += 1) {
			memory.remember(idHash(index), shortHash(String(index), width));
			words.learn(`01hq3v8k2m_teammate_number_${index}`.padEnd(38, '_'), true);
		}
		const cursor = { from: 1_700_000_000_000, since: 1_700_000_000_000, round: 1_700_000_000_000, at: 12_345, anchors: 'x'.repeat(80) };
		const inboxes = Object.fromEntries(INBOXES.map((id) => [id, cursor]));
		const state = { clock: 1_700_000_000_000, signature, memory: memory.pack(), words: words.stored(), inboxes };
		expect(bytes(state)).toBeLessThan(MOST_BYTES);
		expect(memory.capacity).toBe(remembered);
	});

	it('stays within 256 KB for the longest list of contacts, and refuses a longer one', () => {
		const page = (count: number) => Array.from({ length: count }, (_, index): IDataObject => ({ id: `k${index}` }));
		const read = (count: number) => {
			const reading = contactCreated(undefined, { maxEvents: 1, perPage: 100_000 });
			reading.next();
			return reading.next({ records: page(count), lastPage: 1 });
		};
		const { value } = read(MOST_CONTACTS);
		expect(bytes((value as { state: unknown }).state)).toBeLessThan(MOST_BYTES);
		expect(() => read(MOST_CONTACTS + 1)).toThrow(TooManyContacts);
	});
});

describe('the memory of changes', () => {
	it('forgets what changed longest ago first, and what never changed before that', () => {
		const memory = new Memory('', 4, 3 * 12);
		memory.note('quiet___', '0000');
		for (const id of ['a_______', 'b_______', 'c_______', 'a_______']) memory.remember(id, '1111');
		const packed = memory.pack();
		expect(packed.match(/.{12}/g)).toEqual(['b_______1111', 'c_______1111', 'a_______1111']);
		const reopened = new Memory(packed, 4, 2 * 12);
		expect(reopened.pack()).toBe('c_______1111a_______1111');
	});
});

describe('state that was saved before', () => {
	const version1 = { version: 1, inboxes: { i1: { watermark: '2026-01-05T08:00:00.000Z', seen: ['c1', 'c2'] } } };

	it('is taken over from version 1: neither its ids nor anything older is emitted', () => {
		const state = openState(version1, 'conversationCreated');
		const { inboxes, clock } = state?.data as ReturnType<typeof closeState>;
		const { floor, seen } = openInbox(inboxes.i1!);
		expect(state?.version).toBe(STATE_VERSION);
		expect([floor, clock]).toEqual([Date.UTC(2026, 0, 5, 8), Date.UTC(2026, 0, 5, 8)]);
		expect([...seen.keys()]).toEqual([idHash('c1'), idHash('c2')]);
	});

	it('belongs to its event alone', () => {
		expect(openState(version1, 'customerMessage')).toBeUndefined();
		expect(openState(undefined, 'conversationCreated')).toBeUndefined();
	});

	it.each([
		['of a newer version', { version: STATE_VERSION + 1, event: 'conversationCreated', data: {} }],
		['of no version', { event: 'conversationCreated', data: {} }],
		['without data', { version: STATE_VERSION, event: 'conversationCreated' }],
		['of version 1 without a time', { version: 1, inboxes: { i1: { watermark: 'yesterday', seen: [] } } }],
		['of version 1 without inboxes', { version: 1 }],
		['nothing at all', null],
	])('is refused, not misread and not begun anew, when it is %s', (_, saved) => {
		expect(() => openState(saved, 'conversationCreated')).toThrow('is not one that this version of the package can read');
	});
});
