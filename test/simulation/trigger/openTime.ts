const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** When so much time (ms) is over after `since`: of all hours, or of those from nine to five on weekdays, in UTC. */
export function overAt(since: number, after: number, hasHours: boolean): number {
	if (!hasHours) return since + after;
	let left = after;
	for (let day = Math.floor(since / DAY) * DAY; ; day += DAY) {
		const weekday = new Date(day).getUTCDay();
		if (weekday === 0 || weekday === 6) continue;
		const from = Math.max(since, day + 9 * HOUR);
		const open = Math.max(0, day + 17 * HOUR - from);
		if (open >= left) return from + left;
		left -= open;
	}
}
