import { element } from './element.js';
import { requestPlot } from './plot.js';
import { threadRow } from './thread.js';

const EVERY_MS = 1000;

const summary = document.querySelector('#summary');
const latest = document.querySelector('#latest');
const rows = document.querySelector('#tickets tbody');
const requests = document.querySelector('#requests');
const showPlot = requestPlot(document.querySelector('#plot'));

/** What each row showed last, by the ticket's id, so that a change can be marked. */
let shown = new Map();

/** The rows with the threads of the tickets that are open, by the ticket's id. */
const threads = new Map();

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
		if (known && known.row !== row && threads.has(ticket.id))
			void threadRow(ticket.id, row.children.length).then((thread) => reopen(ticket.id, thread));
		next.set(ticket.id, { text, row });
	}
	shown = next;
	for (const id of threads.keys()) if (!next.has(id)) threads.delete(id);
	place();
}

/** Puts in only what is not in its place: a row that is taken out and put back marks its change once more. */
function place() {
	const wanted = [...shown].flatMap(([id, { row }]) => [row, threads.get(id)]).filter((row) => row);
	const kept = new Set(wanted);
	for (const row of [...rows.children]) if (!kept.has(row)) row.remove();
	wanted.forEach((row, index) => {
		if (rows.children[index] !== row) rows.insertBefore(row, rows.children[index] ?? null);
	});
}

/** A thread that went on while it is open. */
function reopen(id, thread) {
	if (!threads.has(id)) return;
	threads.set(id, thread);
	place();
}

async function toggle(row) {
	const id = row.dataset.ticket;
	if (!threads.delete(id)) threads.set(id, await threadRow(id, row.children.length));
	shown.get(id)?.row.setAttribute('aria-expanded', String(threads.has(id)));
	place();
}

function ticketRow(ticket, changed) {
	const row = element('tr', { className: changed ? 'changed' : '' });
	row.dataset.ticket = ticket.id;
	row.tabIndex = 0;
	row.setAttribute('aria-expanded', String(threads.has(ticket.id)));
	row.addEventListener('click', () => void toggle(row));
	row.addEventListener('keydown', ({ key }) => key === 'Enter' && void toggle(row));
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

void refresh();
