import uPlot from './uPlot.js';

const style = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/** Colors of the page, which `light-dark()` makes known only on an element. */
function color(name) {
	const probe = document.createElement('i');
	probe.style.color = style(name);
	document.body.append(probe);
	const { color } = getComputedStyle(probe);
	probe.remove();
	return color;
}

/** "9:41" for seconds since the epoch. */
const timeOfDay = (second) => new Date(second * 1000).toLocaleTimeString([], { hour: 'numeric', minute: '2-digit' });

/** A line of the requests of the last minute against the limit. Returns what shows a newer state. */
export function requestPlot(element) {
	let latest;
	let plot = drawn(element);
	// A canvas keeps the colors that it was drawn in.
	matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
		plot.destroy();
		plot = drawn(element);
		if (latest) show(latest);
	});
	new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height: 240 })).observe(element);
	const show = (state) => {
		latest = state;
		const { seconds, letThrough, refused } = state.traffic;
		const limit = state.limitPerMinute || null;
		plot.setData([seconds, letThrough, refused.map((count) => count || null), seconds.map(() => limit)]);
	};
	return show;
}

function drawn(element) {
	const axis = { stroke: color('--soft'), grid: { stroke: color('--line'), width: 1 }, ticks: { show: false } };
	const accent = color('--accent');
	const alarm = color('--alarm');
	const limit = color('--text');
	return new uPlot(
		{
			width: element.clientWidth,
			height: 240,
			cursor: { y: false },
			legend: { live: false },
			scales: { y: { range: (_plot, _least, most) => [0, Math.max(10, most * 1.1)] } },
			axes: [
				{ ...axis, incrs: [60], values: (_plot, seconds) => seconds.map(timeOfDay) },
				{ ...axis, size: 40 },
			],
			series: [
				{},
				{
					label: 'Let through',
					stroke: accent,
					width: 2,
					fill: accent.replace('rgb(', 'rgba(').replace(')', ', 0.15)'),
					points: { show: false },
				},
				{ label: 'Refused', stroke: alarm, width: 2, points: { show: false } },
				{ label: 'Limit', stroke: limit, width: 1, dash: [6, 4], points: { show: false } },
			],
		},
		[[], [], [], []],
		element,
	);
}
