import type { IDataObject } from 'n8n-workflow';

import type { TriggerEvent } from './steps';
import type { Watched } from './watched';
import { WORD_LENGTH, type Words } from './words';

/** How each field that can be watched is read from a record; undefined where the record does not carry it. */
const READERS: Record<string, (record: IDataObject) => unknown> = {
	status: ({ status }) => status,
	priority: ({ priority }) => priority,
	assignee: ({ assignable_id: id }) => id,
	tags: ({ tags }) => (Array.isArray(tags) ? tags.map(tagId).sort() : undefined),
	subject: ({ subject, updated_subject: updated }) => updated || subject,
	other: otherFields,
};

/** Everything that can be watched by name, in the order of a mark. */
export const UPDATE_FIELDS = ['status', 'priority', 'assignee', 'tags', 'subject'];

/** Fields that change without anybody changing the conversation, and those that are watched by name. */
const NOT_OTHER = new Set(['viewer_id', 'viewed_at', 'updated_at', 'last_message', 'contact', 'status', 'priority', 'assignable_id', 'assignable_type', 'tags', 'subject', 'updated_subject']);

/** Stands for a field that the record does not carry: its coming and going is no change. */
const ABSENT = '-'.repeat(WORD_LENGTH);

/** What a customer wrote is never remembered, only its hash. */
const REMEMBERED = new Set(['status', 'priority', 'assignee', 'tags']);

/**
 * Changes of these fields; `any` means all of them and everything else in the record.
 *
 * A conversation that is not remembered counts as changed when its record says that it was updated since it was
 * looked at, unless it was only just created.
 */
export function updatedFields(watchFields: string[]): Watched {
	const names = watchFields.includes('any') ? [...UPDATE_FIELDS, 'other'] : UPDATE_FIELDS.filter((name) => watchFields.includes(name));
	const wordAt = (mark: string, index: number) => mark.slice(index * WORD_LENGTH, (index + 1) * WORD_LENGTH);
	const changed = (before: string, now: string, index: number) => {
		const [was, is] = [wordAt(before, index), wordAt(now, index)];
		return was !== is && was !== ABSENT && is !== ABSENT;
	};
	const mark = (record: IDataObject, words: Words) => names.map((name) => word(record, name, words)).join('');

	return {
		signature: names.join(),
		width: names.length * WORD_LENGTH,
		mark,
		changedAt: ({ latest }) => latest,
		isNews: ({ latest, created }, since, createdSince) => latest >= since && latest > created && created < createdSince,
		differs: (before, now) => names.some((_, index) => changed(before, now, index)),
		changes: (record, before, words) => {
			const now = mark(record, words);
			const changes: NonNullable<TriggerEvent['changes']> = {};
			names.forEach((name, index) => {
				if (before === undefined ? wordAt(now, index) === ABSENT : !changed(before, now, index)) return;
				const from = before === undefined ? null : words.recall(wordAt(before, index));
				changes[name] = { from, to: name === 'other' ? null : (READERS[name]!(record) ?? null) };
			});
			return changes;
		},
	};
}

function word(record: IDataObject, name: string, words: Words): string {
	const value = READERS[name]!(record);
	return value === undefined ? ABSENT : words.learn(value, REMEMBERED.has(name));
}

function tagId(tag: unknown): string {
	const { id } = typeof tag === 'object' && tag !== null ? (tag as IDataObject) : { id: tag };
	return String(id);
}

function otherFields(record: IDataObject): unknown {
	const { contact, last_message: message } = record as { contact?: IDataObject; last_message?: IDataObject };
	const entries = Object.entries(record).filter(([name]) => !NOT_OTHER.has(name));
	return [entries.sort(([a], [b]) => (a < b ? -1 : 1)), contact?.id ?? null, message?.id ?? null];
}
