import { IDataObject } from 'n8n-workflow';

import { InputError, isId, isObject, msOf } from '../../transport';
import { lastMessageAt } from './conversation';
import { Field, Input } from './field';
import { NOBODY, quoted, SPAM, STATUSES } from './names';
import { normal } from './values';

export const DAY_MS = 86_400_000;

export type RecordTest = (record: IDataObject, now: number) => boolean;

interface Criterion {
	what: string;
	/** The same field in 'Advanced: Filter'. */
	attribute?: string;
	/** Returns undefined if the list lacks the value. */
	valueOf: (record: IDataObject, now: number) => unknown;
	meets: (value: never, wanted: never, now: number, record: IDataObject) => boolean;
}

const isOneOf = (value: unknown, wanted: string[]) => wanted.map(normal).includes(normal(value));

function timeCriteria(did: 'created' | 'updated', what: string): typeof CRITERIA {
	const valueOf = (record: IDataObject) => msOf(record[`${did}_at`]);
	const isAfter = { what, valueOf, meets: (at: number, time: string) => at > Date.parse(time) };
	return {
		[`${did}Before`]: { what, valueOf, meets: (at: number, time: string) => at < Date.parse(time) },
		[`${did}After`]: isAfter,
		[`${did}InLastDays`]: isAfter,
	};
}

/** By name of the filter. Case is ignored, because helpdesks may spell known values differently. */
const CRITERIA: Record<string, Criterion> = {
	statuses: {
		what: 'statuses',
		attribute: 'Status',
		valueOf: ({ status }) => status,
		meets: (status, wanted: string[], _, { is_spam: isSpam }) =>
			isOneOf(status, wanted) || (isSpam === true && !isOneOf(status, ['closed']) && isOneOf(SPAM, wanted)),
	},
	priorities: { what: 'priorities', attribute: 'Priority', valueOf: ({ priority }) => priority, meets: isOneOf },
	tags: {
		what: 'tags',
		attribute: 'Tag',
		valueOf: ({ tags }) => tags,
		meets: (tags, wanted: string[]) =>
			wordsOf(tags).some((word) => wanted.includes(String(word)) || wanted.includes(normal(word))),
	},
	assignedTo: {
		what: 'teammates',
		attribute: 'Assignee',
		valueOf: ({ assignable_id: id }) => id,
		meets: (id, wanted: string) => normal(id) === (wanted === NOBODY ? '' : normal(wanted)),
	},
	hasAttachment: {
		what: 'attachments',
		valueOf: ({ has_attachment: has }) => has ?? undefined,
		meets: (has, wanted) => Boolean(has) === wanted,
	},
	inactiveDays: {
		what: 'last messages',
		valueOf: lastMessageAt,
		meets: (at: number, days: number, now) => at <= now - days * DAY_MS,
	},
	...timeCriteria('created', 'times of creation'),
	...timeCriteria('updated', 'times of the last change'),
	withCustomFields: {
		what: 'custom fields',
		valueOf: ({ custom_field_values: values }) => values,
		meets: hasCustomFields,
	},
};

/** Tags may be IDs, names, or objects with both (contract, x-open-facts). */
function wordsOf(given: unknown): unknown[] {
	return [given]
		.flat()
		.flatMap((tag) => (isObject(tag) ? [tag.id, tag.name] : [tag]))
		.filter(isId);
}

/** Returns undefined for Spam and for several statuses, whose meaning is unknown (contract, Filter body). */
function sentStatus({ statuses: wanted, isTool }: Input) {
	const [status, ...others] = (wanted ?? []) as string[];
	if (others.length > 0 || isOneOf(status, [SPAM])) return undefined;
	// A model may use other capitals.
	return (isTool && STATUSES.find((known) => isOneOf(known, [status!]))) || status;
}

export function sentConditions(input: Input) {
	const status = sentStatus(input);
	return status === undefined ? [] : [{ attribute: 'status', comparison: 'eq', values: [{ value: status }] }];
}

/**
 * Returns a test for records; undefined if no filter is set. The test throws {InputError} if a record lacks the field.
 *
 * @param isSent true if the helpdesk got `sentConditions`
 */
export function recordTest(fields: Field[], input: Input, isSent = false): RecordTest | undefined {
	const isDone = (name: string) => name === 'statuses' && isSent && sentStatus(input) !== undefined;
	const own = fields.filter(
		({ property: { name } }) => name in CRITERIA && input[name] !== undefined && !isDone(name),
	);
	if (own.length === 0) return undefined;
	return (record, now) =>
		own.every(({ property }) => {
			const { what, attribute, valueOf, meets } = CRITERIA[property.name]!;
			const value = valueOf(record, now);
			if (value !== undefined) return meets(value as never, input[property.name] as never, now, record);
			const name = quoted(property.displayName);
			throw new InputError(
				`The list of your helpdesk does not show ${what}, so ${name} cannot be compared`,
				`Remove ${name}.${attribute ? inConditions(attribute) : ''}`,
			);
		});
}

function inConditions(attribute: string) {
	return ` Get Many and the trigger have 'Advanced: Filter' → Conditions → ${attribute}: the helpdesk compares.`;
}

/** Compares all texts in a value, because its form is unknown. */
function hasCustomFields(values: unknown, wanted: IDataObject) {
	return Object.entries(wanted).every(([key, value]) => {
		const texts = isObject(values) && Object.hasOwn(values, key) ? textsIn(values[key]) : [];
		const sought = textsIn(value);
		return sought.length === 0 ? texts.length === 0 : sought.some((text) => texts.includes(text));
	});
}

function textsIn(value: unknown): string[] {
	if (typeof value === 'object') return Object.values(value ?? {}).flatMap(textsIn);
	const text = normal(String(value));
	return text === '' ? [] : [text];
}
