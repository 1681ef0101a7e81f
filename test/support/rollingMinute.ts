/** Returns the maximum number of arrivals (times in ms) in any rolling 60 seconds. */
export function worstRollingMinute(times: number[]) {
	const sorted = [...times].sort((a, b) => a - b);
	let first = 0;
	let worst = 0;
	sorted.forEach((time, index) => {
		while (sorted[first]! <= time - 60_000) first += 1;
		worst = Math.max(worst, index - first + 1);
	});
	return worst;
}
