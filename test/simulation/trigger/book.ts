import { FieldValues } from './fieldValues';
import type { Helpdesk } from './helpdesk';
import { clock } from './judge';
import type { Conversation, WatchedField } from './records';

/** What the user may know of one conversation, and what an event is due of. */
export interface Page {
	/** What the user may know of each field: one value, or several where an activation fell among them. */
	known: Map<WatchedField, string[]>;
	/** The values that the field has had since then. */
	since: Map<WatchedField, string[]>;
	/** Came in from an inbox that is not watched, or falls under Start From: may be told once. */
	isFree: boolean;
	/** Until its first look nothing of a free one is demanded. */
	wasLookedAt: boolean;
	/** Good polls for which a change has waited. */
	waited: number;
	/** When the trigger may first have known it, in ms: its creation, or what the activation of its inbox showed of the time. */
	from: number;
	/** It was there when its inbox was activated. */
	isOld: boolean;
	/** When an event told of it last, in ms. */
	toldAt: number;
	/** From when on each field is watched, as `from`. */
	watchedFrom: Map<WatchedField, number>;
	/** The first look at each field since it is watched. */
	looks: Map<WatchedField, Look>;
}

/** In which poll something was seen first, as far as the trigger remembers it: what it had not saved goes with a restart. */
export interface Look {
	poll: number;
	/** No client could know then that nothing had changed: it may be told once. */
	isVague: boolean;
	/** What it showed of a free one, until an event tells of it: then that is what the user knows. */
	value?: string;
}

/** A page for each conversation in which a change counts, and the values that its fields had. */
export class Book {
	readonly values: FieldValues;
	/** Those that are watched. */
	fields: WatchedField[] = [];
	private readonly pages = new Map<Conversation, Page>();

	constructor(private readonly helpdesk: Helpdesk) {
		this.values = new FieldValues(helpdesk);
	}

	get(conversation: Conversation): Page | undefined {
		return this.pages.get(conversation);
	}

	set(conversation: Conversation, page: Page): void {
		this.pages.set(conversation, page);
	}

	delete(conversation: Conversation): void {
		this.pages.delete(conversation);
	}

	all(): Iterable<Page> {
		return this.pages.values();
	}

	/** A page on which the user knows everything as it is. */
	newPage(conversation: Conversation): Pick<Page, 'known' | 'since' | 'waited' | 'toldAt' | 'wasLookedAt' | 'watchedFrom' | 'looks'> {
		return {
			known: new Map(this.fields.map((field) => [field, [this.values.now(conversation, field)]])),
			since: new Map(this.fields.map((field) => [field, []])),
			waited: 0,
			toldAt: 0,
			wasLookedAt: false,
			watchedFrom: new Map(this.fields.map((field) => [field, conversation.created])),
			looks: new Map(),
		};
	}

	/** No event is due of what happened until now. */
	reset(page: Page, conversation: Conversation, fields = this.fields): void {
		for (const field of fields) {
			// What came from elsewhere began as it was created.
			const ever = page.isFree ? this.values.since(conversation, field, 0) : [];
			page.known.set(field, [
				...new Set([...ever, ...(page.known.get(field) ?? []), ...(page.since.get(field) ?? []), this.values.now(conversation, field)]),
			]);
			page.since.set(field, []);
		}
	}

	/** Whether an event is due. */
	isOpen(conversation: Conversation, page: Page): boolean {
		if (page.isFree && !page.wasLookedAt) return false;
		return this.fields.some(
			(field) =>
				this.isShown(field) &&
				page.since.get(field)?.length &&
				!this.knownOf(conversation, page, field).includes(this.values.now(conversation, field)),
		);
	}

	/** Values of which no event is due: of a free one what its first look showed, and how it began, else what the user may know. */
	private knownOf(conversation: Conversation, { isFree, looks, known }: Page, field: WatchedField): string[] {
		const seen = isFree ? looks.get(field)?.value : undefined;
		return seen === undefined ? known.get(field)! : [this.values.first(conversation, field), seen];
	}

	/** "The listing carries no tags: then Tags never changes." */
	isShown(field: WatchedField): boolean {
		return field !== 'tags' || this.helpdesk.world.tagsInList !== 'absent';
	}

	describe({ number, created }: Conversation, page: Page): string {
		const changed = this.fields.filter((field) => page.since.get(field)?.length);
		return `conversation ${number} of ${clock(created)}: ${changed.map((field) => `${field} ${[...page.known.get(field)!, ...page.since.get(field)!].join(' > ')}`).join(', ')}`;
	}
}
