import { Book, type Page } from './book';
import { ClientView } from './clientView';
import { canonical } from './fieldValues';
import { Judge, type Findings, type Told } from './judge';
import type { Helpdesk } from './helpdesk';
import { longest } from './messageJudge';
import type { Conversation, WatchedField } from './records';
import { Scope, type Begun } from './scope';

/**
 * Conversation Updated. What the user knows of a field is its value at the activation, or in a new conversation the
 * one that it was created with, and then what the events say. In the end the user knows every field as it is; an event
 * says nothing that never was, and is none without a change, but where no client could know that.
 */
export class UpdatedJudge extends Judge {
	private readonly scope = new Scope(0);
	private readonly book: Book;
	private readonly client: ClientView;
	/** Those in which something changed that may not have been told. */
	private readonly changedOnes = new Set<Conversation>();
	private leftAt = Infinity;
	private isActive = false;

	constructor(
		helpdesk: Helpdesk,
		findings: Findings,
		private watched: () => string[],
	) {
		super(helpdesk, findings);
		this.book = new Book(helpdesk);
		this.client = new ClientView(helpdesk);
	}

	begin(begun: Begun): void {
		const fields = this.watched() as WatchedField[];
		const isAnew = !this.isActive || fields.join() !== this.book.fields.join();
		this.book.fields = fields;
		const before = new Set(this.scope.inboxes);
		const isSetAnew = this.scope.isSetAnew(begun.startFrom);
		this.scope.begin(begun);
		this.isActive = true;
		for (const inbox of begun.inboxes) {
			for (const conversation of this.helpdesk.inbox(inbox)?.everything() ?? []) {
				const page = this.book.get(conversation);
				if (!before.has(inbox) || isAnew || !page) this.baseline(conversation, begun, page);
				else if (begun.startFrom !== undefined) this.restart(conversation, page, { startFrom: begun.startFrom, isSetAnew });
			}
		}
		this.leftAt = Infinity;
		this.saved();
	}

	/** Under a Start From it may be told once more, where it was not told yet; what happened before one that is set anew need not be. */
	private restart(conversation: Conversation, page: Page, { startFrom, isSetAnew }: { startFrom: number; isSetAnew: boolean }): void {
		if (conversation.created >= startFrom) page.isFree = true;
		else if (isSetAnew && this.client.touchedAt(conversation) < startFrom) this.book.reset(page, conversation);
	}

	leave(): void {
		if (this.isActive) this.leftAt = this.helpdesk.now();
		this.isActive = false;
	}

	/** Records were in an answer of this poll. */
	override looked(conversations: Conversation[], poll: number): void {
		this.client.hear(poll);
		for (const conversation of conversations) {
			const page = this.book.get(conversation);
			this.client.look(conversation);
			if (page) this.lookAt(conversation, page);
			this.client.see(conversation);
		}
	}

	private lookAt(conversation: Conversation, page: Page): void {
		// Its record does not show that anybody touched it later than a second after its creation: this is how it began.
		const isUntouched = this.client.touchedAt(conversation) <= conversation.created + 1000;
		if (!page.wasLookedAt && (page.isFree || isUntouched)) this.book.reset(page, conversation);
		page.wasLookedAt = true;
		const isRemembered = this.client.isRemembered(conversation);
		for (const field of this.book.fields) {
			if (page.looks.has(field)) continue;
			const isVague = this.client.isVague(conversation, page, isRemembered ? page.watchedFrom.get(field)! : page.from);
			page.looks.set(field, { poll: this.client.poll, isVague, value: page.isFree ? this.book.values.now(conversation, field) : undefined });
		}
	}

	/** n8n has saved the state. */
	override saved(): void {
		this.client.saved();
	}

	override forget(): void {
		this.client.forget(this.book.all());
	}

	override created(conversation: Conversation): void {
		this.book.values.created(conversation);
		if (!this.isActive || !this.scope.has(conversation.inbox)) return;
		// Before a Start From that is still to come nothing is demanded until the first look.
		const isBefore = this.scope.verdict(conversation.inbox, conversation.created) === 'before';
		this.book.set(conversation, { ...this.book.newPage(conversation), isFree: isBefore, from: conversation.created, isOld: isBefore });
	}

	override changed(conversation: Conversation, field: WatchedField): void {
		this.book.values.changed(conversation, field);
		const page = this.book.get(conversation);
		if (!page?.since.has(field)) return;
		page.since.get(field)!.push(this.book.values.now(conversation, field));
		this.changedOnes.add(conversation);
	}

	override moved(conversation: Conversation, from: number): void {
		if (!this.scope.has(conversation.inbox) || this.scope.has(from)) return;
		// What the trigger still knows of it from before may be told, or not.
		const page = {
			...this.book.newPage(conversation),
			...this.book.get(conversation),
			isFree: true,
			wasLookedAt: false,
			from: this.helpdesk.now(),
			isOld: false,
		};
		this.book.reset(page, conversation);
		this.book.set(conversation, page);
	}

	override removed(conversation: Conversation): void {
		this.book.delete(conversation);
		this.changedOnes.delete(conversation);
	}

	tell({ items }: Told): void {
		for (const item of items) {
			const { conversation } = this.originOf(item);
			const changes = item.changes as Record<string, { from: unknown; to: unknown }> | undefined;
			if (!conversation || !changes || Object.keys(changes).length === 0) {
				this.findings.add('wrong', `an item without changes: ${JSON.stringify(changes ?? null)}`);
				continue;
			}
			const page = this.book.get(conversation);
			if (page && this.scope.has(conversation.inbox)) this.tellOne(conversation, page, changes);
		}
	}

	private tellOne(conversation: Conversation, page: Page, changes: Record<string, { from: unknown; to: unknown }>): void {
		const name = `conversation ${conversation.number} ${JSON.stringify(changes).slice(0, 120)}`;
		let isChange = false;
		let isVague = true;
		for (const [field, { from, to }] of Object.entries(changes) as Array<[WatchedField, { from: unknown; to: unknown }]>) {
			const known = page.known.get(field);
			const since = page.since.get(field);
			if (!known || !since) {
				this.findings.add('wrong', `${name}: not watched`);
				continue;
			}
			const [was, is] = [canonical(from), canonical(to)];
			const all = [...known, ...since];
			if (!all.includes(is) && this.book.isShown(field)) this.findings.add('wrong', `${name}: ${field} was never so, but ${all.join(' > ')}`);
			if (from !== null && !all.includes(was)) {
				// A real change, but from before the trigger watched the field here.
				const isOld = this.book.values.had(conversation, field, was) && page.isOld && was !== is;
				this.findings.add(isOld ? 'before' : 'wrong', `${name}: ${field} was not that before, but ${all.join(' > ')}`);
				isChange ||= isOld;
			}
			if (from !== null && was === is) this.findings.add('wrong', `${name}: ${field} is as it was`);
			if (from !== null) isVague = false;
			if (since.length > 0 || known.length > 1) isChange = true;
			page.known.set(field, [is]);
			page.since.set(field, all.slice(all.lastIndexOf(is) + 1));
		}
		if (!isChange && !page.isFree) {
			this.findings.updated.without += 1;
			if (
				isVague &&
				(this.client.isForgotten(conversation, page, { inboxes: this.scope.inboxes, fields: this.book.fields }) ||
					[...page.looks.values()].some((look) => look.isVague))
			)
				this.findings.updated.unknowable += 1;
			else this.findings.add('without', `${name}: nothing changed; seen before: ${this.client.isRemembered(conversation)}`);
		}
		for (const look of page.looks.values()) {
			look.isVague = false;
			look.value = undefined;
		}
		page.isFree = false;
		page.waited = 0;
		page.toldAt = this.helpdesk.now();
	}

	override afterPoll(maxEvents: number): void {
		const waiting = this.pending();
		const rest = Math.ceil(waiting.length / maxEvents);
		for (const [conversation, page] of waiting) {
			page.waited += 1;
			const size = this.helpdesk.inbox(conversation.inbox)!.size;
			if (page.waited === longest(size) + 2 * rest) this.findings.add('late', this.book.describe(conversation, page));
		}
	}

	open(): string[] {
		return this.pending().map(([conversation, page]) => this.book.describe(conversation, page));
	}

	private pending(): Array<[Conversation, Page]> {
		if (!this.isActive) return [];
		return [...this.changedOnes]
			.map((conversation): [Conversation, Page] => [conversation, this.book.get(conversation)!])
			.filter(([conversation, page]) => this.isOpen(conversation, page));
	}

	private isOpen(conversation: Conversation, page: Page): boolean {
		return this.scope.has(conversation.inbox) && this.book.isOpen(conversation, page);
	}

	/** Baseline of an activation, and anew: where it is not the first, what was pending may be told or not. */
	private baseline(conversation: Conversation, { began, startFrom }: Begun, before?: Page): void {
		const page = this.book.newPage(conversation);
		const wasLookedAt = this.client.wasLookedAtSince(conversation, began);
		// New to the trigger still, where no event has told of it.
		const isUntold = [...(before?.looks.values() ?? [])].some(({ isVague }) => isVague);
		// One that came since, and that no look has shown yet, is still new to the trigger: it counts from its creation on.
		const isOld = !before || before.isOld || (this.client.isRemembered(conversation) && !isUntold);
		const since = isOld ? began : conversation.created;
		// What changed while the trigger looked for another event may be told or not.
		const late = conversation.updated > Math.min(began, this.leftAt) - 1000;
		for (const field of this.book.fields) {
			page.watchedFrom.set(field, before?.watchedFrom.get(field) ?? this.client.shownTime);
			if (before?.known.has(field) && before.looks.has(field)) page.looks.set(field, before.looks.get(field)!);
			else if (wasLookedAt) page.looks.set(field, { poll: this.client.poll, isVague: isUntold });
			const old = before?.known.has(field) ? [...before.known.get(field)!, ...before.since.get(field)!] : [];
			page.known.set(field, [...new Set([...old, ...this.book.values.since(conversation, field, since)].reverse())].reverse());
		}
		const isFree =
			late ||
			before?.isFree === true ||
			(startFrom !== undefined && this.scope.hasStartFrom(conversation.inbox) && conversation.updated >= startFrom);
		this.book.set(conversation, { ...page, isFree, toldAt: before?.toldAt ?? 0, from: before?.from ?? this.client.shownTime, isOld });
	}
}
