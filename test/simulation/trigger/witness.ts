import type { IDataObject } from 'n8n-workflow';

import type { TriggerEvent } from '../../../nodes/HelpdeskTrigger/core/steps';
import type { Conversation, Service } from './service';

/** Keeps book of what a trigger on changes has reported, apart from the trigger. */
export class Witness {
	events = 0;
	readonly overdue: string[] = [];
	readonly repeated: string[] = [];
	readonly wrong: string[] = [];
	/** By id: the status, or the number of the last customer message, that is known to the workflow. */
	private reported = new Map<string, string>();
	private readonly reportedWhenSaved = new Set<string>();
	/** Conversations that were in the trash: what happened to them meanwhile need not be told. */
	private readonly uncertain = new Set<string>();
	private readonly waiting = new Map<string, number>();
	private readonly showing = new Map<string, string>();

	constructor(
		private readonly event: string,
		private readonly service: Service,
	) {}

	/** The trigger has begun: what there is counts as known. */
	begin(): void {
		for (const conversation of this.service.conversations) this.reported.set(conversation.id, this.valueOf(conversation) ?? '');
		this.saved();
	}

	/** A reading that is interrupted goes on in the next poll, so what it showed before counts. */
	shown(records: IDataObject[]): void {
		for (const record of records) {
			const id = record.id as string;
			if (!this.showing.has(id)) this.showing.set(id, this.valueIn(record));
		}
	}

	/** A poll went through. */
	emitted(events: TriggerEvent[]): void {
		this.events += events.length;
		for (const { record, changes } of events) {
			const id = record.id as string;
			const value = this.valueIn(record);
			const from = changes?.status?.from ?? null;
			const before = this.reported.get(id) ?? this.showing.get(id);
			const isCertain = !this.uncertain.has(id);
			// Where the value from before is told, or for a message, there must be something new.
			if (isCertain && this.reported.get(id) === value && (this.event === 'customerMessage' || from !== null)) this.repeated.push(id);
			if (isCertain && from !== null && from !== before) this.wrong.push(`${id} ${String(from)} ${before}`);
			this.reported.set(id, value);
			this.uncertain.delete(id);
		}
		// A new conversation is known as it was first shown; for messages its first one is an event.
		for (const [id, value] of this.showing) {
			const isNew = this.event === 'conversationUpdated' && !this.reported.has(id);
			if (this.uncertain.delete(id) || isNew) this.reported.set(id, value);
		}
		this.showing.clear();
	}

	saved(): void {
		for (const id of this.reported.keys()) this.reportedWhenSaved.add(id);
	}

	/** What was first shown after the last save counts as new again. */
	restarted(): void {
		this.waiting.clear();
		this.showing.clear();
		for (const id of this.reported.keys()) if (!this.reportedWhenSaved.has(id)) this.reported.delete(id);
	}

	/** Counts how many polls each difference has waited: at most two rounds of its inbox, and `more`. */
	check(perPage: number, more: number): void {
		const sizes = new Map<string, number>();
		for (const { inboxId } of this.service.conversations) sizes.set(inboxId, (sizes.get(inboxId) ?? 0) + 1);
		for (const conversation of this.service.conversations) {
			const { id, isTrashed } = conversation;
			const value = this.valueOf(conversation);
			const isKnown = this.event === 'customerMessage' || this.reported.has(id);
			if (isTrashed) this.uncertain.add(id);
			if (this.uncertain.has(id) || value === undefined || !isKnown || this.reported.get(id) === value) {
				this.waiting.delete(id);
				continue;
			}
			const waited = (this.waiting.get(id) ?? 0) + 1;
			this.waiting.set(id, waited);
			// A round moves on by 0.4 of a page at the least.
			if (waited > 2 * Math.ceil(sizes.get(conversation.inboxId)! / (0.4 * perPage)) + more) this.overdue.push(id);
		}
	}

	private valueOf({ status, author, message }: Conversation): string | undefined {
		if (this.event === 'conversationUpdated') return status;
		return author === 'contact' ? String(message) : undefined;
	}

	private valueIn(record: IDataObject): string {
		if (this.event === 'conversationUpdated') return record.status as string;
		return String((record.last_message as IDataObject).id).split('m')[1]!;
	}
}
