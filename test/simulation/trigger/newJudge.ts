import type { Helpdesk } from './helpdesk';
import { clock, Judge, type Findings, type Told } from './judge';
import type { Contact, Conversation } from './records';
import { MAX_READ_AT_FIRST, Scope, type Begun, type Verdict } from './scope';

interface Thing {
	number: number;
	created: number;
	visibleFrom: number;
	isRemoved: boolean;
}

/** The documentation says "the next poll"; a reading of the largest lists takes some. */
const MAX_POLLS = 8;

const seconds = (ms: number): number => Math.floor(ms / 1000);

/** What Conversation Created and Contact Created have in common: each new thing once, nothing from before. */
abstract class NewJudge<T extends Thing> extends Judge {
	protected readonly scope: Scope;
	protected isActive = false;
	private hasLeft = false;
	/** For how many good polls each has waited. */
	private readonly waiting = new Map<T, number>();
	private readonly told = new Set<T>();
	/** Those that an answer of this poll has shown. */
	protected readonly read = new Set<T>();
	/** These may be told once, and need not be. */
	private readonly free = new Set<T>();

	/** @param lookBack ms */
	constructor(helpdesk: Helpdesk, findings: Findings, lookBack: number) {
		super(helpdesk, findings);
		this.scope = new Scope(lookBack);
	}

	protected abstract all(): T[];
	protected abstract verdict(thing: T): Verdict;
	protected abstract thingOf(item: Told['items'][number]): T | undefined;
	protected abstract readonly isOrdered: boolean;

	begin(begun: Begun): void {
		this.scope.begin(begun);
		this.isActive = true;
		for (const thing of this.waiting.keys()) if (this.verdict(thing) !== 'wanted') this.excuse(thing);
		for (const thing of this.all()) {
			// What came while the trigger looked for another event may be told or not.
			if (this.hasLeft && !this.told.has(thing)) this.excuse(thing);
			else this.come(thing);
		}
		this.hasLeft = false;
	}

	leave(): void {
		this.isActive = false;
		this.hasLeft = true;
		for (const thing of this.waiting.keys()) this.excuse(thing);
	}

	tell({ items }: Told): void {
		const times: number[] = [];
		for (const item of items) {
			const thing = this.thingOf(item);
			if (!thing) {
				this.findings.add('wrong', `an item that is no record: ${JSON.stringify(item).slice(0, 100)}`);
				continue;
			}
			times.push(thing.created);
			if (this.told.has(thing) && !this.mayComeBack?.(thing)) this.findings.add('repeated', `${thing.number} of ${clock(thing.created)}`);
			else if (!this.told.has(thing) && this.verdict(thing) === 'before' && !this.mayBeNew?.(thing))
				this.findings.add('before', `${thing.number} of ${clock(thing.created)}`);
			this.told.add(thing);
			this.waiting.delete(thing);
		}
		if (!this.isOrdered) return;
		this.checkOrder(times);
		if (this.scope.inboxes.length > MAX_READ_AT_FIRST) return;
		const newest = seconds(Math.max(...times));
		for (const thing of this.waiting.keys())
			if (this.read.has(thing) && seconds(thing.created) < newest)
				this.findings.add('order', `${thing.number} of ${clock(thing.created)} waits, and later ones are emitted`);
	}

	override afterPoll(maxEvents: number): void {
		const longest = MAX_POLLS + (this.learningPolls?.() ?? 0) + 2 * Math.ceil(this.waiting.size / maxEvents);
		for (const [thing, polls] of this.waiting) {
			if (thing.visibleFrom > this.helpdesk.now()) continue;
			this.waiting.set(thing, polls + 1);
			if (polls === longest) this.findings.add('late', `${thing.number} of ${clock(thing.created)}`);
		}
	}

	open(): string[] {
		return [...this.waiting.keys()].map(({ number, created }) => `${number} of ${clock(created)}`);
	}

	/** Polls for which what is new waits until all that was there is learned. */
	protected learningPolls?(): number;

	/** Whether one from before may count as new. */
	protected mayBeNew?(thing: T): boolean;

	/** Whether it may be told again. */
	protected mayComeBack?(thing: T): boolean;

	protected come(thing: T): void {
		if (!this.told.has(thing) && !this.free.has(thing) && this.verdict(thing) === 'wanted') this.waiting.set(thing, 0);
	}

	protected isWaiting(thing: T): boolean {
		return this.waiting.has(thing);
	}

	protected excuse(thing: T): void {
		this.waiting.delete(thing);
		this.free.add(thing);
	}
}

export class ConversationCreatedJudge extends NewJudge<Conversation> {
	protected readonly isOrdered = true;
	private readonly movedIn = new Map<Conversation, number>();
	/** When conversations came from an inbox that is not watched. */
	private readonly arrivedAt = new Map<Conversation, number>();
	private readonly wandered = new Set<Conversation>();
	/** What was new in the inbox in which it was, and may have been seen there. */
	private readonly wasNew = new Set<Conversation>();
	/** The poll that is being made, if one is. */
	poll?: number;

	override created(conversation: Conversation): void {
		if (this.isActive && this.scope.has(conversation.inbox)) this.come(conversation);
	}

	override pollBegins(): void {
		this.read.clear();
	}

	override looked(conversations: Conversation[]): void {
		for (const each of conversations) this.read.add(each);
	}

	override removed(conversation: Conversation): void {
		this.excuse(conversation);
	}

	override moved(conversation: Conversation, from: number): void {
		if (!this.scope.has(conversation.inbox)) this.wandered.add(conversation);
		if (!this.scope.has(from)) this.arrivedAt.set(conversation, this.helpdesk.now());
		// One that comes from elsewhere may count as new or not; so may one that leaves, or gets where it would be old.
		const wasWanted = this.scope.verdict(from, conversation.created, conversation.visibleFrom) === 'wanted';
		if (wasWanted) this.wasNew.add(conversation);
		if (!this.scope.has(from) || !wasWanted || this.verdict(conversation) !== 'wanted') this.excuse(conversation);
		if (this.poll === undefined || !this.isWaiting(conversation)) return;
		// "Moved from one inbox to another past the reading, in two polls in a row": the API cannot show it.
		if (this.movedIn.get(conversation) === this.poll - 1) this.excuse(conversation);
		this.movedIn.set(conversation, this.poll);
	}

	/**
	 * Told, moved to an inbox that is not watched, and found there once this one is watched from an earlier Start From on:
	 * what was told is remembered for Look Back only.
	 */
	protected override mayComeBack(conversation: Conversation): boolean {
		return this.wandered.has(conversation) && this.scope.hasStartFrom(conversation.inbox);
	}

	/**
	 * Without a Date header nothing shows the time but records: in an empty helpdesk what is moved in first counts, and
	 * in inboxes that the first poll did not get to what is newer than all that it saw.
	 */
	protected override mayBeNew(conversation: Conversation): boolean {
		if (this.wasNew.has(conversation)) return true;
		return this.helpdesk.world.dateHeader === 'absent' && (this.arrivedAt.has(conversation) || this.scope.inboxes.length > MAX_READ_AT_FIRST);
	}

	protected all(): Conversation[] {
		return this.scope.inboxes.flatMap((inbox) => [...(this.helpdesk.inbox(inbox)?.everything() ?? [])]);
	}

	protected verdict(conversation: Conversation): Verdict {
		const { inbox, created, visibleFrom } = conversation;
		return this.scope.verdict(inbox, created, this.arrivedAt.get(conversation) ?? visibleFrom);
	}

	protected thingOf(item: Told['items'][number]): Conversation | undefined {
		return this.originOf(item).conversation;
	}
}

/**
 * A longer list of contacts is learned over so many good polls, read two times at the least in the smallest pages, and
 * until all are seen where equal ones fall anew at every request.
 */
const LEARNED_AT_ONCE = 500;
const LEARNED_AFTER = 25;

/** Polls in which a list of contacts is read five times, in the smallest pages. */
export function pollsToLearn(contacts: number): number {
	return Math.ceil((5 * contacts) / 20 / 100);
}

/** All contacts are as one inbox. */
const CONTACTS = 0;

export class ContactCreatedJudge extends NewJudge<Contact> {
	/** Good polls since the beginning. */
	private polls = 0;

	/** The API shows no order of contacts, and the documentation promises none. */
	protected readonly isOrdered = false;

	override begin(begun: Begun): void {
		super.begin({ ...begun, inboxes: [CONTACTS], startFrom: undefined });
	}

	override contactCreated(contact: Contact): void {
		if (this.isActive && !this.isLearning) this.come(contact);
		else this.excuse(contact);
	}

	override afterPoll(maxEvents: number): void {
		this.polls += 1;
		super.afterPoll(maxEvents);
	}

	/** "Learned over the first polls": a restart begins anew, so twice as many. */
	protected override learningPolls(): number {
		return 2 * pollsToLearn(this.helpdesk.contacts.size);
	}

	/** "A contact that is created during the first reading counts as known, if the list shows no times." */
	private get isLearning(): boolean {
		const { contactTimes, dateHeader } = this.helpdesk.world;
		const polls = this.helpdesk.contacts.size > LEARNED_AT_ONCE ? LEARNED_AFTER : 1;
		return (contactTimes === 'absent' || dateHeader === 'absent') && this.polls < polls;
	}

	override contactRemoved(contact: Contact): void {
		this.excuse(contact);
	}

	protected all(): Contact[] {
		return this.helpdesk.contacts.everything();
	}

	protected verdict({ created, visibleFrom }: Contact): Verdict {
		return this.scope.verdict(CONTACTS, created, visibleFrom);
	}

	protected thingOf(item: Told['items'][number]): Contact | undefined {
		return this.originOf(item).contact;
	}
}
