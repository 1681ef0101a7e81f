import type { IDataObject } from 'n8n-workflow';

import type { ReachedEvent } from './story';
import type { Helpdesk } from './helpdesk';
import { clock, Judge, type Findings, type Told } from './judge';
import { ReachedEntries, type Entry } from './reachedEntries';
import { ReachedQueue, type Due } from './reachedQueue';
import { ReachedStates } from './reachedStates';
import type { ReachedSetup } from './story';
import type { Conversation } from './records';
import { Scope, type Begun } from './scope';

/** A time so close to an activation, in ms, may count as before it or after. */
const EDGE = 2000;

/** So many requests for pages leave few for who waits. */
const CROWDED = 80;

/** What any client could know of a conversation: its states when it was looked at. */
type Seen = Map<ReachedEvent, Set<string>>;

/** Events that say what was left: they need a look before. */
const NEED_A_LOOK: ReachedEvent[] = ['snoozeEnded', 'tagRemoved', 'conversationMoved'];

/**
 * Events that ask for a state. What a look shows that the look before did not, as far as it was saved, has to be told; nothing
 * is told that was not reached, or twice without having been left.
 */
export class ReachedJudge extends Judge {
	private readonly scope = new Scope(0);
	private readonly entries: ReachedEntries;
	private known = new Map<Conversation, Seen>();
	private saved_ = new Map<Conversation, Seen>();
	private looks = new Map<Conversation, Seen>();
	private readonly due = new ReachedQueue();
	/** Came in from an inbox that is not watched. */
	private readonly free = new Set<Conversation>();
	/** Created since a Start From of an inbox in which it was: it has reached whatever it shows at its first look. */
	private readonly ofStartFrom = new Set<Conversation>();
	private pollBegan = 0;
	/** When the first of the inboxes began, in ms: a conversation may have come from another one that is watched. */
	private began = Infinity;
	/** The latest time that records in answers showed, now and at the first beginning, in ms. */
	private shown = 0;
	private shownAtBeginning = Infinity;
	private items = 0;
	/** When a poll has looked for the first time since Customer Waiting was chosen, in ms. */
	private waitsSince = Infinity;
	/** Waits that were told: one that was set aside and is back may be told again, and need not be. */
	private readonly toldWaits = new Set<string>();
	/** Answers in this poll. */
	private answers = 0;

	constructor(
		helpdesk: Helpdesk,
		findings: Findings,
		private readonly states: ReachedStates,
	) {
		super(helpdesk, findings);
		this.entries = new ReachedEntries(helpdesk, states);
	}

	begin(begun: Begun): void {
		this.scope.begin(begun);
		// A Start From that is set later begins nothing anew.
		this.began = Math.min(this.began, begun.began);
		this.shownAtBeginning = Math.min(this.shownAtBeginning, this.shown);
		for (const inbox of begun.inboxes) for (const conversation of this.helpdesk.inbox(inbox)?.everything() ?? []) this.update(conversation);
	}

	leave(): void {}

	/** The user chooses otherwise: what is so by then is nothing new, told or not. */
	choose(setup: ReachedSetup, events: ReachedEvent[]): void {
		const changed = this.states.choose(setup, events);
		if (changed.includes('customerWaiting')) this.waitsSince = Infinity;
		for (const conversation of this.entries.conversations) this.update(conversation);
		for (const known of [this.known, this.saved_]) for (const seen of known.values()) for (const event of changed) seen.delete(event);
		this.due.keep((event) => events.includes(event) && !changed.includes(event));
	}

	/** A poll begins. */
	override pollBegins(): void {
		this.pollBegan = this.helpdesk.now();
		// Who is due is read by itself, and may be answered later in the same poll.
		if (this.states.events.includes('customerWaiting'))
			for (const conversation of this.known.keys()) if (this.states.overdue(conversation, this.pollBegan)) this.update(conversation);
		this.looks = new Map();
		this.items = 0;
		this.answers = 0;
	}

	/** Records were in an answer of this poll. */
	override looked(conversations: Conversation[]): void {
		this.answers += 1;
		if (this.waitsSince === Infinity) this.waitsSince = this.helpdesk.now();
		for (const conversation of conversations) {
			this.update(conversation);
			this.shown = Math.max(this.shown, this.touchedAt(conversation));
			this.looks.set(conversation, this.now(conversation));
		}
	}

	override forget(): void {
		this.known = new Map(this.saved_);
		this.looks = new Map();
		this.due.clear();
	}

	override saved(): void {
		this.saved_ = new Map(this.known);
	}

	override created(conversation: Conversation): void {
		this.update(conversation, true);
	}

	override changed(conversation: Conversation): void {
		this.update(conversation);
	}

	override setAside(conversation: Conversation): void {
		this.update(conversation);
	}

	override messaged(conversation: Conversation): void {
		this.update(conversation);
	}

	override moved(conversation: Conversation, from: number): void {
		if (!this.scope.has(from)) this.free.add(conversation);
		this.update(conversation);
	}

	override removed(conversation: Conversation): void {
		this.due.removed(conversation);
		this.known.delete(conversation);
	}

	tell({ items }: Told): void {
		this.items = items.length;
		for (const item of items) {
			const { conversation } = this.originOf(item);
			const event = item.event as ReachedEvent;
			if (!conversation || !this.states.events.includes(event)) {
				this.findings.add('wrong', `an item of ${String(event)}`);
				continue;
			}
			this.update(conversation);
			const state = this.states.told(conversation, item, this.pollBegan);
			if (this.scope.has(conversation.inbox)) this.tellOne(conversation, event, state, item);
		}
	}

	private tellOne(conversation: Conversation, event: ReachedEvent, state: string, item: IDataObject): void {
		const entry = this.entries.of(conversation, event, state);
		const name = `conversation ${conversation.number} of ${clock(conversation.created)}: ${event} ${state}, from ${String(item.from)}`;
		this.due.told(conversation, event, state);
		// It was read before somebody changed it in the same poll.
		if (!entry && event === 'customerWaiting' && conversation.updated >= this.pollBegan - 1000) return;
		if (!entry || (entry.isFirst && NEED_A_LOOK.includes(event))) return this.findings.add('without', `${name}: it never got there`);
		if (entry.isTold && !this.free.has(conversation)) this.findings.add('repeated', name);
		entry.isTold = true;
		if (event === 'customerWaiting') this.toldWaits.add(`${conversation.number} ${state}`);
		// Without a Date header nothing shows at the beginning how long somebody has waited.
		const isTimeless = event === 'customerWaiting' && this.helpdesk.world.dateHeader === 'absent';
		const at = event === 'customerWaiting' ? Math.max(entry.at, this.states.lastOver(conversation)) : entry.at;
		if (at < this.began - EDGE && !this.ofStartFrom.has(conversation) && !isTimeless && !this.isFree(conversation) && !entry.isFree)
			this.findings.add('before', `${name}: since ${clock(at)}`);
	}

	/**
	 * It came from an inbox that is not watched, or was touched since the beginning and never looked at. Without a Date header
	 * the latest record that the beginning read shows when that was.
	 */
	private isFree(conversation: Conversation): boolean {
		if (this.free.has(conversation)) return true;
		const shown = this.helpdesk.world.dateHeader === 'absent' ? this.shownAtBeginning : Infinity;
		return !this.known.has(conversation) && this.touchedAt(conversation) >= Math.min(this.began - EDGE, shown + 1);
	}

	/** A poll has come to its end, and what it saw is remembered. */
	override polled(maxEvents: number): void {
		const isWaiting = this.due.waiting();
		if (this.states.events.includes('customerWaiting') && this.helpdesk.world.dateHeader === 'present')
			for (const [conversation, seen] of this.known) this.demandWaiting(conversation, seen);
		for (const [conversation, seen] of this.looks) {
			const before = this.known.get(conversation);
			for (const [event, states] of seen) {
				// While it waits for its turn, what it leaves is as if it had not been, and so is what it goes back to.
				const isBack = (entry?: Entry) => entry?.isAgain && isWaiting(conversation, event);
				for (const state of states) {
					const entry = this.entries.of(conversation, event, state);
					if (entry && !entry.isTold && this.isFull(maxEvents) && this.isFree(conversation)) entry.isFree = true;
					if (!isBack(entry) && this.isWanted(conversation, event, state, before)) this.demand(conversation, event, state);
				}
				this.due.left(conversation, event, states);
			}
			this.known.set(conversation, seen);
			this.free.delete(conversation);
		}
		this.due.looked(
			(conversation) => this.looks.has(conversation),
			(inbox) => this.helpdesk.inbox(inbox)!.size,
		);
		this.looks = new Map();
	}

	/** Whether a state that a look showed has to be told. */
	private isWanted(conversation: Conversation, event: ReachedEvent, state: string, before?: Seen): boolean {
		const entry = this.entries.of(conversation, event, state);
		if (!entry || entry.isTold || this.free.has(conversation) || !this.scope.has(conversation.inbox)) return false;
		if (event === 'customerWaiting') return false;
		if (before) return before.has(event) && !before.get(event)!.has(state);
		const since = this.scope.sinceOf(conversation.inbox) + EDGE;
		if (NEED_A_LOOK.includes(event) || this.states.needsLook(event)) return false;
		if (conversation.created > (this.scope.startFromOf(conversation.inbox) ?? since - EDGE) + EDGE) return true;
		// Without updated_at nothing shows that it was touched; nor does anything where no time is shown but by records.
		const isTouched = conversation.updated > Math.max(since, conversation.created);
		return isTouched && entry.at > since;
	}

	/** Who was seen waiting is told in the poll in which the time is over, looked at or not. */
	private demandWaiting(conversation: Conversation, seen: Seen): void {
		const overdue = this.states.overdue(conversation, this.pollBegan - EDGE);
		if (!overdue || !seen.get('customerWaiting')?.has(overdue.seen)) return;
		this.update(conversation);
		const entry = this.entries.of(conversation, 'customerWaiting', overdue.state);
		const isOld =
			!entry ||
			this.toldWaits.has(`${conversation.number} ${overdue.state}`) ||
			overdue.since < Math.max(this.waitsSince, this.scope.sinceOf(conversation.inbox)) + EDGE;
		if (!isOld && !entry.isTold && !this.free.has(conversation) && this.scope.has(conversation.inbox))
			this.demand(conversation, 'customerWaiting', overdue.state);
	}

	private demand(conversation: Conversation, event: ReachedEvent, state: string): void {
		if (!state.startsWith('seen ')) this.due.add(conversation, event, state);
	}

	override afterPoll(maxEvents: number): void {
		if (this.isFull(maxEvents)) return;
		for (const { conversation } of this.due.all()) this.update(conversation);
		for (const due of this.due.late(maxEvents, this.answers >= CROWDED)) if (this.isOpen(due)) this.findings.add('late', this.describe(due));
	}

	private isFull(maxEvents: number): boolean {
		return this.items >= maxEvents;
	}

	open(): string[] {
		return this.due
			.all()
			.filter((due) => this.isOpen(due))
			.map((due) => this.describe(due));
	}

	private isOpen({ conversation, event, state }: Due): boolean {
		return this.scope.has(conversation.inbox) && !conversation.isRemoved && this.now(conversation).get(event)?.has(state) === true;
	}

	private describe({ conversation, event, state }: Due): string {
		return `conversation ${conversation.number} of ${clock(conversation.created)}: ${event} ${state}`;
	}

	private now(conversation: Conversation): Seen {
		return this.states.of(conversation, this.helpdesk.now());
	}

	private touchedAt({ updated }: Conversation): number {
		return updated;
	}

	/** What was reached, and what was left. */
	private update(conversation: Conversation, isFirst = false): void {
		if (conversation.created >= (this.scope.startFromOf(conversation.inbox) ?? Infinity) - EDGE) this.ofStartFrom.add(conversation);
		this.entries.update(conversation, isFirst);
	}
}
