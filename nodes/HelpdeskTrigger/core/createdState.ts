import { floorThatFits, forgetBelow, MOST_SEEN, packSeen, secondOf, unpackSeen, type Seen } from './seen';

/** What is kept of one inbox between polls. Times in ms, of the server. */
export interface InboxCursor {
	/** What was created before is done with. */
	floor: number;
	/** What the last reading dealt with completely: the floor, once another reading finds nothing new below it. */
	next: number;
	/** Conversations created at the floor or later that are done with, packed. */
	seen: string;
}

export interface CreatedState {
	/** The latest time that the server's records showed. */
	clock: number;
	inboxes: Record<string, InboxCursor>;
}

/** An inbox while it is read. */
export interface OpenInbox {
	floor: number;
	next: number;
	seen: Seen;
}

export function openInbox({ floor, next, seen }: InboxCursor): OpenInbox {
	return { floor, next, seen: unpackSeen(seen) };
}

/** Notes that a conversation is done with. */
export function remember(inbox: OpenInbox, hash: string, created: number): void {
	inbox.seen.set(hash, secondOf(created));
}

/** The state as it is saved, at most 256 KB for 20 inboxes. */
export function closeState(clock: number, inboxes: Map<string, OpenInbox>): CreatedState {
	const fits = floorThatFits([...inboxes.values()].map(({ seen }) => seen), MOST_SEEN);
	const closed: Record<string, InboxCursor> = {};
	for (const [id, { floor, next, seen }] of inboxes) {
		const kept = new Map(seen);
		forgetBelow(kept, Math.max(floor, fits));
		closed[id] = { floor: Math.max(floor, fits), next: Math.max(next, fits), seen: packSeen(kept) };
	}
	return { clock, inboxes: closed };
}
