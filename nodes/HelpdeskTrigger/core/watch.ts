import { read, type Asking, type Steps } from './steps';
import type { Watched } from './watched';
import { WatchReading } from './watchReading';
import type { WatchOptions, WatchState } from './watchState';
import { windowAt } from './window';

/**
 * What changed in conversations: at every poll the newest of each inbox, and one page of a rolling sweep
 * through the older ones, so that a change is seen whatever "newest" means. What is remembered of a
 * conversation is compared with what is there.
 */
export function* watch(old: WatchState | undefined, watched: Watched, options: WatchOptions): Steps<WatchState> {
	const reading = new WatchReading(old, watched, options);
	for (const inboxId of options.inboxIds) yield* look(reading, inboxId, options);
	return reading.finish();
}

function* look(reading: WatchReading, inboxId: string, { conversations, perPage }: WatchOptions): Asking<WatchState> {
	const size = Math.min(conversations, perPage);
	const pages = Math.ceil(conversations / size);
	for (let page = 1; page <= pages; page += 1) {
		const answer = yield* read<WatchState>({ inboxId, page, perPage: size });
		if (answer === 'gone') return;
		reading.take(inboxId, answer);
		if (page >= answer.lastPage) return reading.readWhole(inboxId);
	}

	const start = pages * size;
	const window = windowAt(reading.placeOf(inboxId, start), perPage);
	const answer = yield* read<WatchState>({ inboxId, page: window.page, perPage: window.perPage });
	if (answer === 'gone') return;
	reading.take(inboxId, answer);
	reading.swept(inboxId, window, answer, start);
}
