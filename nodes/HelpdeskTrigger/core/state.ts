import type { CreatedState, InboxCursor } from './createdState';
import { packSeen, secondOf } from './seen';
import { idHash } from './shortHash';

/** The form in which the state is saved now. */
export const STATE_VERSION = 2;

/** What the trigger keeps in the node's static data, under one key. */
export interface SavedState {
	version: typeof STATE_VERSION;
	/** Another event starts anew. */
	event: string;
	/** What the event's reading gave out. */
	data: unknown;
}

/** As version 1 saved it, for new conversations: the newest creation and the ids at and after it. */
interface Version1 {
	version: 1;
	inboxes: Record<string, { watermark: string; seen: string[] }>;
}

/** The state comes from a newer version of this package, and would be misread. */
export class NewerState extends Error {
	readonly description = 'Update the package again, or duplicate this node to start anew.';

	constructor(version: unknown) {
		super(`The trigger's saved state is of a newer version (${Number(version)}) than this package understands`);
	}
}

/**
 * The saved state in its present form; undefined where there is none, or where it belongs to another event.
 *
 * @throws {NewerState}
 */
export function openState(saved: unknown, event: string): SavedState | undefined {
	const state = upgraded(saved);
	return state?.event === event ? state : undefined;
}

function upgraded(saved: unknown): SavedState | undefined {
	if (typeof saved !== 'object' || saved === null || !('version' in saved)) return undefined;
	if (saved.version === STATE_VERSION) return saved as SavedState;
	if (saved.version === 1) return fromVersion1(saved as Version1);
	throw new NewerState(saved.version);
}

function fromVersion1({ inboxes }: Version1): SavedState {
	const cursors = Object.entries(inboxes).map(([id, { watermark, seen }]): [string, InboxCursor] => {
		const floor = Date.parse(watermark);
		return [id, { floor, next: floor, seen: packSeen(new Map(seen.map((each) => [idHash(each), secondOf(floor)]))) }];
	});
	const clock = Math.max(0, ...cursors.map(([, { floor }]) => floor));
	const data: CreatedState = { clock, inboxes: Object.fromEntries(cursors) };
	return { version: STATE_VERSION, event: 'conversationCreated', data };
}
