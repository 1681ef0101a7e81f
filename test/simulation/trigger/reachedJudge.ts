import type { IDataObject } from 'n8n-workflow';

import type { ReachedEvent } from '../../../nodes/HelpdeskTrigger/core/views';
import type { Helpdesk } from './helpdesk';
import { clock, Judge, type Findings, type Told } from './judge';
import { ReachedStates } from './reachedStates';
import type { Conversation } from './records';
import { Scope, type Begun } from './scope';

/** A time so close to an activation, in ms, may count as before it or after. */
const EDGE = 2000;

/** Items of one conversation in one poll, at the most. */
const MOST_OF_ONE = 20;

/** A state that a conversation got to. */
interface Entry {
	/** When, in ms. */
	at: number;
	isTold: boolean;
	/** How it was created: not left for it. */
	isFirst: boolean;
}

/** What any client could know of a conversation: its states when it was looked at. */
type Seen = Map<ReachedEvent, Set<string>>;

/** A state that has to be told, and for how many good polls it has waited. */
interface Due {
	conversation: Conversation;
	event: ReachedEvent;
	state: string;
	waited: number;
	/** Polls that the longest queue of those that were due with it takes. */
	queue: number;
}

/** Events that say what was left: they need a look before. */
const NEED_A_LOOK: ReachedEvent[] = ['woken', 'tagRemoved', 'inboxChanged'];

/**
 * Events that ask for a state. What a look shows that the look before did not, as far as it was saved, has to be told; nothing
 * is told that was not reached, or twice without having been left.
 */
export class ReachedJudge extends Judge {
	private readonly scope = new Scope(0);
	private readonly entries = new Map<Conversation, Map<string, Entry>>();
	private known = new Map<Conversation, Seen>();
	private saved_ = new Map<Conversation, Seen>();
	private looks = new Map<Conversation, Seen>();
	private readonly due = new Map<string, Due>();
	/** The states of each when they were last looked up, and when that was, in ms. */
	private readonly held = new Map<Conversation, Set<string>>();
	private readonly updatedAt = new Map<Conversation, number>();
	/** Came in from an inbox that is not watched. */
	private readonly free = new Set<Conversation>();
	private pollBegan = 0;
	private items = 0;

	constructor(
		helpdesk: Helpdesk,
		findings: Findings,
		private readonly states: ReachedStates,
	) {
		super(helpdesk, findings);
	}

	begin(begun: Begun): void {
		this.scope.begin(begun);
		for (const inbox of begun.inboxes) for (const conversation of this.helpdesk.inbox(inbox)?.everything() ?? []) this.update(conversation);
	}

	leave(): void {}

	/** A poll begins. */
	override pollBegins(): void {
		this.pollBegan = this.helpdesk.now();
		this.looks = new Map();
		this.items = 0;
	}

	/** Records were in an answer of this poll. */
	override looked(conversations: Conversation[]): void {
		for (const conversation of conversations) {
			this.update(conversation);
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
		for (const [key, { conversation: of }] of this.due) if (of === conversation) this.due.delete(key);
		this.known.delete(conversation);
	}

	tell({ items }: Told): void {
		this.items = items.length;
		for (const item of items) {
			const { conversation, message } = this.originOf(item);
			const event = item.event as ReachedEvent;
			if (!conversation || !this.states.events.includes(event)) {
				this.findings.add('wrong', `an item of ${String(event)}`);
				continue;
			}
			this.update(conversation);
			const state = this.states.told(conversation, item, message);
			if (this.scope.has(conversation.inbox)) this.tellOne(conversation, event, state, item);
		}
	}

	private tellOne(conversation: Conversation, event: ReachedEvent, state: string, item: IDataObject): void {
		const entry = this.entries.get(conversation)?.get(`${event} ${state}`);
		const name = `conversation ${conversation.number} of ${clock(conversation.created)}: ${event} ${state}, from ${String(item.from)}`;
		this.due.delete(`${conversation.number} ${event} ${state}`);
		// An answer that another message followed before the next look cannot be seen.
		if (!entry && event === 'customerWaiting' && this.states.waits(conversation) && !state.startsWith('of ')) return;
		if (!entry || (entry.isFirst && NEED_A_LOOK.includes(event))) return this.findings.add('without', `${name}: it never got there`);
		if (entry.isTold && !this.free.has(conversation)) this.findings.add('repeated', name);
		entry.isTold = true;
		// It may have come from another inbox that is watched.
		const began = Math.min(...this.scope.inboxes.map((inbox) => this.scope.beganOf(inbox)));
		const isUnseen = !this.known.has(conversation) && this.touchedAt(conversation) >= began - EDGE;
		// Without a Date header nothing shows at the beginning how long somebody has waited.
		const isTimeless = event === 'customerWaiting' && this.helpdesk.world.dateHeader === 'absent';
		if (entry.at < began - EDGE && !isUnseen && !isTimeless && !this.free.has(conversation))
			this.findings.add('before', `${name}: since ${clock(entry.at)}`);
	}

	/** A poll has come to its end, and what it saw is remembered. */
	override polled(): void {
		if (this.states.events.includes('customerWaiting') && this.helpdesk.world.dateHeader === 'present')
			for (const [conversation, seen] of this.known) this.demandWaiting(conversation, seen);
		for (const [conversation, seen] of this.looks) {
			const before = this.known.get(conversation);
			for (const [event, states] of seen) {
				for (const state of states) if (this.isWanted(conversation, event, state, before)) this.demand(conversation, event, state);
				for (const [key, due] of this.due)
					if (due.conversation === conversation && due.event === event && !states.has(due.state)) this.due.delete(key);
			}
			this.known.set(conversation, seen);
			this.free.delete(conversation);
		}
		this.looks = new Map();
	}

	/** Whether a state that a look showed has to be told. */
	private isWanted(conversation: Conversation, event: ReachedEvent, state: string, before?: Seen): boolean {
		const entry = this.entries.get(conversation)?.get(`${event} ${state}`);
		if (!entry || entry.isTold || this.free.has(conversation) || !this.scope.has(conversation.inbox)) return false;
		// An earlier message is told where it was seen waiting before the next one came.
		if (event === 'customerWaiting' && state !== `m${conversation.last.number}`) return false;
		// Without a Date header the time is known no better than records prove it: never early, but late.
		if (event === 'customerWaiting' && this.helpdesk.world.dateHeader === 'absent') return false;
		if (before) return before.has(event) && !before.get(event)!.has(state);
		const since = this.scope.sinceOf(conversation.inbox) + EDGE;
		if (NEED_A_LOOK.includes(event) || this.states.needsLook(event)) return false;
		if (conversation.created > since) return true;
		// Without updated_at nothing shows that it was touched; nor does anything where no time is shown but by records.
		return event !== 'customerWaiting' && this.helpdesk.world.updatedAt !== 'absent' && conversation.updated > since && entry.at > since;
	}

	/** Who was seen waiting is told in the poll in which the time is over, looked at or not. */
	private demandWaiting(conversation: Conversation, seen: Seen): void {
		const state = this.states.overdue(conversation, this.pollBegan - EDGE);
		const states = seen.get('customerWaiting');
		if (state === undefined || !states?.has(`seen ${state}`) || states.has(state)) return;
		this.update(conversation);
		const entry = this.entries.get(conversation)?.get(`customerWaiting ${state}`);
		if (entry && !entry.isTold && !this.free.has(conversation) && this.scope.has(conversation.inbox))
			this.demand(conversation, 'customerWaiting', state);
	}

	private demand(conversation: Conversation, event: ReachedEvent, state: string): void {
		if (state.startsWith('seen ')) return;
		const key = `${conversation.number} ${event} ${state}`;
		if (!this.due.has(key)) this.due.set(key, { conversation, event, state, waited: 0, queue: 0 });
	}

	override afterPoll(maxEvents: number): void {
		// What is told of one conversation is not parted, so that a full poll may have fewer items.
		if (this.items > 0 && this.items + MOST_OF_ONE > maxEvents) return;
		const rest = Math.ceil(this.due.size / maxEvents);
		for (const due of this.due.values()) {
			this.update(due.conversation);
			due.waited += 1;
			due.queue = Math.max(due.queue, rest);
			if (this.isOpen(due) && due.waited === 3 + 3 * due.queue) this.findings.add('late', this.describe(due));
		}
	}

	open(): string[] {
		return [...this.due.values()].filter((due) => this.isOpen(due)).map((due) => this.describe(due));
	}

	private isOpen({ conversation, event, state }: Due): boolean {
		// Where two messages are due, the later one is told.
		const isMerged = event === 'customerWaiting' && conversation.last.by === 'contact' && state !== `m${conversation.last.number}`;
		if (isMerged) return false;
		return this.scope.has(conversation.inbox) && !conversation.isRemoved && this.now(conversation).get(event)?.has(state) === true;
	}

	private describe({ conversation, event, state }: Due): string {
		return `conversation ${conversation.number} of ${clock(conversation.created)}: ${event} ${state}`;
	}

	private now(conversation: Conversation): Seen {
		return this.states.of(conversation, this.helpdesk.now());
	}

	private touchedAt({ created, updated, last }: Conversation): number {
		return this.helpdesk.world.updatedAt === 'absent' ? Math.max(created, last.at) : updated;
	}

	/** What was reached, and what was left. */
	private update(conversation: Conversation, isFirst = false): void {
		const entries = this.entries.get(conversation) ?? new Map<string, Entry>();
		this.entries.set(conversation, entries);
		const held = new Set<string>();
		for (const [event, states] of this.now(conversation)) {
			for (const state of states) {
				const key = `${event} ${state}`;
				held.add(key);
				if (!this.present(conversation).has(key))
					entries.set(key, {
						at: this.states.since(conversation, event, state, this.updatedAt.get(conversation) ?? 0),
						isTold: false,
						isFirst,
					});
			}
		}
		this.held.set(conversation, held);
		this.updatedAt.set(conversation, this.helpdesk.now());
	}

	private present(conversation: Conversation): Set<string> {
		return this.held.get(conversation) ?? new Set();
	}
}
