import type { IDataObject } from 'n8n-workflow';

import type { Happening, Helpdesk } from './helpdesk';
import { Scope, sweepPolls, timeText, type Begun, type Findings, type Judge } from './judge';
import { originOf, type Conversation } from './records';
import { EventStates, isOnlySeen, type HeldStates, type Shown, type States, type Subject } from './states';

/** A time this close (ms) to an activation may count as before or after it. */
const EDGE = 2_000;

/** After this many pages in a poll, few requests remain for single conversations. */
const CROWDED = 80;

const WAITING = 'customerWaiting';

interface Entry {
	at: number;
	isEmitted: boolean;
	/** True if the record was created in this state. */
	isFirst: boolean;
	/** True if the record was created in this state and may have left it. A change back need not be emitted. */
	wasFirst: boolean;
}

interface Due {
	subject: Subject;
	aspect: string;
	state: string;
	/** Number of successful polls since the event had to be emitted. */
	polls: number;
	/** The longest queue during the wait, in polls. */
	queue: number;
	/** Polls to read the whole inbox, if the conversation has left the newest page. */
	sweep: number;
	isCrowded: boolean;
}

const keyOf = ({ number }: Subject, aspect: string, state: string) => `${number} ${aspect} ${state}`;

/**
 * Judges state events, Customer Waiting and changed fields. A state must be emitted if a poll reads it and the previous
 * one did not. An emitted state must have been reached, and left since it was last emitted. Polls must read every
 * conversation in turn.
 */
export class StateJudge implements Judge {
	private readonly scope = new Scope();
	private readonly entries = new Map<Subject, Map<string, Entry>>();
	/** The states that the last reading of each record showed, and those that n8n has saved. */
	private known = new Map<Subject, HeldStates>();
	private savedKnown = new Map<Subject, HeldStates>();
	private reads = new Map<Subject, HeldStates>();
	/** Records with an item in this poll. */
	private emittedNow = new Set<Subject>();
	private readonly due = new Map<string, Due>();
	/** Number of successful polls since a conversation was read. */
	private readonly unread = new Map<Subject, number>();
	/** Conversations that came from an inbox that is not chosen. */
	private readonly free = new Set<Subject>();
	/** Conversations created since Start From: all states that the first poll reads count as reached. */
	private readonly sinceStartFrom = new Set<Subject>();
	/** The states of a record, with its last update (ms) at that time. */
	private readonly heldAt = new Map<Subject, { held: HeldStates; at: number }>();
	private pollBegan = 0;
	/** Time (ms) at which the first inbox began. A conversation may come from another chosen inbox. */
	private began = Infinity;
	private answers = 0;
	/** Time (ms) of the first reading by any poll since Customer Waiting was chosen. */
	private waitsSince = Infinity;
	/** Time (ms) of the first reading since then, for each conversation that was known before. */
	private readonly waitsReadFrom = new Map<Subject, number>();
	private readonly emittedWaits = new Set<string>();
	/** Waits that were over when their inbox began. They are old in every other inbox too. */
	private readonly oldWaits = new Set<string>();
	private readonly everRead = new Set<Subject>();
	private isAway = false;
	/** When the user began to watch an aspect, in ms. Earlier changes may count as known. */
	private readonly watchedFrom = new Map<string, number>();

	constructor(
		private readonly helpdesk: Helpdesk,
		private readonly findings: Findings,
		private readonly states: States,
	) {}

	begin(begun: Begun) {
		for (const inbox of this.scope.inboxes) if (!begun.inboxes.includes(inbox)) this.forgetInbox(inbox);
		this.scope.begin(begun);
		this.isAway = false;
		this.began = Math.min(this.began, begun.began);
		for (const conversation of this.helpdesk.conversationsOf(begun.inboxes)) this.update(conversation);
	}

	leave() {
		this.isAway = true;
		for (const known of [this.known, this.savedKnown]) for (const held of known.values()) held.clear();
		this.due.clear();
	}

	private forgetInbox(inbox: number) {
		for (const known of [this.known, this.savedKnown])
			for (const [subject, held] of known) if ('inbox' in subject && subject.inbox === inbox) held.clear();
	}

	choose() {
		const changed = this.states.choose();
		if (changed.includes(WAITING)) this.waitsSince = Infinity;
		for (const subject of this.entries.keys()) {
			this.update(subject);
			for (const aspect of this.isAway ? this.states.of(subject).keys() : changed)
				this.watchedFrom.set(aspect, this.helpdesk.now());
		}
		for (const known of [this.known, this.savedKnown])
			for (const held of known.values()) for (const aspect of changed) held.delete(aspect);
		for (const [key, { subject, aspect }] of this.due)
			if (changed.includes(aspect) || !this.states.of(subject).has(aspect)) this.due.delete(key);
	}

	pollBegins() {
		this.pollBegan = this.helpdesk.now();
		// A conversation whose wait is over is read on its own. It may be answered later in the same poll.
		for (const subject of this.known.keys()) if (this.overdue(subject, this.pollBegan)) this.update(subject);
		this.reads = new Map();
		this.emittedNow = new Set();
		this.answers = 0;
	}

	read(subjects: Subject[]) {
		this.answers += 1;
		this.waitsSince = Math.min(this.waitsSince, this.helpdesk.now());
		for (const subject of subjects) {
			this.update(subject);
			this.reads.set(subject, this.states.of(subject));
		}
	}

	saved() {
		this.savedKnown = new Map(this.known);
	}

	forget() {
		this.known = new Map(this.savedKnown);
		this.reads = new Map();
		this.due.clear();
	}

	conversation(conversation: Conversation, what: Happening, from = 0) {
		if (what === 'moved' && !this.scope.has(from)) this.free.add(conversation);
		this.happened(conversation, what);
	}

	contact(contact: Subject, what: string) {
		this.happened(contact, what);
	}

	private happened(subject: Subject, what: string) {
		if (this.states.isOfContacts === 'inbox' in subject) return;
		if (what !== 'removed') return this.update(subject, what === 'created');
		this.known.delete(subject);
		for (const [key, due] of this.due) if (due.subject === subject) this.due.delete(key);
	}

	emitted(items: IDataObject[]) {
		for (const item of items) {
			const { conversation, contact } = originOf(item);
			const subject = conversation ?? contact;
			if (subject) this.update(subject);
			if (subject) this.emittedNow.add(subject);
			const shown = subject ? this.states.shownBy(subject, item, this.pollBegan) : [];
			if (shown.length === 0) this.findings.add('wrong', `an item of ${String(item.event)} that shows no change`);
			// The conversation may have left the chosen inboxes after this poll read it.
			for (const each of shown) this.emittedOne(subject!, each);
		}
	}

	private emittedOne(subject: Subject, { aspect, state, from }: Shown) {
		const entries = this.entries.get(subject);
		const entry = entries?.get(`${aspect} ${state}`);
		const name = `${this.describe({ subject, aspect, state })}, from ${from}`;
		this.due.delete(keyOf(subject, aspect, state));
		if (from !== undefined && (from === state || !entries?.has(`${aspect} ${from}`)))
			this.findings.add('wrong', name);
		// Somebody may have changed it after it was read in this poll.
		if (!entry && aspect === WAITING && subject.updated >= this.pollBegan - 1_000) return;
		const isFree = this.isFree(subject);
		const isUnchanged = entry?.isFirst && (this.states.needsRead(aspect) || (!this.states.countsFirst && !isFree));
		if (!entry || isUnchanged) return this.findings.add('without', `${name}: it did not reach that state`);
		if (entry.isEmitted && !this.free.has(subject)) this.findings.add('repeated', name);
		entry.isEmitted = true;
		if (aspect === WAITING) this.emittedWaits.add(keyOf(subject, aspect, state));
		const at =
			aspect === WAITING
				? Math.max(entry.at, (this.states as EventStates).overLast(subject as Conversation))
				: entry.at;
		if (at < this.began - EDGE && !this.sinceStartFrom.has(subject) && !isFree)
			this.findings.add('before', `${name}: since ${timeText(at)}`);
	}

	/**
	 * Returns whether a record's state may be emitted without a change: the record is from another inbox, or was
	 * touched since the start and never read.
	 */
	private isFree(subject: Subject) {
		if (this.free.has(subject)) return true;
		if (!('inbox' in subject) || this.known.has(subject)) return false;
		const { updated, created, inbox } = subject;
		const isBeforeStartFrom = created < (this.scope.startFromOf(inbox) ?? 0);
		const isTouched = this.states.countsFirst || updated > created || isBeforeStartFrom;
		return (
			isTouched &&
			(updated >= this.began - EDGE || (!this.states.countsFirst && this.sinceStartFrom.has(subject)))
		);
	}

	polled(isFull: boolean) {
		for (const [subject, held] of this.known) this.demandWait(subject, held);
		for (const [subject, held] of this.reads) {
			const before = this.known.get(subject);
			for (const [aspect, states] of held)
				for (const state of states)
					if (this.isWanted(subject, aspect, state, before)) this.demand(subject, aspect, state);
		}
		for (const [key, due] of this.due) {
			const states = this.reads.get(due.subject)?.get(due.aspect);
			if (states && !states.has(due.state)) this.due.delete(key);
			else if (!states && due.aspect !== WAITING) due.sweep = this.sweepOf(due.subject);
		}
		const waiting = new Set([...this.due.values()].map(({ subject }) => subject));
		for (const [subject, held] of this.reads) {
			this.unread.set(subject, -1);
			this.everRead.add(subject);
			if (held.has(WAITING)) this.noteOldWait(subject as Conversation);
			// While its events wait because of Max Events, the trigger keeps the record's old snapshot.
			if (waiting.has(subject) || (isFull && this.isFree(subject) && !this.emittedNow.has(subject))) continue;
			if (held.has(WAITING) && this.known.get(subject)?.has(WAITING) === false)
				this.waitsReadFrom.set(subject, this.helpdesk.now());
			this.known.set(subject, held);
			this.free.delete(subject);
		}
		this.reads = new Map();
	}

	/** Returns whether a state that a poll has read must be emitted. */
	private isWanted(subject: Subject, aspect: string, state: string, before?: HeldStates) {
		const { at, isEmitted, wasFirst } = this.entries.get(subject)!.get(`${aspect} ${state}`)!;
		if (isEmitted || this.free.has(subject) || !this.isIn(subject) || aspect === WAITING) return false;
		if (before) return before.has(aspect) && !before.get(aspect)!.has(state);
		if (this.states.needsRead(aspect) || !('inbox' in subject)) return false;
		const { inbox, created, updated } = subject;
		// The first reading for an event that was chosen later only stores the existing states.
		if (this.everRead.has(subject) && at <= (this.watchedFrom.get(aspect) ?? 0)) return false;
		const since = this.scope.sinceOf(inbox) + EDGE;
		if (
			!this.states.countsFirst &&
			(wasFirst || at <= created + EDGE || created <= (this.watchedFrom.get(aspect) ?? 0))
		)
			return false;
		if (this.states.countsFirst && created > (this.scope.startFromOf(inbox) ?? since - EDGE) + EDGE) return true;
		return updated > Math.max(since, created) && at > since;
	}

	/**
	 * Requires the event of a wait that a poll has seen. The poll at the end of its time must emit it, even without a
	 * page that shows the conversation.
	 */
	private demandWait(subject: Subject, held: HeldStates) {
		const overdue = this.overdue(subject, this.pollBegan - EDGE);
		if (!overdue || !held.get(WAITING)?.has(overdue.seen)) return;
		this.update(subject);
		const entry = this.entries.get(subject)!.get(`${WAITING} ${overdue.state}`);
		this.noteOldWait(subject as Conversation);
		const isOld = this.oldWaits.has(keyOf(subject, WAITING, overdue.state));
		// A conversation that was closed, snoozed or spam and came back may be emitted again.
		const isOptional =
			isOld || this.emittedWaits.has(keyOf(subject, WAITING, overdue.state)) || this.free.has(subject);
		if (entry && !entry.isEmitted && !isOptional && this.isIn(subject))
			this.demand(subject, WAITING, overdue.state);
	}

	/** Notes a wait that was over when Customer Waiting or the inbox was chosen. */
	private noteOldWait(subject: Conversation) {
		const overdue = (this.states as EventStates).overdue(subject, this.pollBegan);
		const inboxSince = this.scope.sinceOf(subject.inbox);
		const from = Math.max(this.waitsSince, this.waitsReadFrom.get(subject) ?? 0, inboxSince);
		if (overdue && overdue.since < from + EDGE) this.oldWaits.add(keyOf(subject, WAITING, overdue.state));
	}

	private overdue(subject: Subject, at: number) {
		const isWatched = this.states instanceof EventStates && this.known.get(subject)?.has(WAITING);
		return isWatched ? (this.states as EventStates).overdue(subject as Conversation, at) : undefined;
	}

	private demand(subject: Subject, aspect: string, state: string) {
		const key = keyOf(subject, aspect, state);
		if (!isOnlySeen(state) && !this.due.has(key))
			this.due.set(key, { subject, aspect, state, polls: 0, queue: 0, sweep: 0, isCrowded: false });
	}

	afterPoll(maxEvents: number) {
		const queue = Math.ceil(this.due.size / maxEvents);
		for (const due of this.due.values()) {
			this.update(due.subject);
			due.polls += 1;
			due.queue = Math.max(due.queue, queue);
			due.isCrowded ||= this.answers >= CROWDED;
			// A wait is read in the poll at the end of its time. Because of whole seconds, that may be the next poll.
			const isReadAtOnce = due.aspect === WAITING && due.queue <= 1 && !due.isCrowded;
			if (due.polls === (isReadAtOnce ? 2 : 3 + 3 * due.queue + due.sweep) && this.isOpen(due))
				this.findings.add('late', this.describe(due));
		}
		const unreadPolls = 6 + Math.ceil(this.scope.inboxes.length / 20);
		for (const conversation of this.helpdesk.conversationsOf(this.scope.inboxes)) {
			const polls = (this.unread.get(conversation) ?? 0) + 1;
			if (conversation.visibleFrom <= this.helpdesk.now()) this.unread.set(conversation, polls);
			if (polls === unreadPolls + 3 * queue + 3 * Math.ceil(this.helpdesk.inbox(conversation.inbox)!.size / 100))
				this.findings.add('late', `conversation ${conversation.number} was not read`);
		}
	}

	open() {
		return [...this.due.values()].filter((due) => this.isOpen(due)).map((due) => this.describe(due));
	}

	private isOpen({ subject, aspect, state }: Due) {
		return this.isIn(subject) && !subject.isRemoved && this.states.of(subject).get(aspect)?.has(state) === true;
	}

	private isIn(subject: Subject) {
		return !('inbox' in subject) || this.scope.has(subject.inbox);
	}

	private sweepOf(subject: Subject) {
		return sweepPolls('inbox' in subject ? this.helpdesk.inbox(subject.inbox)!.size : this.helpdesk.contacts.size);
	}

	private describe({ subject: { number, created }, aspect, state }: Pick<Due, 'subject' | 'aspect' | 'state'>) {
		return `${number} of ${timeText(created)}: ${aspect} ${state}`;
	}

	/** Notes the states that a record has reached and left. */
	private update(subject: Subject, isFirst = false) {
		if ('inbox' in subject && subject.created >= (this.scope.startFromOf(subject.inbox) ?? Infinity) - EDGE)
			this.sinceStartFrom.add(subject);
		const now = this.helpdesk.now();
		const entries = this.entries.get(subject) ?? new Map<string, Entry>();
		this.entries.set(subject, entries);
		const before = this.heldAt.get(subject);
		const held = this.states.of(subject);
		for (const [aspect, states] of held)
			for (const state of states) {
				const key = `${aspect} ${state}`;
				if (before?.held.get(aspect)?.has(state)) continue;
				// A wait ends by time alone.
				const over =
					this.states instanceof EventStates
						? this.states.overAt(subject as Conversation, aspect)
						: undefined;
				const at = over !== undefined && (!before || over > before.at) ? over : now;
				entries.set(key, {
					at,
					isEmitted: false,
					isFirst,
					wasFirst: isFirst || entries.get(key)?.wasFirst === true,
				});
			}
		this.heldAt.set(subject, { held, at: now });
	}
}
