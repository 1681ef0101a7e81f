import type { TriggerEvent } from '../../../nodes/HelpdeskTrigger/core/steps';
import type { Conversation } from './service';

/** Keeps book of which new conversations a trigger has to emit, and once, apart from the trigger. */
export class Ledger {
	events = 0;
	/** How many had to be emitted so far. */
	wanted = 0;
	readonly repeated: string[] = [];
	/** Emitted although they were there before the trigger began. */
	readonly unwanted: string[] = [];
	/** Polls whose items were not in order of creation. */
	unordered = 0;
	private readonly waiting = new Map<string, Conversation>();
	private readonly emitted = new Set<string>();
	/** What was there before the trigger began. */
	private readonly old = new Set<string>();

	/** @param startFrom ms; absent means that what is old is not wanted */
	constructor(private readonly startFrom?: number) {}

	/** A conversation that is there from the beginning. */
	found(conversation: Conversation): void {
		if (this.startFrom === undefined) this.old.add(conversation.id);
		else if (conversation.created >= this.startFrom) this.want(conversation);
	}

	want(conversation: Conversation): void {
		this.waiting.set(conversation.id, conversation);
		this.wanted += 1;
	}

	/** What is in the trash before it was emitted need not be emitted, even when it comes back. */
	excuse({ id }: Conversation): void {
		if (this.waiting.delete(id)) this.wanted -= 1;
	}

	isWaiting({ id }: Conversation): boolean {
		return this.waiting.has(id);
	}

	/** What is still to be emitted. */
	get open(): Conversation[] {
		return [...this.waiting.values()];
	}

	/** The items of one poll. */
	emit(events: TriggerEvent[]): void {
		let last = -Infinity;
		for (const { record } of events) {
			const id = record.id as string;
			const created = Date.parse(record.created_at as string);
			if (created < last) this.unordered += 1;
			last = created;
			if (this.emitted.has(id)) this.repeated.push(id);
			else if (this.startFrom === undefined ? this.old.has(id) : created < this.startFrom) this.unwanted.push(id);
			this.emitted.add(id);
			this.waiting.delete(id);
		}
		this.events += events.length;
	}
}
