import type { Helpdesk } from './helpdesk';
import { clock, Judge, type Findings, type Told } from './judge';
import type { Conversation, Message } from './records';
import { MAX_READ_AT_FIRST, Scope, type Begun, type Verdict } from './scope';
import { MINUTE } from './story';
import { showsAuthor } from './reachedStory';

/**
 * Customer Message: the last message of each conversation once it is looked at, if a contact wrote it. One that is
 * followed by another before the next look may be merged, so a message is demanded for as long as it is the last one.
 */
export class MessageJudge extends Judge {
	private readonly scope: Scope;
	private isActive = false;
	private hasLeft = false;
	private readonly told = new Set<number>();
	/** Messages that may be told once, and need not be. */
	private readonly free = new Set<number>();
	/** Conversations that were in a watched inbox: what is written elsewhere meanwhile may be told when they are back. */
	private readonly wandered = new Set<Conversation>();
	/** When a contact wrote last, in ms. */
	private readonly written = new Map<Conversation, number>();
	/** How many good polls the last message of a conversation has waited. */
	private readonly waiting = new Map<Conversation, number>();

	/** @param lookBack ms */
	constructor(helpdesk: Helpdesk, findings: Findings, lookBack: number) {
		super(helpdesk, findings);
		this.scope = new Scope(lookBack);
	}

	begin(begun: Begun): void {
		const before = this.scope.inboxes;
		this.scope.begin(begun);
		for (const inbox of before)
			if (!this.scope.has(inbox)) for (const conversation of this.helpdesk.inbox(inbox)!.everything()) this.wandered.add(conversation);
		for (const conversation of [...this.waiting.keys()]) this.look(conversation);
		this.isActive = true;
		for (const inbox of begun.inboxes) {
			for (const conversation of this.helpdesk.inbox(inbox)?.everything() ?? []) {
				// What came while the trigger looked for another event may be told or not.
				if (this.hasLeft && !this.told.has(conversation.last.number)) this.free.add(conversation.last.number);
				else this.look(conversation);
			}
		}
		this.hasLeft = false;
	}

	leave(): void {
		this.isActive = false;
		this.hasLeft = true;
		for (const { last } of this.waiting.keys()) this.free.add(last.number);
		this.waiting.clear();
	}

	override created(conversation: Conversation): void {
		this.written.set(conversation, conversation.last.at);
		this.look(conversation);
	}

	override messaged(conversation: Conversation): void {
		const { last } = conversation;
		if (this.wandered.has(conversation) && !this.scope.has(conversation.inbox)) this.free.add(last.number);
		// "The second of two messages of one second": where the list carries no last message, it shows its time only.
		if (this.helpdesk.world.lastMessage === 'absent' && this.written.get(conversation) === last.at) this.free.add(last.number);
		if (last.by === 'contact') this.written.set(conversation, last.at);
		this.waiting.delete(conversation);
		this.look(conversation);
	}

	override moved(conversation: Conversation, from: number): void {
		if (this.scope.has(from)) this.wandered.add(conversation);
		const wasWanted = this.scope.verdict(from, conversation.last.at) === 'wanted';
		if (!this.scope.has(from) || !wasWanted || this.verdict(conversation, conversation.last) !== 'wanted')
			this.free.add(conversation.last.number);
		this.look(conversation);
	}

	override removed(conversation: Conversation): void {
		this.waiting.delete(conversation);
	}

	tell({ items }: Told): void {
		const times: number[] = [];
		for (const item of items) {
			const { conversation, message } = this.originOf(item);
			if (!conversation || !message) {
				this.findings.add('wrong', 'an item that is no conversation');
				continue;
			}
			const text = `message ${message.number} of ${clock(message.at)} in conversation ${conversation.number}`;
			times.push(message.at);
			if (message.by !== 'contact') this.findings.add('wrong', `${text} is by a teammate`);
			if (this.told.has(message.number)) this.findings.add('repeated', text);
			else if (this.verdict(conversation, message) === 'before' && !this.free.has(message.number) && !this.mayBeNew(conversation, message))
				this.findings.add('before', text);
			this.told.add(message.number);
			if (conversation.last === message) this.waiting.delete(conversation);
		}
		this.checkOrder(times);
	}

	override afterPoll(maxEvents: number): void {
		const rest = Math.ceil(this.waiting.size / maxEvents);
		for (const [conversation, polls] of this.waiting) {
			const size = this.helpdesk.inbox(conversation.inbox)!.size;
			this.waiting.set(conversation, polls + 1);
			if (polls === longest(size) + 2 * rest)
				this.findings.add('late', `message ${conversation.last.number} of ${clock(conversation.last.at)}`);
		}
	}

	open(): string[] {
		return [...this.waiting.keys()].map(({ number, last }) => `message ${last.number} of ${clock(last.at)} in conversation ${number}`);
	}

	private look(conversation: Conversation): void {
		const { last } = conversation;
		const isOpen = this.isActive && last.by === 'contact' && !this.told.has(last.number) && !this.free.has(last.number);
		if (!isOpen || !this.isKnowable || this.verdict(conversation, last) !== 'wanted' || !this.scope.has(conversation.inbox))
			this.waiting.delete(conversation);
		else if (!this.waiting.has(conversation)) this.waiting.set(conversation, 0);
	}

	/** "Where a record has neither field, no message counts." */
	private get isKnowable(): boolean {
		return showsAuthor(this.helpdesk.world);
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
		if (this.helpdesk.world.dateHeader !== 'absent' || at < this.scope.beganOf(inbox) - MINUTES_BEFORE) return false;
		return this.scope.inboxes.length > MAX_READ_AT_FIRST || this.helpdesk.inbox(inbox)!.size > MIN_READ_AT_FIRST;
	}
}

const MINUTES_BEFORE = 15 * MINUTE;

/** Conversations of an inbox that the first poll reads in any case: 50 requests, in pages of 20 that overlap. */
const MIN_READ_AT_FIRST = 800;

/** After how many good polls something is late: more than two rounds through its inbox, at 40 a poll. */
export function longest(size: number): number {
	return 15 + 3 * Math.ceil(size / 40);
}
