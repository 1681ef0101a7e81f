import { changesOf, CONTACT_FIELDS, contactUpdated, recompared, type ContactChangesState } from '../../../nodes/HelpdeskTrigger/core/contactChanges';
import { contactCreated, knownContacts, type ContactState } from '../../../nodes/HelpdeskTrigger/core/contacts';
import { idHash } from '../../../nodes/HelpdeskTrigger/core/fingerprints';
import { AcceptedPageSize } from '../../../nodes/HelpdeskTrigger/core/paging';
import type { PageRead, PageRequest, Reading, Reply } from '../../../nodes/HelpdeskTrigger/core/protocol';

const page = (ids: string[], lastPage = 1, perPage = 100, name = 'Ada'): PageRead => ({
	records: ids.map((id) => ({ id, name })),
	lastPage,
	perPage,
});

/** Reads with these answers, or with one answer for every page. */
function read<State>(reading: Reading<State>, replies: Reply[] | ((request: PageRequest) => Reply), room = 10) {
	const asked: PageRequest[] = [];
	const emitted: unknown[][] = [];
	const states: State[] = [];
	let step = reading.next();
	while (!step.done) {
		if ('emit' in step.value) {
			emitted.push(step.value.emit.map(({ record }) => record.id));
			states.push(step.value.state);
		}
		if ('read' in step.value) {
			const request = step.value.read;
			const reply = Array.isArray(replies) ? replies[asked.length] : replies(request);
			if (!reply || asked.length > 1_000) throw new Error('One page more was asked for');
			asked.push(request);
			step = reading.next(reply);
		} else step = reading.next({ room });
	}
	const ids = step.value.events.map(({ record }) => record.id);
	return { asked: asked.map((each) => [each.page, each.perPage]), emitted: [...emitted, ids], states, ids, ...step.value };
}

const created = (old: ContactState | undefined, replies: Parameters<typeof read>[1], sharers = 1) =>
	read(contactCreated(old, { size: new AcceptedPageSize(100), sharers }), replies);
const updated = (
	old: ContactChangesState | undefined,
	replies: Reply[],
	{ room = 10, contactFields = ['name'], ...more }: { room?: number; known?: Set<string>; sharers?: number; contactFields?: string[] } = {},
) => read(contactUpdated(old, { contactFields, size: new AcceptedPageSize(100), ...more }), replies, room);

describe('the list of contacts', () => {
	it('is read from its beginning again where its pages get another size, and counted anew', () => {
		const pages = [page(['a', 'b'], 2, 2), page(['c'], 2, 4), page(['a', 'b', 'c'], 1, 4)];
		const asked = [
			[1, 100],
			[2, 2],
			[1, 4],
		];
		expect(updated(undefined, pages).asked).toEqual(asked);
		expect(created(undefined, pages).asked).toEqual(asked);
	});

	it('is read with a smaller page where the server refuses the size, up to ten times', () => {
		const refused = (count: number) => created(undefined, [...Array<Reply>(count).fill('tooLarge'), page(['a'])]);
		expect(refused(10).asked).toHaveLength(11);
		expect(() => refused(11)).toThrow('the size of the pages changes from page to page');
	});

	it('is asked for in the size before where the smaller one brought no page, and was not the reason', () => {
		const size = new AcceptedPageSize(100);
		const reading = contactCreated(undefined, { size });
		reading.next();
		size.most = 50;
		reading.next('tooLarge');
		expect(size.refused(new Error('The network is down'))).toBe(false);
		expect(size.most).toBe(100);
	});

	it.each<[string, (lastPage: number) => unknown, number, string]>([
		['alone', (last) => created(undefined, [page(['a'], last), 'unread']), 301, '30000 contacts'],
		['beside another event', (last) => created(undefined, [page(['a'], last), 'unread'], 2), 151, '15000 contacts'],
		['with a field', (last) => updated(undefined, [page(['a'], last), 'unread']), 201, '20000 contacts with 1 field'],
		[
			'with two fields',
			(last) => updated(undefined, [page(['a'], last), 'unread'], { contactFields: ['name', 'email'] }),
			151,
			'15000 contacts with 2 fields',
		],
		[
			'with a field, beside another event',
			(last) => updated(undefined, [page(['a'], last), 'unread'], { sharers: 2 }),
			101,
			'10000 contacts with 1 field',
		],
	])('is refused at its first page where more stand before its last one than can be remembered %s', (_, reading, lastPage, most) => {
		expect(() => reading(lastPage)).not.toThrow();
		expect(() => reading(lastPage + 1)).toThrow(new Error(`The trigger can watch at most ${most}`));
	});

	it('says what to do where it is too long', () => {
		const descriptionOf = (reading: () => unknown) => {
			try {
				reading();
			} catch (error) {
				return (error as { description: string }).description;
			}
			return undefined;
		};
		expect(descriptionOf(() => created(undefined, [page(['a'], 302)]))).toMatch(/remembered\. Read the contacts/);
		expect(descriptionOf(() => updated(undefined, [page(['a'], 202)]))).toMatch(/remembered\. Choose fewer fields/);
	});
});

describe('the room for contacts', () => {
	const forCreated = (old: ContactState | undefined, ids: string[]) => created(old, [page(ids)], 15_000);
	const forUpdated = (old: ContactChangesState | undefined, ids: string[]) => updated(old, [page(ids)], { sharers: 10_000 });

	it('is for those who are listed, where those who were deleted do not fit any more', () => {
		let { state } = forCreated(undefined, ['a', 'b']);
		state = forCreated(state, ['a']).state;
		expect(knownContacts(state)).toEqual(new Set([idHash('a'), idHash('b')]));
		const after = forCreated(state, ['a', 'c']);
		expect(after.ids).toEqual(['c']);
		expect(knownContacts(after.state)).toEqual(new Set([idHash('a'), idHash('c')]));
		expect(() => forCreated(after.state, ['a', 'c', 'd'])).toThrow('at most 2 contacts');
	});

	it('is likewise for what is compared of them', () => {
		const hashes = ({ prints }: ContactChangesState) => prints.match(/.{12}/g)!.map((entry) => entry.slice(0, 8));
		let { state } = forUpdated(undefined, ['a', 'b']);
		state = forUpdated(state, ['a']).state;
		expect(hashes(state)).toEqual([idHash('a'), idHash('b')]);
		state = forUpdated(state, ['a', 'c']).state;
		expect(hashes(state)).toEqual([idHash('a'), idHash('c')]);
		expect(() => forUpdated(state, ['a', 'c', 'd'])).toThrow('at most 2 contacts');
	});
});

describe('the first readings of a list in which each finds somebody unknown', () => {
	it.each([
		[50, 5],
		[40, 5],
		[20, 10],
		[19, 11],
	])('of %i pages are %i at the most', (pages, readings) => {
		let count = 0;
		const { asked, ids } = created(undefined, () => page([`k${(count += 1)}`], pages, 1));
		expect(asked).toHaveLength(pages * readings);
		expect(ids).toEqual([]);
	});

	it('are one where the list has one page, and two where the second finds nobody more', () => {
		expect(created(undefined, [page(['a', 'b'])]).asked).toHaveLength(1);
		expect(created(undefined, (request) => page([`k${request.page}`], 3, 1)).asked).toHaveLength(6);
	});

	const listed = (...lists: string[]) => lists.flatMap((ids) => [page([...ids.slice(0, 2)], 2, 2), page([...ids.slice(2)], 2, 2)]);

	it.each<[string, string[]]>([
		['one was hidden behind an equal one twice', ['122', '122', '133', '122']],
		['the list has become shorter, so that some of those who were seen do not count', ['1234', '112', '125', '125']],
	])('go on where %s', (_, lists) => {
		expect(created(undefined, listed(...lists)).asked).toHaveLength(2 * lists.length);
	});

	it('are over as soon as all were seen, in whichever of them, and nobody is unknown', () => {
		const lists = listed('122', '133', '122');
		const { asked, state } = created(undefined, lists);
		expect(asked).toHaveLength(6);
		expect(created({ ...state, isLearned: false }, [lists[0]!, page(['3'], 2, 2)]).asked).toHaveLength(2);
	});
});

describe('who is new among the contacts', () => {
	const BEGAN = Date.UTC(2026, 0, 5, 8);
	const at = (id: string, seconds?: number) => ({
		id,
		...(seconds === undefined ? {} : { created_at: new Date(BEGAN + seconds * 1_000).toISOString() }),
	});
	const pageOf = (records: PageRead['records'], lastPage: number, header?: number): PageRead => ({
		records,
		lastPage,
		perPage: 100,
		serverTime: header === undefined ? undefined : BEGAN + header * 1_000,
	});

	it.each([
		['shows its time', true, ['since']],
		['does not show its time', false, []],
	])('while the list is learned, is who was certainly created since: where the server %s', (_, hasHeader, ids) => {
		const reading = contactCreated(undefined, { size: new AcceptedPageSize(100) });
		const header = (seconds: number) => (hasHeader ? seconds : undefined);
		reading.next();
		const paused = reading.next(pageOf([at('there', 0)], 2, header(0))).value as { soFar: () => ContactState };
		expect(paused.soFar()).toEqual({ clock: BEGAN, began: BEGAN, isLearned: false, known: idHash('there') });
		const rest = pageOf([at('since', 60), at('before', -60), at('unsaid')], 2, header(60));
		reading.next(rest);
		const later = reading.next(pageOf([at('there', 0)], 2, header(61))).value as { soFar: () => ContactState };
		expect(later.soFar().known).toBe(idHash('there'));
		const again = reading.next(rest).value as { found: number };
		expect(again).toEqual({ found: ids.length });
		const { value } = reading.next({ room: 10 });
		const { events, state } = value as { events: Array<{ record: { id: string } }>; state: ContactState };
		expect(events.map(({ record }) => record.id)).toEqual(ids);
		expect([state.began, state.isLearned, knownContacts(state).size]).toEqual([BEGAN, true, 4]);
	});

	it('is nobody in the first poll, and then who is not known, as many at a time as there is room for', () => {
		const first = created(undefined, [pageOf([at('a', 0)], 1, 0)]);
		expect(first.ids).toEqual([]);
		expect(first.state).toEqual({ clock: BEGAN, began: BEGAN, isLearned: true, known: idHash('a') });
		const all = pageOf([at('a', 0), at('old', -60), at('b', 60), at('c', 61), at('unsaid')], 1, 90);
		const then = read(contactCreated(first.state, { size: new AcceptedPageSize(100) }), [all], 1);
		expect(then.emitted).toEqual([['b'], ['c'], ['unsaid']]);
		expect(then.states.map((state) => knownContacts(state).size)).toEqual([3, 4]);
		expect(then.state.began).toBe(BEGAN);
		expect(knownContacts(then.state).size).toBe(5);
	});
});

describe('what changes of contacts', () => {
	it.each(['name', 'email', 'company', 'website', 'job_title', 'address', 'notes'])('is %s, where all is compared', (name) => {
		const all = { contactFields: CONTACT_FIELDS };
		const { state } = updated(undefined, [{ ...page([]), records: [{ id: 'a' }] }], all);
		const { events } = updated(state, [{ ...page([]), records: [{ id: 'a', [name]: 'Other', avatar: 'Other' }] }], all);
		expect(events.map(({ changes }) => changes)).toEqual([{ [name]: { from: null, to: 'Other' } }]);
	});

	const begun = () => updated(undefined, [page(['a', 'b', 'c'])]).state;

	it('tells those for whom there is room, and the others at the next look, whoever changed again', () => {
		const first = updated(begun(), [page(['a', 'b', 'c'], 1, 100, 'Grace')], { room: 1 });
		expect(first.ids).toEqual(['a']);
		const second = updated(first.state, [page(['a', 'b', 'c'], 1, 100, 'Joan')], { room: 2 });
		expect(second.ids).toEqual(['b', 'c']);
		expect(updated(second.state, [page(['a', 'b', 'c'], 1, 100, 'Joan')]).ids).toEqual(['a']);
	});

	it.each(['unread', 'noShare'] as const)('tells nobody where a page was %s, and all of them at the next look', (reply) => {
		const first = updated(begun(), [page(['a', 'd'], 2, 100, 'Grace'), reply]);
		expect(first.ids).toEqual([]);
		expect(updated(first.state, [page(['a', 'b', 'c', 'd'], 1, 100, 'Grace')]).ids).toEqual(['a', 'b', 'c']);
	});

	it('tells nobody whom a later page shows as before', () => {
		expect(updated(begun(), [page(['a'], 2, 100, 'Grace'), page(['a', 'b'], 2)]).ids).toEqual([]);
	});

	it('tells nobody who is still to be told as new', () => {
		expect(updated(begun(), [page(['a', 'b'], 1, 100, 'Grace')], { known: new Set([idHash('b')]) }).ids).toEqual(['b']);
	});

	it('says null where a field holds nothing any more', () => {
		expect(changesOf({ name: '' }, ['name', 'email'])).toEqual({ name: { from: null, to: null }, email: { from: null, to: null } });
		expect(updated(begun(), [page(['a'], 1, 100, '')]).events[0]!.changes).toEqual({ name: { from: null, to: null } });
	});

	it('goes on from what was compared of the fields that are still chosen', () => {
		const state = begun();
		expect(state.prints).toHaveLength(3 * 12);
		const ofTwo = contactUpdated(undefined, { contactFields: ['name', 'email'], size: new AcceptedPageSize(100) });
		expect(read(ofTwo, [page(['a'])]).state.prints).toHaveLength(16);
		expect(recompared(state, ['name'])).toBe(state);
		const { names, prints } = recompared(state, ['email', 'name']);
		expect(names).toEqual(['email', 'name']);
		expect(prints).toBe(state.prints.replace(/(.{8})(.{4})/g, '$1....$2'));
	});
});
