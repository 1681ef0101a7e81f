import { element } from './element.js';

/** What happened on a ticket, oldest first, and what is still to come, as a row below its own. */
export async function threadRow(id, columns) {
	const list = element('ol', {});
	const row = element('tr', { className: 'thread' }, element('td', { colSpan: columns }, list));
	const ticket = await fetch(`/__sandbox/conversations/${encodeURIComponent(id)}`).then((answer) => answer.json());
	list.append(...ticket.events.map(happened), ...ticket.scheduled.map(planned));
	if (ticket.snooze) list.append(step('Snoozed', '', `until ${at(ticket.snooze.until)}`));
	return row;
}

const KINDS = { note: 'Note', forwarded: 'Forwarded', merged: 'Merged', split: 'Split' };

function happened({ action, actor_type: actorType, actor, created_at: createdAt, event }) {
	const kind = KINDS[action] ?? (actorType === 'contact' ? 'Customer' : 'Reply');
	return step(kind, event.text_body, `${actor.name}, ${at(createdAt)}`);
}

function planned({ event, scheduledAt }) {
	return step('Scheduled reply', event.message.text_body, `${event.actor.name}, goes out ${at(scheduledAt)}`);
}

function step(kind, text, small) {
	return element('li', { className: kind.split(' ')[0] }, element('b', {}, kind), ` ${text}`, element('small', {}, small));
}

const at = (time) => new Date(time).toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' });
