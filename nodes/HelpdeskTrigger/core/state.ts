import { isObject } from '../../../transport';
import { watch } from './changes';
import { rewatched, type WatchOptions, type WatchState } from './changesState';
import { contactUpdated, recompared, type ContactChangesState } from './contactChanges';
import { contactCreated, type ContactState } from './contacts';
import { conversationCreated, type CreatedOptions } from './created';
import type { CreatedState } from './createdState';
import type { AcceptedPageSize } from './paging';
import type { Reading } from './protocol';
import { reachedStates, type ReachedOptions } from './views';
import { customerMessages, watchedFields } from './watched';

/** What is read for: five events of which each has a reading of its own, and all that ask for a state that was reached. */
export type EventName = 'conversationCreated' | 'conversationUpdated' | 'customerMessage' | 'contactCreated' | 'contactUpdated' | 'reached';

/** Whether an event goes by the list of contacts, and not by inboxes. */
export function isOfContacts(event: string): boolean {
	return event === 'contactCreated' || event === 'contactUpdated';
}

/** Records of a backlog held in memory between polls: some megabytes. */
export const MAX_HELD = 2_000;

/** What the user chose. Times in ms. */
export interface TriggerOptions extends Omit<CreatedOptions & WatchOptions, 'size'> {
	event: EventName;
	watchFields: string[];
	/** Of Contact Updated; and where contacts are told as new too, the hashes of all who are not to be any more. */
	contactFields: string[];
	known?: Set<string>;
	/** Values that stand for a contact as the author of a message. */
	customerMarks: string[];
	/** Of `reached`. */
	reached?: ReachedOptions;
	/** Each item says which event it is, because several were chosen or could be. */
	isNamed?: boolean;
}

/** Begins a reading of what was chosen, from the state that an earlier one gave out. */
export function beginReading(part: object | undefined, chosen: TriggerOptions, size: AcceptedPageSize): Reading<object> {
	const options = { ...chosen, size };
	switch (options.event) {
		case 'conversationCreated':
			return conversationCreated(part as CreatedState | undefined, options);
		case 'conversationUpdated':
			return watch(part as WatchState | undefined, watchedFields(options.watchFields), options);
		case 'customerMessage':
			return watch(part as WatchState | undefined, customerMessages(options.customerMarks), { ...options, tellsUnknown: true });
		case 'contactCreated':
			return contactCreated(part as ContactState | undefined, options);
		case 'contactUpdated':
			return contactUpdated(part as ContactChangesState | undefined, options);
		case 'reached': {
			const state = part as WatchState | undefined;
			return watch(state, reachedStates(options.reached!, state?.waits), options);
		}
	}
}

/**
 * What was saved, as far as what is chosen now goes on from it: an inbox or a field that was left out begins anew,
 * also where nothing could be read meanwhile. The very same object where all of it does.
 */
export function goingOn(part: object | undefined, { event, inboxIds, watchFields, contactFields, reached }: TriggerOptions): object | undefined {
	if (!part || event === 'contactCreated') return part;
	if (event === 'contactUpdated') return recompared(part as ContactChangesState, contactFields);
	const { inboxes } = part as WatchState | CreatedState;
	const left = Object.entries(inboxes).filter(([inboxId]) => inboxIds.includes(inboxId));
	const kept = left.length === Object.keys(inboxes).length ? part : { ...part, inboxes: Object.fromEntries<object>(left) };
	if (event === 'reached') return rewatched(kept as WatchState, reachedStates(reached!));
	return event === 'conversationUpdated' ? rewatched(kept as WatchState, watchedFields(watchFields)) : kept;
}

/** The form in which the state is saved now. */
export const STATE_VERSION = 1;

/** What the trigger may keep in all, in bytes of JSON: n8n writes all of it whenever a poll emits. */
const MAX_BYTES = 250_000;

/** What the trigger keeps in the node's static data, under one key. */
export interface SavedState {
	version: typeof STATE_VERSION;
	/** Start From as it was entered when it was applied, to the inboxes that were there; '' for none. */
	startFrom: string;
	/** By event, each apart, so that another event and back again replays nothing. */
	parts: Partial<Record<EventName, object>>;
}

/** The state was saved by another version of this package, or is damaged: going on from it would lose or repeat. */
export class UnreadableState extends Error {
	readonly description =
		'If a newer version of the package was installed before, update it again. Otherwise duplicate this node and delete the old one: the new one begins with its activation.';

	constructor() {
		super("The trigger's saved state is not one that this version of the package can read");
	}
}

/** What each event's part must have, by the type of its values. */
const FORMS: Record<EventName, Record<string, string>> = {
	contactCreated: { clock: 'number', began: 'number', isLearned: 'boolean', known: 'string' },
	contactUpdated: { names: 'object', prints: 'string' },
	conversationCreated: { clock: 'number', inboxes: 'object', seenFrom: 'number', seen: 'string' },
	conversationUpdated: { clock: 'number', names: 'object', prints: 'string', round: 'object', values: 'object', inboxes: 'object' },
	customerMessage: { clock: 'number', names: 'object', prints: 'string', round: 'object', values: 'object', inboxes: 'object' },
	reached: { clock: 'number', names: 'object', prints: 'string', round: 'object', values: 'object', inboxes: 'object' },
};

/** What the cursor of an inbox must have, likewise. */
const CURSORS: Partial<Record<EventName, Record<string, string>>> = {
	conversationCreated: { floor: 'number', dealt: 'object', candidate: 'number' },
	conversationUpdated: { from: 'number', certain: 'number', round: 'number', at: 'number' },
	customerMessage: { from: 'number', certain: 'number', round: 'number', at: 'number' },
	reached: { from: 'number', certain: 'number', round: 'number', at: 'number' },
};

/**
 * The saved state; an empty one where there is none.
 *
 * @throws {UnreadableState} for one of another form
 */
export function openState(saved: unknown): SavedState {
	if (saved === undefined) return { version: STATE_VERSION, startFrom: '', parts: {} };
	if (!isObject(saved) || saved.version !== STATE_VERSION || typeof saved.startFrom !== 'string' || !isObject(saved.parts))
		throw new UnreadableState();
	for (const [event, part] of Object.entries(saved.parts)) if (!isPart(event as EventName, part)) throw new UnreadableState();
	return saved as unknown as SavedState;
}

/**
 * The state with a new part of one event. What the others keep is given up where there is no room for it, the largest first.
 *
 * @param inUse what else the trigger reads for, and never gives up
 */
export function withPart(saved: SavedState, startFrom: string, event: EventName, part: object, inUse: EventName[] = []): SavedState {
	const others = Object.entries(saved.parts).filter(([name]) => name !== event);
	const sizes = others.map(([name, kept]) => ({ name, kept, bytes: inUse.includes(name as EventName) ? 0 : JSON.stringify(kept).length }));
	sizes.sort((a, b) => a.bytes - b.bytes);
	const parts: SavedState['parts'] = { [event]: part };
	let room = MAX_BYTES - JSON.stringify(part).length;
	for (const { name, kept, bytes } of sizes) {
		room -= bytes;
		if (room >= 0) parts[name as EventName] = kept;
	}
	return { version: STATE_VERSION, startFrom, parts };
}

function isPart(event: EventName, part: unknown): boolean {
	const form = FORMS[event];
	if (!form || !fits(part, form)) return false;
	const ofCursor = CURSORS[event];
	return !ofCursor || Object.values(part.inboxes as object).every((cursor) => fits(cursor, ofCursor));
}

function fits(value: unknown, form: Record<string, string>): value is Record<string, unknown> {
	return isObject(value) && Object.entries(form).every(([name, type]) => typeof value[name] === type && value[name] !== null);
}
