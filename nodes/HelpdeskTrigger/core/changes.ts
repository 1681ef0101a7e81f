import type { WatchOptions, WatchState } from './changesState';
import { Walk } from './paging';
import { ask, type Asking, type Reading } from './protocol';
import { rules } from './seams';
import { WatchReading } from './watchReading';
import type { Watched } from './watched';

/**
 * What changed in conversations, by comparing them with what is remembered: a new inbox is read whole at once, and
 * from then on its newest conversations at every poll, and one page of a sweep through the older ones, so that a
 * change is seen whatever "newest" means.
 */
export function* watch(old: WatchState | undefined, watched: Watched, options: WatchOptions): Reading<WatchState> {
	const reading = new WatchReading(old, watched, options);
	const { inboxIds } = options;
	const first = Math.max(inboxIds.indexOf(old?.next ?? ''), 0);
	const inTurn = [...inboxIds.slice(first), ...inboxIds.slice(0, first)];
	for (const inboxId of inTurn) {
		const isOver = (yield* readNewest(reading, inboxId, options)) || (yield* readOlder(reading, inboxId, options));
		if (isOver) return yield* reading.finish(inboxId);
	}
	// Who is due goes first, then inboxes that are new; who came back there while the trigger did not look is due too.
	const isOver = (yield* readDue(reading)) || (yield* learn(reading, inTurn, options));
	if (!isOver) yield* readDue(reading);
	return yield* reading.finish(inTurn[0]!);
}

/** What is left of the poll's requests goes to inboxes that are new. True where its share is used up. */
function* learn(reading: WatchReading, inTurn: string[], options: WatchOptions): Asking<WatchState, boolean> {
	for (const inboxId of inTurn) {
		while (rules.learnsWhole && reading.isToBeLearned(inboxId) && reading.hasRoom(OLDER)) {
			if (yield* readOlder(reading, inboxId, options)) return true;
		}
	}
	return false;
}

/** The newest conversations, in half of the poll's requests. True where the poll's share is used up. */
function* readNewest(reading: WatchReading, inboxId: string, { conversations, size, inboxIds }: WatchOptions): Asking<WatchState, boolean> {
	const walk = new Walk(inboxId, size, { goesBack: false });
	for (let pages = 0; pages < pagesFor(inboxIds) && walk.position.at < conversations; pages += 1) {
		const page = yield* walk.next();
		if (typeof page === 'string') return page === 'noShare';
		reading.take(inboxId, page);
		if (page.isEnd) {
			reading.readWhole(inboxId);
			return false;
		}
	}
	reading.readNewest(inboxId, walk.position);
	return false;
}

/** Places of older conversations that a poll reads of each inbox, whatever the size of the pages: about 80 of them are new, the others overlap. */
const OLDER = 100;

/** The next older conversations, where there are any, in half of the poll's requests. True where the poll's share is used up. */
function* readOlder(reading: WatchReading, inboxId: string, { size, inboxIds }: WatchOptions): Asking<WatchState, boolean> {
	const place = reading.placeOf(inboxId);
	if (!place) return false;
	const walk = new Walk(inboxId, size, { ...place, goesBack: false });
	for (let pages = 0; pages < Math.min(pagesFor(inboxIds), Math.ceil(OLDER / size.most)); pages += 1) {
		const page = yield* walk.next();
		if (typeof page === 'string') {
			reading.leave(inboxId);
			return page === 'noShare';
		}
		reading.take(inboxId, page);
		const isEnd = rules.endsRound(page.isEnd);
		reading.goneOn(inboxId, walk.position, isEnd);
		if (isEnd) break;
	}
	return false;
}

/** Who is due for an answer, and was on none of the pages; and the thread where a note may hide that he was answered. True where the poll's share is used up. */
function* readDue(reading: WatchReading): Asking<WatchState, boolean> {
	for (const { id, inboxId } of reading.due()) {
		const request = { inboxId, page: 1, perPage: 1, conversationId: id };
		if (!reading.hasSeen(id)) {
			const reply = yield* ask(request);
			if (reply === 'noShare') return true;
			if (typeof reply === 'object') reading.takeDue(id, inboxId, reply);
		}
		if (!reading.wantsThread(id)) continue;
		const reply = yield* ask({ ...request, isThread: true });
		if (reply === 'noShare') return true;
		if (typeof reply === 'object') reading.takeThread(id, reply.records);
	}
	return false;
}

/** An inbox's part of half of the poll's requests. */
function pagesFor({ length }: string[]): number {
	return Math.max(1, Math.floor(rules.mostRequests / 2 / length));
}
