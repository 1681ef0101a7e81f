import { Comparison, oldest } from './comparison';
import { readContacts, ContactPages } from './contacts';
import { columnsOf, isOfContacts, EventChoices } from './events';
import { Plan, PlanOptions, Source } from './plan';
import { Cursor, State } from './state';
import { MAX_ROWS_BYTES, Table, Values } from './table';
import { MAX_WAITS_BYTES, Waits } from './waits';

export interface Setup extends EventChoices, Omit<PlanOptions, 'isComparing'> {
	/** Start From as entered. A value is applied only once. */
	startFromText: string;
	maxEvents: number;
}

/** Polls once. The poll counts when the returned state is saved. */
export async function pollOnce(state: State, setup: Setup, source: Source & { contacts: ContactPages }) {
	const { inboxIds, maxEvents, startFromText } = setup;
	const columns = columnsOf(setup);
	const hasContacts = setup.events.some(isOfContacts);
	const hasInboxes = inboxIds.length > 0;
	const waits = setup.events.includes('customerWaiting') ? new Waits(setup.wait, state.waits) : undefined;
	const bytes = MAX_ROWS_BYTES - (waits ? MAX_WAITS_BYTES : 0);
	// In bytes.
	const capacity = hasContacts && hasInboxes ? bytes / 2 : bytes;
	const table = new Table(columns, state.conversations, capacity);
	const values = new Values(state.values);
	const comparison = new Comparison(table, values, columns, setup, waits);

	const isStartSet = state.startFrom !== startFromText;
	const startFrom = isStartSet ? setup.startFrom : undefined;
	if (startFrom !== undefined) table.markSince(startFrom);
	const isWider = columns.some((column) => !(state.conversations?.columns ?? columns).includes(column));
	const knownInboxes = inboxIds.filter((id) => id in state.inboxes);
	const before = Object.fromEntries(
		knownInboxes.map((id) => [id, cursorFor(state.inboxes[id]!, isStartSet, startFrom, isWider)]),
	);
	const plan = new Plan(source, comparison, waits, before, { ...setup, startFrom, isComparing: columns.length > 0 });
	if (hasInboxes) await plan.read();
	const contacts = hasContacts ? await readContacts(state.contacts, setup, source.contacts, capacity) : undefined;

	const { emitted, waiting } = oldest(
		[...comparison.recordEvents(plan.now), ...(contacts?.recordEvents ?? [])],
		maxEvents,
	);
	const ofContacts = emitted.filter(({ inboxId }) => inboxId === undefined);
	const items = emitted.flatMap((each) => each.items).sort((a, b) => a.at - b.at);
	for (const { id, row, inboxId } of emitted) if (inboxId !== undefined) table.set(id, row);
	for (const each of waiting) if (each.inboxId !== undefined) comparison.learn(each);
	// With remaining events or an unread thread, the cursor stays, so that the next poll reads them again.
	const kept = new Set([...waiting, ...comparison.undecided].map(({ inboxId }) => inboxId));
	const cursors: Record<string, Cursor> = { ...before };
	for (const [id, cursor] of Object.entries(plan.cursors))
		cursors[id] = kept.has(id) ? { ...(before[id] ?? cursor), begun: cursor.begun } : cursor;
	const next: State = {
		...state,
		...(hasInboxes && {
			startFrom: startFromText,
			inboxes: cursors,
			conversations: table.save(),
			values: values.save(),
		}),
		waits: waits?.save(inboxIds, comparison.hasEmittedWait) ?? {},
		...(contacts && { contacts: contacts.save(ofContacts) }),
	};
	return { items, state: next, conversations: comparison.records, contacts: contacts?.records ?? [] };
}

function cursorFor(cursor: Cursor, isStartSet: boolean, startFrom: number | undefined, isWider: boolean) {
	const fromTop = { sweep: { at: 0, began: cursor.checkpoint }, isBehind: true };
	if (startFrom !== undefined)
		return { ...cursor, ...fromTop, since: startFrom, checkpoint: Math.min(startFrom, cursor.checkpoint) };
	// Start From was removed. It may have been in the future.
	if (isStartSet) return { ...cursor, since: Math.min(cursor.since, cursor.checkpoint) };
	return isWider ? { ...cursor, ...fromTop } : cursor;
}
