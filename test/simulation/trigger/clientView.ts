import type { Page } from './book';
import type { Helpdesk } from './helpdesk';
import type { Conversation, WatchedField } from './records';
import { MINUTE } from './story';

/** What is watched. */
export interface Watching {
	inboxes: number[];
	fields: WatchedField[];
}

/** What any client could know from the answers that the trigger got. */
export class ClientView {
	/** The last poll with an answer. */
	poll = 0;
	/** The service's time as far as its answers have shown it to the trigger, in ms. */
	shownTime = 0;
	/** The poll of the first look at each conversation that the trigger remembers. */
	private readonly seen = new Map<Conversation, number>();
	/** The last look at each, in ms. */
	private readonly lookedAt = new Map<Conversation, number>();
	/** The last poll that looked when the state was saved, and what time was shown by then. */
	private savedAt = 0;
	private savedTime = 0;
	private wasTooMuch = false;

	constructor(private readonly helpdesk: Helpdesk) {}

	hear(poll: number): void {
		this.poll = poll;
		if (this.helpdesk.world.dateHeader === 'present') this.shownTime = this.helpdesk.now();
	}

	/** Before its fields are looked at: whether it was seen then is asked first. */
	look(conversation: Conversation): void {
		this.shownTime = Math.max(this.shownTime, this.touchedAt(conversation));
		this.lookedAt.set(conversation, this.helpdesk.now());
	}

	see(conversation: Conversation): void {
		if (!this.isRemembered(conversation)) this.seen.set(conversation, this.poll);
	}

	/** n8n has saved the state. */
	saved(): void {
		this.savedAt = this.poll;
		this.savedTime = this.shownTime;
	}

	/** What was not saved is gone, in a page of the book too. */
	forget(pages: Iterable<Page>): void {
		this.shownTime = this.savedTime;
		for (const [conversation, poll] of this.seen) if (poll > this.savedAt) this.seen.delete(conversation);
		for (const { looks } of pages) for (const [field, { poll }] of looks) if (poll > this.savedAt) looks.delete(field);
	}

	wasLookedAtSince(conversation: Conversation, time: number): boolean {
		return (this.lookedAt.get(conversation) ?? 0) >= time;
	}

	/** Whether the trigger has what an earlier look showed, in memory or saved. */
	isRemembered(conversation: Conversation): boolean {
		return this.seen.has(conversation);
	}

	/** Whether no client could know that nothing has changed: unless the record says that it was not updated since it was created, or since its inbox was activated. */
	isVague(conversation: Conversation, { isOld }: Page, from: number): boolean {
		if (isOld) return this.touchedAt(conversation) > from - 1000;
		return conversation.updated > conversation.created;
	}

	/** The latest time that its record shows, in ms. */
	touchedAt({ updated }: Conversation): number {
		return updated;
	}

	/** "The trigger remembers 10,000 conversations for one field, 4,800 for every field": what was forgotten is told with `from` null. */
	isForgotten(conversation: Conversation, { from, toldAt }: Page, of: Watching): boolean {
		return this.isTooMuch(of) && this.touchedAt(conversation) > Math.max(from, toldAt) - MINUTE;
	}

	private isTooMuch({ inboxes, fields }: Watching): boolean {
		const count = inboxes.reduce((sum, inbox) => sum + this.helpdesk.inbox(inbox)!.size, 0);
		this.wasTooMuch ||= count > 10_000 - 1_040 * fields.length;
		return this.wasTooMuch;
	}
}
