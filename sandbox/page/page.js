import uPlot from './uPlot.js';

const EVERY_MS = 1000;

const [summary, steps, latest, rows, requests, plot] = [
	'#summary',
	'#steps',
	'#latest',
	'#tickets tbody',
	'#requests',
	'#plot',
].map((at) => document.querySelector(at));

/** Rows and their contents by ticket ID. An unchanged row stays, so that its highlight is not cut short. */
let shown = new Map();

/** Rows of open threads by ticket ID. */
const threads = new Map();

function element(name, properties, ...children) {
	const made = Object.assign(document.createElement(name), properties);
	made.append(...children);
	return made;
}

async function refresh() {
	setTimeout(refresh, EVERY_MS);
	const answer = await fetch('/__sandbox/page').catch(() => undefined);
	if (answer?.ok) return show(await answer.json());
	Object.assign(summary, { textContent: 'The sandbox does not answer', className: 'lost' });
}

function show(state) {
	const { limitPerMinute: limit, traffic, tickets } = state;
	const limited = limit ? `${limit} requests a minute` : 'no limit';
	Object.assign(summary, {
		textContent: `${state.conversations} tickets · ${limited} · API at ${state.baseUrl}`,
		className: '',
	});
	const refused = traffic.refused.at(-1);
	latest.textContent = `${traffic.letThrough.at(-1)}${limit ? ` of ${limit}` : ''} in the last minute${refused ? `, ${refused} refused` : ''}`;
	showSteps(state.steps);
	requests.replaceChildren(...state.requests.map(requestLine));
	chart.setData([
		traffic.seconds,
		traffic.letThrough,
		traffic.refused.map((count) => count || null),
		traffic.seconds.map(() => limit || null),
	]);
	const isFirst = shown.size === 0;
	const entries = tickets.map((ticket) => {
		const [text, known] = [JSON.stringify(ticket), shown.get(ticket.id)];
		if (known?.text === text) return [ticket.id, known];
		if (threads.has(ticket.id)) void openThread(ticket.id);
		return [ticket.id, { text, row: ticketRow(ticket, !isFirst) }];
	});
	shown = new Map(entries);
	for (const id of threads.keys()) if (!shown.has(id)) threads.delete(id);
	place();
}

/** Moves only misplaced rows, because an inserted row is highlighted again. */
function place() {
	const wanted = [...shown].flatMap(([id, { row }]) => [row, threads.get(id)]).filter((row) => row);
	for (const [id, { row }] of shown) row.ariaExpanded = String(threads.has(id));
	for (const row of [...rows.children]) if (!wanted.includes(row)) row.remove();
	wanted.forEach((row, index) => {
		if (rows.children[index] !== row) rows.insertBefore(row, rows.children[index] ?? null);
	});
}

function toggle(id) {
	if (!threads.delete(id)) return openThread(id);
	place();
}

/** Shows a ticket's thread below its row, oldest first, with scheduled replies. */
async function openThread(id) {
	threads.set(id, threads.get(id));
	const ticket = await fetch(`/__sandbox/conversations/${encodeURIComponent(id)}`).then((answer) => answer.json());
	if (!threads.has(id)) return;
	const list = element('ol', {}, ...ticket.events.map(happened), ...ticket.scheduled.map(planned));
	if (ticket.snooze) list.append(step('Snoozed', '', `until ${at(ticket.snooze.until)}`));
	threads.set(id, element('tr', { className: 'thread' }, element('td', { colSpan: 7 }, list)));
	place();
}

const KINDS = { note: 'Note', forwarded: 'Forwarded', merged: 'Merged', split: 'Split' };
const at = (time) => new Date(time).toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' });
const step = (kind, text, small) =>
	element('li', { className: kind.split(' ')[0] }, element('b', {}, kind), ` ${text}`, element('small', {}, small));
const happened = ({ action, actor_type: type, actor, created_at: createdAt, event }) =>
	step(
		KINDS[action] ?? (type === 'contact' ? 'Customer' : 'Reply'),
		event.text_body,
		`${actor?.name ?? 'Automatic reply'}, ${at(createdAt)}`,
	);
const planned = ({ event, scheduledAt }) =>
	step('Scheduled reply', event.message.text_body, `${event.actor.name}, goes out ${at(scheduledAt)}`);

const pill = (name) => element('span', { className: `status ${name}` }, name);

function ticketRow(ticket, isChanged) {
	const earlier = ticket.notes.length > 1 ? element('small', {}, `and ${ticket.notes.length - 1} earlier`) : '';
	const tags = ticket.tags.map(({ name, color }) =>
		element('span', { className: 'tag', style: `--tag: ${color}` }, name),
	);
	const row = element(
		'tr',
		{ className: isChanged ? 'changed' : '', tabIndex: 0, onclick: () => void toggle(ticket.id) },
		element('td', {}, `#${ticket.ticketId}`),
		element('td', {}, ticket.subject, element('small', {}, `${ticket.contact} · ${ticket.inbox}`)),
		element('td', {}, ...[ticket.status, ...ticket.marks].map(pill)),
		element('td', {}, ticket.assignee),
		element('td', { className: ticket.priority }, ticket.priority),
		element('td', {}, ...tags),
		element('td', { className: 'note' }, ticket.notes.at(-1) ?? '', earlier),
	);
	row.dataset.ticket = ticket.id;
	row.onkeydown = ({ key }) => key === 'Enter' && void toggle(ticket.id);
	return row;
}

/** Keeps unchanged steps, because a click on a link that is just being replaced is lost. */
function showSteps(list) {
	if (steps.dataset.shown === JSON.stringify(list)) return;
	steps.dataset.shown = JSON.stringify(list);
	// Every second part of the text was in backticks.
	const parts = (text) => text.split('`').map((part, index) => (index % 2 ? element('code', {}, part) : part));
	const shown = ({ text, url }) =>
		element(url ? 'a' : 'span', url ? { href: url, target: '_blank' } : {}, ...parts(text));
	steps.replaceChildren(...list.map((step) => element('li', { className: step.isDone ? 'done' : '' }, shown(step))));
}

const requestLine = ({ method, path, status }) =>
	element(
		'li',
		{ className: status >= 200 && status < 400 ? '' : 'refused', title: path },
		`${status ?? '…'} ${method} ${path}`,
	);

/** Returns a colour of the page. Only an element resolves `light-dark()`. */
function color(name) {
	const probe = document.body.appendChild(element('i', { style: `color: var(${name})` }));
	const { color } = getComputedStyle(probe);
	probe.remove();
	return color;
}

/** Draws the requests of the last minute against the limit. */
function requestChart() {
	const axis = { stroke: color('--soft'), grid: { stroke: color('--line'), width: 1 }, ticks: { show: false } };
	const line = (label, stroke, more) => ({ label, stroke, width: 2, points: { show: false }, ...more });
	const options = {
		width: plot.clientWidth,
		height: 240,
		cursor: { y: false },
		legend: { live: false },
		scales: { y: { range: (_chart, _least, most) => [0, Math.max(10, most * 1.1)] } },
		axes: [axis, { ...axis, size: 40 }],
		series: [
			{},
			line('Let through', color('--accent'), {
				fill: color('--accent').replace('rgb(', 'rgba(').replace(')', ', 0.15)'),
			}),
			line('Refused', color('--alarm')),
			line('Limit', color('--text'), { width: 1, dash: [6, 4] }),
		],
	};
	return new uPlot(options, [[], [], [], []], plot);
}

const chart = requestChart();
void refresh();
