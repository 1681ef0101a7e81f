/** The most requests that arrived in any rolling 60 seconds, by the times given in ms. */
export function worstRollingMinute(times: number[]): number {
	const sorted = [...times].sort((a, b) => a - b);
	let first = 0;
	let worst = 0;
	sorted.forEach((time, index) => {
		while (sorted[first]! <= time - 60_000) first += 1;
		worst = Math.max(worst, index - first + 1);
	});
	return worst;
}
