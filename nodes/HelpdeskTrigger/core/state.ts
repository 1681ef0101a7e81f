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

/** The state was saved by a newer version of this package, or is damaged: going on from it would lose or repeat. */
export class UnreadableState extends Error {
	readonly description = 'If an older version of the package was installed, update it again. Otherwise duplicate this node and delete the old one: the new one begins with its activation.';

	constructor(version: unknown) {
		super(`The trigger's saved state (version ${String(version)}) is not one that this version of the package can read`);
	}
}

/**
 * The saved state in its present form; undefined where there is none, or where it belongs to another event.
 *
 * @throws {UnreadableState}
 */
export function openState(saved: unknown, event: string): SavedState | undefined {
	const state = saved === undefined ? undefined : upgraded(saved as Partial<SavedState | Version1> | null);
	return state?.event === event ? state : undefined;
}

function upgraded(saved: Partial<SavedState | Version1> | null): SavedState {
	if (saved?.version === STATE_VERSION && typeof saved.data === 'object' && saved.data !== null) return saved as SavedState;
	if (saved?.version === 1 && saved.inboxes && Object.values(saved.inboxes).every(isReadable)) return fromVersion1(saved as Version1);
	throw new UnreadableState(saved?.version);
}

function isReadable({ watermark, seen }: Version1['inboxes'][string]): boolean {
	return !Number.isNaN(Date.parse(watermark)) && Array.isArray(seen);
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
