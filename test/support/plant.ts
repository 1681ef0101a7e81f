import type { Store } from '../../sandbox/store';

interface Planted {
	words: string[];
	fields: Set<string>;
}

/** Fields with IDs, times or numbers. They get no secret. */
const STRUCTURE = /^(id|.*_id|.*_at|organizationId|tagIds|agents|sequence|bytes)$/;

/** Writes a different secret into every text, every key of a custom field, and an extra field of each conversation. */
export function plant(store: Store) {
	const planted: Planted = { words: [], fields: new Set() };
	const secret = (field: string) => {
		const word = `Secret${planted.words.length}x`;
		planted.words.push(word);
		planted.fields.add(field);
		return word;
	};
	const seen = new Set<object>();
	const fill = (value: object) => {
		if (seen.has(value)) return;
		seen.add(value);
		for (const [field, part] of Object.entries(value) as Array<[string, unknown]>) {
			const record = value as Record<string, unknown>;
			if (typeof part === 'object' && part !== null) fill(part);
			else if (typeof part === 'string' && !STRUCTURE.test(field))
				record[field] = secret(Array.isArray(value) ? 'entries of lists' : field);
		}
	};
	for (const records of [
		store.organizations,
		store.inboxes,
		store.tags,
		store.savedReplies,
		store.knowledgeBases,
		store.attachments,
		store.teammates,
		store.contacts,
		store.conversations,
	])
		for (const record of records.values()) fill(record);
	const top = secret('a custom field at the top').toLowerCase();
	planted.words.push(top);
	for (const { record } of store.conversations.values()) {
		record.custom_field_values = { [secret('custom_field_values')]: secret('a value of a custom field') };
		Object.assign(record, { [top]: secret('a custom field at the top'), last_message_by: 'contact' });
	}
	for (const { extra } of store.teammates.values()) extra[secret('extra')] = { [secret('extra')]: true };
	store.version += 1;
	return planted;
}
