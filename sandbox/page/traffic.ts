import type { LoggedRequest } from '../log';

const minute = 60;

/** One point a second; every list has the same length, oldest first. */
export interface Traffic {
	/** Seconds since the epoch. */
	seconds: number[];
	/** Requests let through in the sixty seconds up to and with each one. */
	letThrough: number[];
	/** The same for requests refused with 429. */
	refused: number[];
}

/**
 * The requests of the last minutes as a plot shows them.
 *
 * @param requests at least those of `minutes + 1` minutes, in the order of arrival
 * @param nowMs milliseconds since the epoch
 */
export function traffic(requests: LoggedRequest[], nowMs: number, minutes: number): Traffic {
	const last = Math.floor(nowMs / 1000);
	const first = last - minutes * minute;
	const seconds = Array.from({ length: minutes * minute + 1 }, (_, index) => first + index);
	const countedFrom = first - minute + 1;
	const arrivals = (refused: boolean) => {
		const counts = new Array<number>(last - countedFrom + 1).fill(0);
		for (const { arrivedAt, status } of requests) {
			const index = Math.floor(arrivedAt / 1000) - countedFrom;
			if ((status === 429) === refused && index in counts) counts[index]! += 1;
		}
		return seconds.map((second) => sum(counts.slice(second - countedFrom - minute + 1, second - countedFrom + 1)));
	};
	return { seconds, letThrough: arrivals(false), refused: arrivals(true) };
}

const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0);
