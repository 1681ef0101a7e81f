import type { Topic } from './scenario';

/** A possible mistake of the trigger: a text of its source, and its replacement. */
export interface Mistake {
	name: string;
	/** The path below nodes. */
	file: string;
	from: string;
	to: string;
	/** The topic that shows the mistake. */
	topic: Topic;
}

const CREATED = 'conversationCreated';
const UPDATED = 'conversationUpdated';
const MESSAGE = 'customerMessage';
const [COMPARISON, EVENTS, PLAN, WAITS, CONTACTS] = ['comparison', 'events', 'plan', 'waits', 'contacts'].map(
	(name) => `HelpdeskTrigger/core/${name}.ts`,
) as [string, string, string, string, string];
const WAITING = 'shared/waiting.ts';

export const MISTAKES: Mistake[] = [
	{
		name: 'every record is new',
		file: COMPARISON,
		from: 'isUnknown && createdAt(record) >= cursor.since',
		to: 'isUnknown',
		topic: CREATED,
	},
	{
		name: 'an emitted conversation is not remembered',
		file: 'HelpdeskTrigger/core/pollOnce.ts',
		from: 'if (inboxId !== undefined) table.set(id, row);',
		to: 'void [row, inboxId];',
		topic: CREATED,
	},
	{
		name: 'a backlog is emitted newest first',
		file: COMPARISON,
		from: '(a, b) => a.at - b.at);',
		to: '(a, b) => b.at - a.at);',
		topic: CREATED,
	},
	{
		name: 'the number of requests is not limited',
		file: PLAN,
		from: 'MAX_REQUESTS = 100',
		to: 'MAX_REQUESTS = 1e9',
		topic: UPDATED,
	},
	{
		name: 'older conversations are never read',
		file: PLAN,
		from: 'const swept = isComparing ? inboxIds : inboxIds.slice(0, 1);',
		to: 'const swept: string[] = inboxIds.filter(() => false);',
		topic: UPDATED,
	},
	{
		name: 'a field with an unknown value counts as changed',
		file: COMPARISON,
		from: 'if (before && cell(column) === UNKNOWN) return false;',
		to: '',
		topic: UPDATED,
	},
	{
		name: 'changes are lost',
		file: COMPARISON,
		from: 'if (before) return cell(column) !== is;',
		to: 'if (before) return false;',
		topic: UPDATED,
	},
	{
		name: 'a conversation touched before its first poll is left out',
		file: COMPARISON,
		from: 'isTouched = !before &&',
		to: 'isTouched = false &&',
		topic: UPDATED,
	},
	{
		name: 'every record counts as touched',
		file: COMPARISON,
		from: 'touchedAt(record, now) > this.watchedSince(seen)',
		to: 'true',
		topic: UPDATED,
	},
	{
		name: 'the state of a new conversation counts as a change',
		file: EVENTS,
		from: 'if (isNew && (isUntouched || !choices.emitsUnknown)) return [];',
		to: 'void isUntouched;',
		topic: UPDATED,
	},
	{
		name: 'messages before activation count',
		file: COMPARISON,
		from: 'at >= seen.cursor.since && (second',
		to: '(second',
		topic: MESSAGE,
	},
	{
		name: 'every writer counts as a customer',
		file: EVENTS,
		from: "kind === 'message' && writer === 'customer'",
		to: "kind === 'message'",
		topic: MESSAGE,
	},
	{
		name: 'an automatic reply counts as written by a teammate',
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
	{
		name: 'a hidden message is lost',
		file: COMPARISON,
		from: '!(isCustomers && isSingle)',
		to: '!isCustomers',
		topic: MESSAGE,
	},
	{
		name: 'a message that came after the record was read is emitted twice',
		file: COMPARISON,
		from: '|| !isLater(entry.at!, index)',
		to: '|| !isLater(0, index)',
		topic: MESSAGE,
	},
	{
		name: 'an answer does not end a wait',
		file: WAITING,
		from: "writer === 'teammate' || writer === 'unknown'",
		to: "writer === 'unknown'",
		topic: 'states',
	},
	{
		name: 'an automatic reply ends a wait',
		file: WAITING,
		from: "writer === 'teammate' || writer === 'unknown'",
		to: "writer !== 'customer'",
		topic: 'states',
	},
	{
		name: 'a customer message followed by another entry starts no wait',
		file: WAITS,
		from: 'else if (!isSettled) {',
		to: "else if (!isSettled && last.writer === 'customer') {",
		topic: 'states',
	},
	{
		name: 'closing or snoozing does not end a wait',
		file: WAITS,
		from: 'if (needsNoAnswer(record, this.options)) this.forget(id);',
		to: 'if (false as boolean) this.forget(id);',
		topic: 'states',
	},
	{
		name: 'every wait counts as long enough',
		file: WAITS,
		from: 'return now - since >= after &&',
		to: 'return now >= since + 0 * after &&',
		topic: 'states',
	},
	{
		name: 'hours outside opening hours count',
		file: WAITS,
		from: '(!hours || openMs(',
		to: '(true || openMs(',
		topic: 'states',
	},
	{
		name: 'a wait is emitted more than once',
		file: EVENTS,
		from: "waitsSince !== undefined && differs('waiting')",
		to: 'waitsSince !== undefined',
		topic: 'states',
	},
	{
		name: 'a state is emitted although the poll before did not show the field',
		file: EVENTS,
		from: 'return isKnown(column) && differs(column) && isLeft(to, from)',
		to: 'return (isKnown(column) || differs(column)) && isLeft(to, from)',
		topic: 'states',
	},
	{
		name: 'an existing tag counts as added',
		file: EVENTS,
		from: 'more.filter(([id]) => !less.some(([other]) => other === id))',
		to: 'more.filter(() => less.length >= 0)',
		topic: 'states',
	},
	{
		name: 'no contact counts as new',
		file: CONTACTS,
		from: 'isNew: !known &&',
		to: 'isNew: false &&',
		topic: 'contactCreated',
	},
	{
		name: 'every contact is new',
		file: CONTACTS,
		from: 'createdAt(record) >= since : isScanned',
		to: 'true : true',
		topic: 'contactCreated',
	},
	{
		name: 'a changed contact is not remembered',
		file: CONTACTS,
		from: 'for (const { id, row } of emitted) table.set(id, row);',
		to: 'void emitted;',
		topic: 'contactUpdated',
	},
	{
		name: 'a change of a contact is not noticed',
		file: CONTACTS,
		from: 'cell(field) !== cells[contactFields.indexOf(field)]',
		to: 'false',
		topic: 'contactUpdated',
	},
];
