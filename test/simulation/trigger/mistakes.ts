import type { Topic } from './scenario';

/** A mistake that another poller has had, or that this one could get: a text of its source, and what stands there instead. */
export interface Mistake {
	/** What goes wrong. */
	name: string;
	/** Below nodes/HelpdeskTrigger. */
	file: string;
	from: string;
	to: string;
	/** Where it shows. */
	topic: Topic;
}

const CREATED = 'conversationCreated';
const UPDATED = 'conversationUpdated';
const MESSAGE = 'customerMessage';
const [COMPARISON, EVENTS, PLAN, WAITS, CONTACTS] = ['comparison', 'events', 'plan', 'waits', 'contacts'].map((name) => `core/${name}.ts`) as [
	string,
	string,
	string,
	string,
	string,
];

export const MISTAKES: Mistake[] = [
	{ name: 'everything is new', file: COMPARISON, from: 'isUnknown && createdAt(record) >= cursor.since', to: 'isUnknown', topic: CREATED },
	{
		name: 'what is emitted is not remembered',
		file: 'core/pollOnce.ts',
		from: 'if (inboxId !== undefined) table.set(id, row);',
		to: 'void [row, inboxId];',
		topic: CREATED,
	},
	{ name: 'a backlog comes newest first', file: COMPARISON, from: '(a, b) => a.at - b.at);', to: '(a, b) => b.at - a.at);', topic: CREATED },
	{ name: 'the number of requests is not limited', file: PLAN, from: 'MAX_REQUESTS = 100', to: 'MAX_REQUESTS = 1e9', topic: UPDATED },
	{
		name: 'older conversations are never read',
		file: PLAN,
		from: 'const swept = isComparing ? inboxIds : inboxIds.slice(0, 1);',
		to: 'const swept: string[] = inboxIds.filter(() => false);',
		topic: UPDATED,
	},
	{
		name: 'a field that was not known counts as changed',
		file: COMPARISON,
		from: 'if (before && cell(column) === UNKNOWN) return false;',
		to: '',
		topic: UPDATED,
	},
	{ name: 'no change is one', file: COMPARISON, from: 'if (before) return cell(column) !== is;', to: 'if (before) return false;', topic: UPDATED },
	{
		name: 'what was touched before its first look is left out',
		file: COMPARISON,
		from: 'isTouched = !before &&',
		to: 'isTouched = false &&',
		topic: UPDATED,
	},
	{ name: 'everything counts as touched', file: COMPARISON, from: 'touchedAt(record) > this.watchedSince(seen)', to: 'true', topic: UPDATED },
	{
		name: 'how it is counts as changed for a new conversation',
		file: EVENTS,
		from: 'if (isNew && (isUntouched || !choices.emitsUnknown)) return [];',
		to: 'void isUntouched;',
		topic: UPDATED,
	},
	{ name: 'messages from before count', file: COMPARISON, from: 'return at >= seen.cursor.since && (', to: 'return (', topic: MESSAGE },
	{
		name: 'whoever writes is a customer',
		file: EVENTS,
		from: "kind === 'message' && writer === 'customer'",
		to: "kind === 'message'",
		topic: MESSAGE,
	},
	{
		name: "an automatic reply is a teammate's",
		file: EVENTS,
		from: "kind === 'message' && writer === 'teammate'",
		to: "kind === 'message' && writer !== 'customer'",
		topic: MESSAGE,
	},
	{
		name: 'a thread that was not read counts as read',
		file: COMPARISON,
		from: 'isUndecided && MESSAGE_COLUMNS.includes(column)',
		to: '(false as boolean)',
		topic: MESSAGE,
	},
	{ name: 'a hidden message is lost', file: COMPARISON, from: '!(isCustomers && isSingle)', to: '!isCustomers', topic: MESSAGE },
	{
		name: 'what came after the record was read is emitted twice',
		file: COMPARISON,
		from: '|| !isLater(entry.at!, index)',
		to: '|| !isLater(0, index)',
		topic: MESSAGE,
	},
	{
		name: 'an answer ends no wait',
		file: WAITS,
		from: "writer === 'teammate' || writer === 'unknown'",
		to: "writer === 'unknown'",
		topic: 'states',
	},
	{
		name: 'an automatic reply ends a wait',
		file: WAITS,
		from: "writer === 'teammate' || writer === 'unknown'",
		to: "writer !== 'customer'",
		topic: 'states',
	},
	{
		name: 'nobody waits behind another message',
		file: WAITS,
		from: 'else if (!isSettled) {',
		to: "else if (!isSettled && last.writer === 'customer') {",
		topic: 'states',
	},
	{
		name: 'a closing or a snooze ends no wait',
		file: WAITS,
		from: 'if (isSetAside(record, this.options)) this.forget(id);',
		to: 'if (false as boolean) this.forget(id);',
		topic: 'states',
	},
	{
		name: 'everybody has waited long enough',
		file: WAITS,
		from: 'return now - since >= after &&',
		to: 'return now >= since + 0 * after &&',
		topic: 'states',
	},
	{ name: 'hours in which nobody is there count', file: WAITS, from: '(!hours || openMs(', to: '(true || openMs(', topic: 'states' },
	{
		name: 'a wait is emitted again and again',
		file: EVENTS,
		from: "waitsSince !== undefined && differs('waiting')",
		to: 'waitsSince !== undefined',
		topic: 'states',
	},
	{
		name: 'a state that was left is emitted without a look before',
		file: EVENTS,
		from: 'return isKnown(column) && differs(column) && isLeft(to, from)',
		to: 'return (isKnown(column) || differs(column)) && isLeft(to, from)',
		topic: 'states',
	},
	{
		name: 'a tag that was there is added',
		file: EVENTS,
		from: 'more.filter(([id]) => !less.some(([other]) => other === id))',
		to: 'more.filter(() => less.length >= 0)',
		topic: 'states',
	},
	{ name: 'no contact is new', file: CONTACTS, from: 'isNew: !known &&', to: 'isNew: false &&', topic: 'contactCreated' },
	{ name: 'every contact is new', file: CONTACTS, from: 'createdAt(record) >= since : isScanned', to: 'true : true', topic: 'contactCreated' },
	{
		name: 'a changed contact is not remembered',
		file: CONTACTS,
		from: 'for (const { id, row } of emitted) table.set(id, row);',
		to: 'void emitted;',
		topic: 'contactUpdated',
	},
	{
		name: 'no change of a contact is one',
		file: CONTACTS,
		from: 'cell(field) !== cells[contactFields.indexOf(field)]',
		to: 'false',
		topic: 'contactUpdated',
	},
];
