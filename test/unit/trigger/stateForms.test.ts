import { openState, STATE_VERSION, type EventName } from '../../../nodes/HelpdeskTrigger/core/state';

const WATCHED = { clock: 1, names: [], prints: '', round: {}, values: {}, inboxes: { i: { from: 1, certain: 1, round: 1, at: 0 } } };
const PARTS: Record<EventName, object> = {
	contactCreated: { clock: 1, began: 1, isLearned: true, known: '' },
	contactUpdated: { names: [], prints: '' },
	conversationCreated: { clock: 1, inboxes: { i: { floor: 1, dealt: [], candidate: 1 } }, seenFrom: 1, seen: '' },
	conversationUpdated: WATCHED,
	customerMessage: WATCHED,
	reached: WATCHED,
};
const saved = (event: string, part: unknown): object => ({ version: STATE_VERSION, startFrom: '', parts: { [event]: part } });

/** The part without one thing in it, and with it empty or as something else. */
const damaged = (part: object): object[] =>
	Object.keys(part).flatMap((name) => [undefined, null, Symbol('other')].map((value) => ({ ...part, [name]: value })));

describe('the saved part of an event', () => {
	it('is none at first', () => {
		expect(openState(undefined)).toEqual({ version: STATE_VERSION, startFrom: '', parts: {} });
	});

	it.each(Object.entries(PARTS))('%s is read where it has all that it must have, and refused otherwise', (event, part) => {
		expect(openState(saved(event, part))).toEqual(saved(event, part));
		const { inboxes } = part as { inboxes?: Record<string, object> };
		const cursors = damaged(inboxes?.i ?? {}).map((cursor) => ({ ...part, inboxes: { ...inboxes, j: cursor } }));
		const read = [...damaged(part), ...cursors, null, [], 'text'].filter((each) => {
			try {
				return Boolean(openState(saved(event, each)));
			} catch {
				return false;
			}
		});
		expect(read).toEqual([]);
	});

	it.each([
		['without a Start From', { version: STATE_VERSION, parts: {} }],
		['with no text for Start From', { version: STATE_VERSION, startFrom: 0, parts: {} }],
		['with a list of parts', { version: STATE_VERSION, startFrom: '', parts: [] }],
		['beside another that is damaged', { version: STATE_VERSION, startFrom: '', parts: { reached: WATCHED, contactUpdated: {} } }],
	])('is refused in a state %s', (_, state) => {
		expect(() => openState(state)).toThrow('is not one that this version of the package can read');
	});
});
