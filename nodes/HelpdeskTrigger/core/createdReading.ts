import type { CreatedOptions } from './conversationCreated';
import { closeState, openInbox, remember, type CreatedState, type OpenInbox } from './createdState';
import { Backlog, type Found } from './found';
import { ServerClock } from './serverClock';
import { idHash } from './shortHash';
import type { PageRead } from './steps';
import type { Times } from './times';

/** What a reading of all inboxes knows so far. */
export class CreatedReading {
	readonly backlog: Backlog;
	/** How many were not known before. */
	found = 0;
	private readonly inboxes = new Map<string, OpenInbox>();
	private readonly clock: ServerClock;
	private readonly known = new Set<string>();
	private readonly beginning = new Set<string>();
	/** By inbox that was read down to its floor: the server's time, in ms, when that began. */
	private readonly complete = new Map<string, number>();

	constructor(
		old: CreatedState | undefined,
		private readonly options: CreatedOptions,
	) {
		this.clock = new ServerClock(old?.clock);
		this.backlog = new Backlog(Math.max(options.mostHeld, options.maxEvents));
		for (const inboxId of options.inboxIds) {
			const cursor = old?.inboxes[inboxId];
			if (cursor) this.inboxes.set(inboxId, openInbox(cursor));
		}
		// An id that any inbox has seen is known in all: conversations move.
		for (const { seen } of this.inboxes.values()) for (const hash of seen.keys()) this.known.add(hash);
	}

	/** The server's time, in ms, as far as the pages show it. */
	get time(): number {
		return this.clock.now;
	}

	/** Takes in one page of an inbox and tells its floor. */
	take(inboxId: string, page: PageRead, times: Times[]): number {
		this.clock.hear(page, times);
		const inbox = this.inboxes.get(inboxId) ?? this.begin(inboxId);
		page.records.forEach((record, index) => {
			const { created } = times[index]!;
			if (created < inbox.floor) return;
			const hash = idHash(record.id);
			if (this.known.has(hash)) return;
			this.known.add(hash);
			this.found += 1;
			// What is there when the trigger begins, and no Start From asks for, is not new.
			if (this.beginning.has(inboxId)) remember(inbox, hash, created);
			else this.backlog.add({ record, hash, created, inboxId });
		});
		return inbox.floor;
	}

	/** The inbox was read down to its floor, beginning at a time in ms: what came later it may not have shown. */
	completed(inboxId: string, began: number): void {
		this.complete.set(inboxId, began);
	}

	emitted(batch: Found[]): void {
		for (const { inboxId, hash, created } of batch) remember(this.inboxes.get(inboxId)!, hash, created);
	}

	/** As it stands while a backlog is emitted: floors stay. */
	state(): CreatedState {
		return closeState(this.clock.now, this.inboxes);
	}

	/**
	 * All that was held is emitted. The floors of what was read rise, and together: a conversation that moves
	 * into an inbox with a lower floor would be new there.
	 */
	finish(): CreatedState {
		const read = [...this.complete.keys()].map((inboxId) => ({ inboxId, inbox: this.inboxes.get(inboxId)! }));
		const isConfirmed = read.every(({ inboxId, inbox }) => inbox.next <= this.backlog.complete && !this.backlog.hasBefore(inboxId, inbox.next));
		// A reading can last for several polls: only what was there when its first inbox was read is dealt with.
		const dealtWith = Math.min(this.backlog.complete, Math.min(...this.complete.values()) - this.options.lookBack);
		for (const { inbox } of read) {
			if (isConfirmed) inbox.floor = Math.max(inbox.floor, inbox.next);
			inbox.next = Math.max(inbox.floor, dealtWith);
		}
		return this.state();
	}

	/** An inbox that was not read before begins at Start From, or now and no higher than those read before it. */
	private begin(inboxId: string): OpenInbox {
		const { startFrom, lookBack } = this.options;
		if (startFrom === undefined) this.beginning.add(inboxId);
		const others = [...this.complete.keys()].map((id) => this.inboxes.get(id)!.floor);
		const floor = startFrom ?? Math.min(this.clock.now - lookBack, ...others);
		const inbox: OpenInbox = { floor, next: floor, seen: new Map() };
		this.inboxes.set(inboxId, inbox);
		return inbox;
	}
}
