import type { CreatedReading } from './createdReading';
import type { CreatedState } from './createdState';
import { Descent } from './order';
import { read, type Asking } from './steps';
import { timesOf } from './times';
import { goOn, windowAt } from './window';

/**
 * Reads one inbox down to its floor; one that is gone is left as it was.
 *
 * Under activity order a conversation can jump from below to the top while pages are read. So after more than
 * one page the top is read again, down to the time when the reading began, until it shows nothing more.
 */
export function* descend(reading: CreatedReading, inboxId: string, perPage: number): Asking<CreatedState> {
	let first: number | undefined;
	for (let downTo: number | undefined; ; ) {
		const { found } = reading;
		const way = yield* readDown(reading, inboxId, perPage, downTo);
		if (way === 'gone') return;
		first ??= way.began;
		const isSettled = downTo !== undefined && reading.found === found;
		if (way.windows === 1 || isSettled) return reading.completed(inboxId, first);
		downTo = way.began;
	}
}

/**
 * From the newest down to a time, by default the inbox's floor, without a gap: each window overlaps the one
 * before, also when minutes lie between them.
 *
 * @returns how many windows it took, and the server's time at the first of them
 */
function* readDown(reading: CreatedReading, inboxId: string, perPage: number, downTo?: number): Asking<CreatedState, { windows: number; began: number } | 'gone'> {
	const descent = new Descent();
	const readNow = new Set<unknown>();
	let windows = 0;
	let began = 0;
	for (let place = 0; ; ) {
		const window = windowAt(place, perPage);
		const answer = yield* read<CreatedState>({ inboxId, page: window.page, perPage: window.perPage });
		if (answer === 'gone') return answer;
		const { records, lastPage } = answer;
		const joins = records.some(({ id }) => readNow.has(id));
		const next = goOn(place, window, { count: records.length, lastPage, joins }, 0);
		place = next.place;
		if (!next.joined) continue;

		for (const { id } of records) readNow.add(id);
		const times = records.map(timesOf);
		descent.read(times);
		const floor = reading.take(inboxId, answer, times);
		if (windows === 0) began = reading.time;
		windows += 1;
		if (next.isEnd || descent.isBelow(downTo ?? floor)) return { windows, began };
	}
}
