import type { EventName } from '../../../nodes/HelpdeskTrigger/core/events';
import type { Helpdesk } from './helpdesk';
import { clock, Judge, type Findings, type Told } from './judge';
import { showsAuthor, threadsShowWriters } from './reachedStory';
import type { Conversation, Message } from './records';
import { MAX_READ_AT_FIRST, Scope, type Begun, type Verdict } from './scope';
import { MINUTE } from './story';

/** Customer Message, Teammate Replied and Note Added: each message once, whatever follows it. */
export class MessageJudge extends Judge {
	private readonly scope: Scope;
	private isActive = false;
	private hasLeft = false;
	private readonly told = new Set<Message>();
	/** Messages that may be told once, and need not be. */
	private readonly free = new Set<Message>();
	/** Conversations that were in a watched inbox: what is written elsewhere meanwhile may be told when they are back. */
	private readonly wandered = new Set<Conversation>();
	/** For how many good polls each message has waited. */
	private readonly waiting = new Map<Message, { conversation: Conversation; polls: number }>();

	/** @param lookBack ms */
	constructor(
		helpdesk: Helpdesk,
		findings: Findings,
		lookBack: number,
		private readonly events: EventName[],
	) {
		super(helpdesk, findings);
		this.scope = new Scope(lookBack);
	}

	begin(begun: Begun): void {
		const before = this.scope.inboxes;
		// "Start From that is moved to an earlier time leaves out conversations that have started the workflow."
		const isMoved = before.length > 0 && this.scope.isSetAnew(begun.startFrom);
		this.scope.begin(begun);
		for (const inbox of before)
			if (!this.scope.has(inbox)) for (const conversation of this.helpdesk.inbox(inbox)!.everything()) this.wandered.add(conversation);
		for (const { conversation } of this.waiting.values()) this.look(conversation);
		this.isActive = true;
		for (const inbox of begun.inboxes) {
			for (const conversation of this.helpdesk.inbox(inbox)?.everything() ?? []) {
				// What came while the trigger looked for another event may be told or not.
				if (this.hasLeft || (isMoved && conversation.thread.some((message) => this.told.has(message))))
					conversation.thread.forEach((message) => this.free.add(message));
				else this.look(conversation);
			}
		}
		this.hasLeft = false;
	}

	leave(): void {
		this.isActive = false;
		this.hasLeft = true;
		for (const message of this.waiting.keys()) this.free.add(message);
		this.waiting.clear();
	}

	override created(conversation: Conversation): void {
		this.look(conversation);
	}

	override messaged(conversation: Conversation): void {
		if (this.wandered.has(conversation) && !this.scope.has(conversation.inbox)) this.free.add(conversation.last);
		this.look(conversation);
	}

	override moved(conversation: Conversation, from: number): void {
		if (this.scope.has(from)) this.wandered.add(conversation);
		for (const message of conversation.thread) {
			const isWanted = this.scope.verdict(from, message.at) === 'wanted' && this.verdict(conversation, message) === 'wanted';
			if (!this.scope.has(from) || !isWanted) this.free.add(message);
		}
		this.look(conversation);
	}

	override removed({ thread }: Conversation): void {
		thread.forEach((message) => this.waiting.delete(message));
	}

	tell({ items }: Told): void {
		const times: number[] = [];
		for (const item of items) {
			const { conversation } = this.originOf(item);
			const { id } = (item.last_message ?? {}) as { id?: string };
			const message = conversation?.thread.find(({ number }) => this.helpdesk.records.id('message', number) === id);
			if (!conversation || !message) {
				this.findings.add('wrong', 'an item without a message');
				continue;
			}
			const text = describe(conversation, message);
			times.push(message.at);
			if (eventOf(message) !== item.event) this.findings.add('wrong', `${text} is of a ${message.by}: ${message.kind}`);
			if (this.told.has(message)) this.findings.add('repeated', text);
			else if (this.verdict(conversation, message) === 'before' && !this.free.has(message) && !this.mayBeNew(conversation, message))
				this.findings.add('before', text);
			this.told.add(message);
			this.waiting.delete(message);
		}
		this.checkOrder(times);
	}

	override afterPoll(maxEvents: number): void {
		const rest = Math.ceil(this.waiting.size / maxEvents);
		for (const [message, waiting] of this.waiting) {
			const { size } = this.helpdesk.inbox(waiting.conversation.inbox)!;
			waiting.polls += 1;
			if (waiting.polls === 1 + longest(size) + 3 * rest) this.findings.add('late', describe(waiting.conversation, message));
		}
	}

	open(): string[] {
		return [...this.waiting].map(([message, { conversation }]) => describe(conversation, message));
	}

	/** Which messages of a conversation have to be told. */
	private look(conversation: Conversation): void {
		for (const message of conversation.thread) {
			const event = eventOf(message);
			const isOpen = event && this.events.includes(event) && this.isActive && !this.told.has(message) && !this.free.has(message);
			const isWanted = isOpen && this.isKnowable(conversation, message) && this.verdict(conversation, message) === 'wanted';
			if (!isWanted || !this.scope.has(conversation.inbox)) this.waiting.delete(message);
			else if (!this.waiting.has(message)) this.waiting.set(message, { conversation, polls: 0 });
		}
	}

	/** If threads do not show who wrote, only the last message can be emitted, as the list shows it. */
	private isKnowable({ last }: Conversation, message: Message): boolean {
		const { world } = this.helpdesk;
		return threadsShowWriters(world) || (last === message && message.by === 'contact' && showsAuthor(world));
	}

	/** What is written in a conversation that is not listed yet appears with it. */
	private verdict({ inbox, visibleFrom }: Conversation, { at }: Message): Verdict {
		return this.scope.verdict(inbox, at, Math.max(at, visibleFrom));
	}

	/**
	 * Without a Date header nothing shows the time but records: what was written in the minutes before the activation,
	 * where the first poll did not get to, is newer than all that it saw.
	 */
	private mayBeNew({ inbox }: Conversation, { at }: Message): boolean {
		if (this.helpdesk.world.dateHeader !== 'absent' || at < this.scope.beganOf(inbox) - 15 * MINUTE) return false;
		return this.scope.inboxes.length > MAX_READ_AT_FIRST || this.helpdesk.inbox(inbox)!.size > MIN_READ_AT_FIRST;
	}
}

/** The event that a message is. */
function eventOf({ by, kind }: Message): EventName | undefined {
	if (kind === 'note') return 'noteAdded';
	if (kind === 'reply') return by === 'contact' ? 'customerMessage' : 'teammateReplied';
	return undefined;
}

function describe({ number }: Conversation, message: Message): string {
	return `message ${message.number} (${message.kind} by ${message.by}) of ${clock(message.at)} in conversation ${number}`;
}

/** Conversations of an inbox that the first poll reads in any case: 50 requests, in pages of 20 that overlap. */
const MIN_READ_AT_FIRST = 800;

/** After how many good polls something is late: more than two rounds through its inbox, at 40 a poll. */
export function longest(size: number): number {
	return 15 + 3 * Math.ceil(size / 40);
}
