import type { IDataObject } from 'n8n-workflow';

import type { EventName } from '../../../nodes/HelpdeskTrigger/core/events';
import type { Happening, Helpdesk } from './helpdesk';
import { Scope, sweepPolls, timeText, type Begun, type Findings, type Judge, type Verdict } from './judge';
import { originOf, showsAuthor, threadsShowWriters, type Contact, type Conversation, type Message } from './records';
import { MINUTE } from './scenario';
import type { Settings } from './settings';

/** Polls after which an event is late. One is not enough: a poll may read only a part of a long list. */
const MAX_POLLS = 8;

/** Number of inboxes that the first poll can read. */
const MAX_READ_AT_FIRST = 100;

/** Judges events that are emitted once for each new conversation, contact or message, in order. */
abstract class OnceJudge<T extends { number: number }> implements Judge {
	protected readonly scope: Scope;
	protected readonly emittedOnes = new Set<T>();
	/** Things that may be emitted once, but need not be. */
	protected readonly free = new Set<T>();
	/** Number of successful polls since each thing had to be emitted. */
	private readonly waiting = new Map<T, number>();
	protected isActive = false;
	protected hasLeft = false;

	constructor(
		protected readonly helpdesk: Helpdesk,
		private readonly findings: Findings,
		protected readonly settings: Settings,
	) {
		this.scope = new Scope(settings.setup.lookBackMinutes * MINUTE);
	}

	protected readonly isOrdered: boolean = true;
	protected abstract all(): T[];
	protected abstract at(thing: T): number;
	protected abstract verdict(thing: T): Verdict;
	protected abstract thingOf(item: IDataObject): T | undefined;
	/** Returns the number of successful polls after which a thing is late; undefined while it is not listed. */
	protected abstract longest(thing: T): number | undefined;
	/** Returns whether any answer can show the thing. */
	protected isKnowable?(thing: T): boolean;
	protected mayRepeat?(thing: T): boolean;
	/** Returns whether the thing may be left out after Start From was set to an earlier time. */
	protected mayBeLeftOut?(thing: T): boolean;
	protected wrong?(thing: T, item: IDataObject): string | undefined;

	/** Returns whether a thing from before the start may count as new. */
	protected mayBeNew?(thing: T): boolean;
	/** Returns whether this poll has read the thing, so that no later thing may be emitted first. */
	protected isRead?(thing: T): boolean;

	begin(begun: Begun) {
		const isFirst = this.scope.inboxes.length === 0;
		const isMoved = this.scope.begin(begun) && !isFirst;
		this.isActive = true;
		for (const thing of this.waiting.keys()) if (this.verdict(thing) !== 'wanted') this.excuse(thing);
		for (const thing of this.all()) {
			const isOptional =
				(this.hasLeft && !this.emittedOnes.has(thing)) || (isMoved && this.mayBeLeftOut?.(thing));
			if (isOptional) this.excuse(thing);
			else this.consider(thing);
		}
		this.hasLeft = false;
	}

	leave() {
		this.isActive = false;
		this.hasLeft = true;
		for (const thing of this.waiting.keys()) this.excuse(thing);
	}

	emitted(items: IDataObject[]) {
		let before = -Infinity;
		for (const item of items) {
			const thing = this.thingOf(item);
			const wrong = thing
				? this.wrong?.(thing, item)
				: `an item of no record: ${JSON.stringify(item).slice(0, 100)}`;
			if (wrong) this.findings.add('wrong', wrong);
			if (!thing) continue;
			if (this.emittedOnes.has(thing)) {
				if (!this.mayRepeat?.(thing)) this.findings.add('repeated', this.describe(thing));
			} else if (this.verdict(thing) === 'before' && !this.mayBeNew?.(thing))
				this.findings.add('before', this.describe(thing));
			if (this.isOrdered && this.at(thing) < before)
				this.findings.add('order', `${this.describe(thing)} comes after ${timeText(before)}`);
			before = this.at(thing);
			this.emittedOnes.add(thing);
			this.waiting.delete(thing);
		}
		for (const thing of this.waiting.keys())
			if (this.isRead?.(thing) && Math.floor(this.at(thing) / 1000) < Math.floor(before / 1000))
				this.findings.add('order', `${this.describe(thing)} waits, and later ones are emitted`);
	}

	afterPoll(maxEvents: number) {
		const queue = 3 * Math.ceil(this.waiting.size / maxEvents);
		for (const [thing, polls] of this.waiting) {
			const longest = this.longest(thing);
			if (longest === undefined) continue;
			this.waiting.set(thing, polls + 1);
			if (polls === longest + queue) this.findings.add('late', this.describe(thing));
		}
	}

	open() {
		return [...this.waiting.keys()].map((thing) => this.describe(thing));
	}

	protected describe(thing: T) {
		return `${thing.number} of ${timeText(this.at(thing))}`;
	}

	/** Waits for a thing only if it must be emitted. */
	protected consider(thing: T) {
		const isDone = !this.isActive || this.emittedOnes.has(thing) || this.free.has(thing);
		if (isDone || this.verdict(thing) !== 'wanted' || this.isKnowable?.(thing) === false)
			this.waiting.delete(thing);
		else if (!this.waiting.has(thing)) this.waiting.set(thing, 0);
	}

	protected isWaiting(thing: T) {
		return this.waiting.has(thing);
	}

	protected excuse(thing: T) {
		this.waiting.delete(thing);
		this.free.add(thing);
	}
}

export class ConversationCreatedJudge extends OnceJudge<Conversation> {
	private polls = 0;
	private isPolling = false;
	/** Number of the poll during which a conversation last moved. */
	private readonly movedIn = new Map<Conversation, number>();
	/** Times (ms) at which conversations arrived from an inbox that is not chosen. */
	private readonly arrivedAt = new Map<Conversation, number>();
	/** Conversations that were in an inbox that is not chosen. */
	private readonly wandered = new Set<Conversation>();
	/** Conversations that were new in an earlier inbox, and may have been read there. */
	private readonly wasNew = new Set<Conversation>();

	private readonly reads = new Set<Conversation>();

	pollBegins() {
		this.polls += 1;
		this.isPolling = true;
		this.reads.clear();
	}

	polled() {
		this.isPolling = false;
	}

	read(conversations: Conversation[]) {
		for (const conversation of conversations) this.reads.add(conversation);
	}

	protected override isRead(conversation: Conversation) {
		return this.reads.has(conversation) && this.scope.inboxes.length <= MAX_READ_AT_FIRST;
	}

	conversation(conversation: Conversation, what: Happening, from = 0) {
		if (what === 'created') this.consider(conversation);
		if (what === 'removed') this.excuse(conversation);
		if (what !== 'moved') return;
		const { inbox, created, visibleFrom } = conversation;
		if (!this.scope.has(inbox)) this.wandered.add(conversation);
		if (!this.scope.has(from)) this.arrivedAt.set(conversation, this.helpdesk.now());
		const wasWanted = this.scope.verdict(from, created, visibleFrom) === 'wanted';
		if (wasWanted) this.wasNew.add(conversation);
		// The event is optional if its conversation comes from an inbox that is not chosen, or would be old in the new
		// one.
		if (!this.scope.has(from) || !wasWanted || this.verdict(conversation) !== 'wanted') this.excuse(conversation);
		if (!this.isWaiting(conversation) || !this.isPolling) return;
		// A conversation that moves during two polls in a row may escape both: the API cannot show it.
		if (this.movedIn.get(conversation) === this.polls - 1) this.excuse(conversation);
		this.movedIn.set(conversation, this.polls);
	}

	/** A conversation may fire again if it moved to an inbox that is chosen later, with an earlier Start From. */
	protected override mayRepeat(conversation: Conversation) {
		return this.wandered.has(conversation) && this.scope.startFromOf(conversation.inbox) !== undefined;
	}

	protected override mayBeNew(conversation: Conversation) {
		return this.wasNew.has(conversation);
	}

	protected all(): Conversation[] {
		return this.helpdesk.conversationsOf(this.scope.inboxes);
	}

	protected at({ created }: Conversation) {
		return created;
	}

	protected verdict(conversation: Conversation): Verdict {
		const { inbox, created, visibleFrom } = conversation;
		return this.scope.verdict(inbox, created, this.arrivedAt.get(conversation) ?? visibleFrom);
	}

	protected thingOf(item: IDataObject): Conversation | undefined {
		return originOf(item).conversation;
	}

	protected longest({ visibleFrom }: Conversation): number | undefined {
		return visibleFrom > this.helpdesk.now() ? undefined : MAX_POLLS;
	}
}

/** Without times, a longer list of contacts needs up to `SCANNED_AFTER` successful polls for the initial scan. */
const SCANNED_AT_ONCE = 500;
const SCANNED_AFTER = 25;

/** Returns the number of polls that can read a list of contacts five times, in the smallest pages. */
export const pollsToScan = (contacts: number) => Math.ceil((5 * contacts) / 20 / 100);

/** Contacts count as one inbox. */
const CONTACTS = 0;

export class ContactCreatedJudge extends OnceJudge<Contact> {
	private goodPolls = 0;
	/** The order of contacts is not specified. */
	protected override readonly isOrdered = false;

	override begin(begun: Begun) {
		super.begin({ ...begun, inboxes: [CONTACTS], startFrom: undefined });
	}

	contact(contact: Contact, what: 'created' | 'changed' | 'removed') {
		// In a list without times, a contact created during the initial scan counts as known.
		const scannedAfter = this.helpdesk.contacts.size > SCANNED_AT_ONCE ? SCANNED_AFTER : 1;
		const isScanning = this.helpdesk.world.contactTimes === 'absent' && this.goodPolls < scannedAfter;
		if (what === 'created' && this.isActive && !isScanning) this.consider(contact);
		else if (what !== 'changed') this.excuse(contact);
	}

	override afterPoll(maxEvents: number) {
		this.goodPolls += 1;
		super.afterPoll(maxEvents);
	}

	protected all(): Contact[] {
		return this.helpdesk.contacts.everything();
	}

	protected at({ created }: Contact) {
		return created;
	}

	protected verdict({ created, visibleFrom }: Contact): Verdict {
		return this.scope.verdict(CONTACTS, created, visibleFrom);
	}

	protected thingOf(item: IDataObject): Contact | undefined {
		return originOf(item).contact;
	}

	/** Allows two scans, because a restart begins again. */
	protected longest({ visibleFrom }: Contact): number | undefined {
		return visibleFrom > this.helpdesk.now() ? undefined : MAX_POLLS + 2 * pollsToScan(this.helpdesk.contacts.size);
	}
}

/** Judges Customer Message, Teammate Replied and Note Added. */
export class MessageJudge extends OnceJudge<Message> {
	private readonly conversations = new Map<Message, Conversation>();
	/** Conversations that left the chosen inboxes. Messages written meanwhile may be emitted after their return. */
	private readonly wandered = new Set<Conversation>();
	/**
	 * Conversations that no poll has read since the user returned from another event. Their messages until then count
	 * as known.
	 */
	private unread = new Set<Conversation>();
	private reads: Conversation[] = [];

	override begin(begun: Begun) {
		if (this.hasLeft) this.unread = new Set(this.helpdesk.conversationsOf(begun.inboxes));
		const left = this.scope.inboxes.filter((inbox) => !begun.inboxes.includes(inbox));
		for (const conversation of this.helpdesk.conversationsOf(left)) this.wandered.add(conversation);
		super.begin(begun);
	}

	pollBegins() {
		this.reads = [];
	}

	read(conversations: Conversation[]) {
		this.reads.push(...conversations);
	}

	polled() {
		for (const conversation of this.reads)
			if (this.unread.delete(conversation))
				for (const message of conversation.thread) if (this.isWaiting(message)) this.excuse(message);
	}

	conversation(conversation: Conversation, what: Happening, from = 0) {
		const { inbox } = conversation;
		const thread = this.messagesOf(conversation);
		if (what === 'removed') return thread.forEach((message) => this.excuse(message));
		if (what === 'messaged' && this.wandered.has(conversation) && !this.scope.has(inbox))
			this.free.add(thread.at(-1)!);
		if (what === 'moved') {
			if (this.scope.has(from)) this.wandered.add(conversation);
			const isWanted = (message: Message) =>
				this.scope.verdict(from, message.at) === 'wanted' && this.verdict(message) === 'wanted';
			for (const message of thread) if (!this.scope.has(from) || !isWanted(message)) this.free.add(message);
		}
		for (const message of thread) this.consider(message);
	}

	private messagesOf(conversation: Conversation): Message[] {
		for (const message of conversation.thread) this.conversations.set(message, conversation);
		return conversation.thread;
	}

	protected all(): Message[] {
		return this.helpdesk
			.conversationsOf(this.scope.inboxes)
			.flatMap((conversation) => this.messagesOf(conversation));
	}

	protected at({ at }: Message) {
		return at;
	}

	/** If a conversation is not listed yet, its messages appear with it. */
	protected verdict(message: Message): Verdict {
		const { inbox, visibleFrom } = this.conversations.get(message)!;
		return this.scope.verdict(inbox, message.at, Math.max(message.at, visibleFrom));
	}

	protected thingOf(item: IDataObject): Message | undefined {
		const { id } = (item.last_message ?? {}) as { id?: string };
		return originOf(item).conversation?.thread.find(
			({ number }) => this.helpdesk.records.id('message', number) === id,
		);
	}

	protected longest(message: Message) {
		return 1 + sweepPolls(this.helpdesk.inbox(this.conversations.get(message)!.inbox)!.size);
	}

	/** If threads show no writers, only the last message can be emitted: the list shows its writer. */
	protected override isKnowable(message: Message) {
		const event = eventOf(message);
		if (!event || !this.settings.events.includes(event)) return false;
		const { world } = this.helpdesk;
		const isLast = this.conversations.get(message)!.thread.at(-1) === message;
		return threadsShowWriters(world) || (isLast && message.by === 'contact' && showsAuthor(world));
	}

	/** An earlier Start From leaves out conversations that have fired (docs/trigger.md). */
	protected override mayBeLeftOut(message: Message): boolean {
		return this.conversations.get(message)!.thread.some((each) => this.emittedOnes.has(each));
	}

	protected override mayBeNew(message: Message) {
		return this.free.has(message);
	}

	protected override wrong(message: Message, { event }: IDataObject): string | undefined {
		return eventOf(message) === event ? undefined : `${this.describe(message)} is ${String(event)}`;
	}

	protected override describe(message: Message) {
		return `message ${super.describe(message)} (${message.kind} by ${message.by}) in conversation ${this.conversations.get(message)!.number}`;
	}
}

function eventOf({ by, kind }: Message): EventName | undefined {
	if (kind === 'note') return 'noteAdded';
	if (kind === 'reply') return by === 'contact' ? 'customerMessage' : 'teammateReplied';
	return undefined;
}
