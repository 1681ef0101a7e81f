import type { Result } from './race';

const WIDTH = 900;
const HEIGHT = 360;
const LEFT = 60;
const BOTTOM = 40;
const COLOURS = ['#1f6f8b', '#c0392b', '#b7950b', '#8e44ad'];
const LIMIT = 300;

/** The requests of the last minute at every moment, one line a contender, against the limit, as SVG. */
export function drawing(results: Result[]): string {
	const lines = results.map(({ contender, requests }) => ({ contender, points: rolling(requests.map(({ arrivedMonotonic }) => arrivedMonotonic)) }));
	const longest = Math.max(...lines.flatMap(({ points }) => points.map(([second]) => second)), 1);
	const most = Math.max(...lines.flatMap(({ points }) => points.map(([, count]) => count)), LIMIT) * 1.1;
	const x = (second: number) => (LEFT + (second / longest) * (WIDTH - LEFT - 20)).toFixed(1);
	const y = (count: number) => (HEIGHT - BOTTOM - (count / most) * (HEIGHT - BOTTOM - 20)).toFixed(1);
	const paths = lines.map(({ contender, points }, index) => {
		const colour = COLOURS[index % COLOURS.length]!;
		const path = points.map(([second, count], at) => `${at ? 'L' : 'M'}${x(second)} ${y(count)}`).join('');
		return `<path d="${path}" fill="none" stroke="${colour}" stroke-width="2"/>
<text x="${WIDTH - 260}" y="${30 + index * 18}" fill="${colour}">${contender}</text>`;
	});
	return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="13">
<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>
<path d="M${LEFT} ${y(LIMIT)}H${WIDTH - 20}" stroke="#444" stroke-dasharray="6 4"/>
<text x="${LEFT + 6}" y="${Number(y(LIMIT)) - 6}" fill="#444">limit: 300 requests in a minute</text>
<path d="M${LEFT} 20V${HEIGHT - BOTTOM}H${WIDTH - 20}" fill="none" stroke="#444"/>
<text x="${LEFT - 8}" y="${y(0)}" text-anchor="end">0</text>
<text x="${LEFT - 8}" y="${y(LIMIT)}" text-anchor="end">300</text>
<text x="${WIDTH - 20}" y="${HEIGHT - 14}" text-anchor="end">${Math.round(longest)} s</text>
<text x="${LEFT}" y="${HEIGHT - 14}">requests of the last minute, over time</text>
${paths.join('\n')}
</svg>
`;
}

/** For every second, how many requests arrived in the 60 seconds before. */
function rolling(times: number[]): Array<[second: number, count: number]> {
	const start = times[0] ?? 0;
	const seconds = Math.ceil(((times.at(-1) ?? 0) - start) / 1000);
	return Array.from({ length: seconds + 1 }, (_, second) => {
		const now = start + second * 1000;
		return [second, times.filter((time) => time > now - 60_000 && time <= now).length];
	});
}
