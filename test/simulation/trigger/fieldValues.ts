import type { IDataObject } from 'n8n-workflow';

import type { Helpdesk } from './helpdesk';
import { FIELDS, type Conversation, type WatchedField } from './records';

/** All values that the fields of conversations ever had, watched or not, in one form, and since when (ms). */
export class FieldValues {
	private readonly ever = new Map<Conversation, Map<WatchedField, Array<{ value: string; since: number }>>>();

	constructor(private readonly helpdesk: Helpdesk) {}

	created(conversation: Conversation): void {
		this.ever.set(conversation, new Map(FIELDS.map((field) => [field, [this.entry(conversation, field)]])));
	}

	changed(conversation: Conversation, field: WatchedField): void {
		this.all(conversation, field).push(this.entry(conversation, field));
	}

	now({ values }: Conversation, field: WatchedField): string {
		return canonical(this.helpdesk.records.shown(field, values));
	}

	/** How it began. */
	first(conversation: Conversation, field: WatchedField): string {
		return this.all(conversation, field)[0]!.value;
	}

	had(conversation: Conversation, field: WatchedField, value: string): boolean {
		return this.all(conversation, field).some((entry) => entry.value === value);
	}

	/** The values that a field has had from a time on, in ms. */
	since(conversation: Conversation, field: WatchedField, from: number): string[] {
		const all = this.all(conversation, field);
		const before = all.filter(({ since }) => since <= from).length;
		return all.slice(Math.max(0, before - 1)).map(({ value }) => value);
	}

	private all(conversation: Conversation, field: WatchedField): Array<{ value: string; since: number }> {
		return this.ever.get(conversation)!.get(field)!;
	}

	private entry(conversation: Conversation, field: WatchedField): { value: string; since: number } {
		return { value: this.now(conversation, field), since: this.helpdesk.now() };
	}
}

/** A value in one form, however the record shows it. */
export function canonical(value: unknown): string {
	if (Array.isArray(value)) return value.map(canonical).sort().join('+') || 'none';
	if (value === null || value === undefined || value === '') return 'none';
	if (typeof value === 'object') return canonical((value as IDataObject).id);
	return String(value as string);
}
