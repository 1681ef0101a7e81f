import type { Result } from './race';

const WIDTH = 900;
const HEIGHT = 360;
const LEFT = 50;
const RIGHT = 20;
const TOP = 110;
const BOTTOM = 40;
const COLOURS = ['#1f6f8b', '#c0392b', '#b7950b', '#8e44ad'];
const LIMIT = 300;
/** Lines above this leave the picture; the legend shows their maximum. */
const MAX_DRAWN = 2 * LIMIT;
const WINDOW_MS = 60_000;

/** Draws an SVG: requests in the last minute over time, a line per contender, against the limit. */
export function drawing(results: Result[]): string {
	const lines = results.map((result) => ({ ...result, points: rolling(result) }));
	const longest = Math.max(...lines.map(({ seconds }) => seconds), 1);
	const x = (second: number) => (LEFT + (second / longest) * (WIDTH - LEFT - RIGHT)).toFixed(1);
	const y = (count: number) => (HEIGHT - BOTTOM - (count / MAX_DRAWN) * (HEIGHT - BOTTOM - TOP)).toFixed(1);
	const paths = lines.map(({ contender, seconds, requests, written, points }, index) => {
		const path = points.map(([second, count], at) => `${at ? 'L' : 'M'}${x(second)} ${y(count)}`).join('');
		const most = Math.max(...points.map(([, count]) => count));
		const refused = requests.filter(({ status }) => status === 429).length;
		const done = written.filter((count) => count > 0).length;
		const legend = `${contender}: ${done} of ${written.length} updated in ${seconds.toFixed(0)} s, at most ${most} requests a minute, ${refused} refused`;
		return `<path clip-path="url(#plot)" d="${path}" fill="none" stroke="${COLOURS[index]}" stroke-width="2"/>
<text x="${LEFT}" y="${24 + index * 19}" fill="${COLOURS[index]}">${legend}</text>`;
	});
	return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="13">
<clipPath id="plot"><rect x="${LEFT}" y="${TOP}" width="${WIDTH - LEFT - RIGHT}" height="${HEIGHT - TOP - BOTTOM}"/></clipPath>
<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>
<path d="M${LEFT} ${y(LIMIT)}H${WIDTH - RIGHT}" stroke="#444" stroke-dasharray="6 4"/>
<text x="${WIDTH - RIGHT}" y="${Number(y(LIMIT)) - 6}" text-anchor="end" fill="#444">limit: 300 requests in a minute</text>
<path d="M${LEFT} ${TOP - 10}V${HEIGHT - BOTTOM}H${WIDTH - RIGHT}" fill="none" stroke="#444"/>
<text x="${LEFT - 8}" y="${y(0)}" text-anchor="end">0</text>
<text x="${LEFT - 8}" y="${y(LIMIT)}" text-anchor="end">${LIMIT}</text>
<text x="${LEFT - 8}" y="${y(MAX_DRAWN)}" text-anchor="end">${MAX_DRAWN}</text>
<text x="${WIDTH - RIGHT}" y="${HEIGHT - 14}" text-anchor="end">${longest.toFixed(0)} s</text>
<text x="${LEFT}" y="${HEIGHT - 14}">requests sent in the last minute, over time</text>
${paths.join('\n')}
</svg>
`;
}

/** Returns for every second how many requests arrived in the minute before it. */
function rolling({ requests, seconds }: Result): Array<[second: number, count: number]> {
	const times = requests.map(({ arrivedMonotonic }) => arrivedMonotonic);
	return Array.from({ length: Math.ceil(seconds) + 1 }, (_, second) => {
		const now = times[0]! + second * 1000;
		return [second, times.filter((time) => time > now - WINDOW_MS && time <= now).length];
	});
}
