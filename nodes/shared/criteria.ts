import type { IDataObject } from 'n8n-workflow';

import { InputError, isId, isObject, msOf } from '../../transport';
import { lastMessageAt } from './conversation';
import type { Field, Input } from './field';
import { NOBODY, quoted, SPAM } from './names';
import { normal } from './values';

export const DAY_MS = 86_400_000;

export type RecordTest = (record: IDataObject, now: number) => boolean;

/** Undefined if the helpdesk does not show the value. */
type Test = (record: IDataObject, wanted: never, now: number) => boolean | undefined;

const isOneOf = (value: unknown, wanted: string[]) => wanted.map(normal).includes(normal(value));
const ifShown = <T>(value: T | undefined, test: (value: T) => boolean) =>
	value === undefined ? undefined : test(value);

function timeTests(did: 'created' | 'updated', what: string): typeof TESTS {
	const test = (isWanted: (at: number, time: number) => boolean): [string, Test] => [
		what,
		(record, time: string) => ifShown(msOf(record[`${did}_at`]), (at) => isWanted(at, Date.parse(time))),
	];
	const isAfter = test((at, time) => at > time);
	return {
		[`${did}Before`]: test((at, time) => at < time),
		[`${did}After`]: isAfter,
		[`${did}InLastDays`]: isAfter,
	};
}

/** By the name of the filter. Ignores case: the known values may be spelt differently. */
const TESTS: Record<string, [what: string, test: Test]> = {
	statuses: [
		'the status',
		({ status, is_spam: isSpam }, wanted: string[]) =>
			ifShown(
				status,
				() =>
					isOneOf(status, wanted) ||
					(isSpam === true && !isOneOf(status, ['closed']) && isOneOf(SPAM, wanted)),
			),
	],
	priorities: [
		'the priority',
		({ priority }, wanted: string[]) => ifShown(priority, () => isOneOf(priority, wanted)),
	],
	tags: [
		'tags',
		({ tags: given }, wanted: string[]) =>
			ifShown(given, () =>
				wordsOf(given).some((word) => wanted.includes(String(word)) || wanted.includes(normal(word))),
			),
	],
	assignedTo: [
		'the teammate',
		({ assignable_id: id }, wanted: string) =>
			ifShown(id, () => (wanted === NOBODY ? normal(id) === '' : normal(id) === normal(wanted))),
	],
	hasAttachment: ['attachments', ({ has_attachment: has }, wanted: boolean) => ifShown(has, () => has === wanted)],
	inactiveDays: [
		'the last message',
		(record, days: number, now) => ifShown(lastMessageAt(record, now), (at) => at <= now - days * DAY_MS),
	],
	...timeTests('created', 'the time of creation'),
	...timeTests('updated', 'the time of the last change'),
	withCustomFields: [
		'custom fields',
		({ custom_field_values: given }, wanted: IDataObject) => ifShown(given, () => hasCustomFields(given, wanted)),
	],
};

/** Tags may be IDs, names, or objects with both (contract, x-open-facts). */
function wordsOf(given: unknown): unknown[] {
	return [given]
		.flat()
		.flatMap((tag) => (isObject(tag) ? [tag.id, tag.name] : [tag]))
		.filter(isId);
}

/** Sends a single status only, because several have no known meaning (contract, Filter body). */
function sentStatus({ statuses: wanted }: Input): string | undefined {
	const [status, ...others] = (wanted ?? []) as string[];
	return others.length > 0 || isOneOf(status, [SPAM]) ? undefined : status;
}

export function sentConditions(input: Input): IDataObject[] {
	const status = sentStatus(input);
	return status === undefined ? [] : [{ attribute: 'status', comparison: 'eq', values: [{ value: status }] }];
}

/**
 * Returns undefined if every record is wanted.
 *
 * @param isSent the helpdesk filters too
 */
export function recordTest(fields: Field[], input: Input, isSent = false): RecordTest | undefined {
	const isDone = (name: string) => name === 'statuses' && isSent && sentStatus(input) !== undefined;
	const own = fields.filter(({ property: { name } }) => name in TESTS && input[name] !== undefined && !isDone(name));
	if (own.length === 0) return undefined;
	return (record, now) =>
		own.every(({ property }) => {
			const [what, test] = TESTS[property.name]!;
			const meets = test(record, input[property.name] as never, now);
			if (meets !== undefined) return meets;
			const name = quoted(property.displayName);
			throw new InputError(
				`The list of your helpdesk does not show ${what}, so ${name} cannot be compared`,
				`Remove ${name}.`,
			);
		});
}

/** Compares all texts in a value, because its form is not known. */
function hasCustomFields(values: unknown, wanted: IDataObject): boolean {
	return Object.entries(wanted).every(([key, value]) => {
		const texts = isObject(values) && Object.hasOwn(values, key) ? textsIn(values[key]) : [];
		const sought = textsIn(value);
		return sought.length === 0 ? texts.length === 0 : sought.some((text) => texts.includes(text));
	});
}

function textsIn(value: unknown): string[] {
	if (typeof value === 'object') return Object.values(value ?? {}).flatMap(textsIn);
	const text = String(value).trim().toLowerCase();
	return text === '' ? [] : [text];
}
