import { requestPlot } from './plot.js';

const EVERY_MS = 1000;

const summary = document.querySelector('#summary');
const latest = document.querySelector('#latest');
const rows = document.querySelector('#tickets tbody');
const requests = document.querySelector('#requests');
const showPlot = requestPlot(document.querySelector('#plot'));

/** What each row showed last, by the ticket's id, so that a change can be marked. */
let shown = new Map();

async function refresh() {
	setTimeout(refresh, EVERY_MS);
	const state = await fetch('/__sandbox/page').then(
		(answer) => (answer.ok ? answer.json() : undefined),
		() => undefined,
	);
	if (state) return show(state);
	summary.textContent = 'The sandbox does not answer';
	summary.className = 'lost';
}

function show(state) {
	const limit = state.limitPerMinute ? `${state.limitPerMinute} requests a minute` : 'no limit';
	summary.textContent = `${state.conversations} tickets · ${limit} · API at ${state.baseUrl}`;
	summary.className = '';
	latest.textContent = latestMinute(state);
	showTickets(state.tickets);
	showPlot(state);
	requests.replaceChildren(...state.requests.map(requestLine));
}

function latestMinute({ traffic, limitPerMinute }) {
	const refused = traffic.refused.at(-1);
	const letThrough = `${traffic.letThrough.at(-1)}${limitPerMinute ? ` of ${limitPerMinute}` : ''} in the last minute`;
	return refused ? `${letThrough}, ${refused} refused` : letThrough;
}

/** Rows that stay as they are stay in place, so that a marked change is seen to its end. */
function showTickets(tickets) {
	const first = shown.size === 0;
	const next = new Map();
	for (const ticket of tickets) {
		const text = JSON.stringify(ticket);
		const known = shown.get(ticket.id);
		const row = known?.text === text ? known.row : ticketRow(ticket, !first);
		next.set(ticket.id, { text, row });
	}
	shown = next;
	const wanted = [...next.values()].map(({ row }) => row);
	if (wanted.some((row, index) => rows.children[index] !== row) || rows.children.length !== wanted.length) rows.replaceChildren(...wanted);
}

function ticketRow(ticket, changed) {
	const row = element('tr', { className: changed ? 'changed' : '' });
	row.dataset.ticket = ticket.id;
	const latest = ticket.notes.at(-1);
	row.append(
		element('td', {}, `#${ticket.ticketId}`),
		element('td', {}, ticket.subject, element('small', {}, `${ticket.contact} · ${ticket.inbox}`)),
		element('td', {}, element('span', { className: `status ${ticket.status}` }, ticket.status)),
		element('td', { className: ticket.priority }, ticket.priority),
		element('td', {}, ...ticket.tags.map(tag)),
		element(
			'td',
			{ className: 'note' },
			latest ?? '',
			ticket.notes.length > 1 ? element('small', {}, `and ${ticket.notes.length - 1} earlier`) : '',
		),
	);
	return row;
}

function tag({ name, color }) {
	const label = element('span', { className: 'tag' }, name);
	label.style.setProperty('--tag', color);
	return label;
}

function requestLine({ method, path, status }) {
	return element(
		'li',
		{ className: status === null || status >= 400 || status === 0 ? 'refused' : '', title: path },
		`${status ?? '…'} ${method} ${path}`,
	);
}

function element(name, properties, ...children) {
	const made = Object.assign(document.createElement(name), properties);
	made.append(...children);
	return made;
}

void refresh();
