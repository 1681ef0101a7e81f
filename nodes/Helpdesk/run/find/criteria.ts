import type { IDataObject } from 'n8n-workflow';

import { InputError, isId, isObject, msOf } from '../../../../transport';
import type { Field, Input } from '../../../shared/field';
import { quoted, NOBODY, SPAM } from '../../../shared/names';
import { lastMessageAt } from '../../../shared/conversation';
import { normal } from '../../../shared/values';
import {
	assignedTo,
	createdAfter,
	createdBefore,
	inactiveDays,
	priorities,
	statuses,
	tags,
	hasCustomFields,
	withCustomFields,
} from '../../fields';

const DAY_MS = 86_400_000;

/** Undefined if the helpdesk does not show the value. */
type Test = (record: IDataObject, wanted: never, now: number) => boolean | undefined;

const isOneOf = (value: unknown, wanted: string[]) => wanted.map(normal).includes(normal(value));
const ifShown = <T>(value: T | undefined, test: (value: T) => boolean) =>
	value === undefined ? undefined : test(value);

/** Ignores case: the known values may be spelt differently. */
const TESTS: Array<[filter: Field, what: string, test: Test]> = [
	[
		statuses,
		'the status',
		({ status, is_spam: isSpam }, wanted: string[]) =>
			ifShown(
				status,
				() =>
					isOneOf(status, wanted) ||
					(isSpam === true && !isOneOf(status, ['closed']) && isOneOf(SPAM, wanted)),
			),
	],
	[
		priorities,
		'the priority',
		({ priority }, wanted: string[]) => ifShown(priority, () => isOneOf(priority, wanted)),
	],
	[
		tags,
		'tags',
		({ tags: given }, wanted: string[]) =>
			ifShown(given, () =>
				wordsOf(given).some((word) => wanted.includes(String(word)) || wanted.includes(normal(word))),
			),
	],
	[
		assignedTo,
		'the teammate',
		({ assignable_id: id }, wanted: string) =>
			ifShown(id, () => (wanted === NOBODY ? normal(id) === '' : normal(id) === normal(wanted))),
	],
	[
		inactiveDays,
		'the last message',
		(record, days: number, now) => ifShown(lastMessageAt(record, now), (at) => at <= now - days * DAY_MS),
	],
	[
		createdBefore,
		'the time of creation',
		({ created_at: at }, before: string) => ifShown(msOf(at), (ms) => ms < Date.parse(before)),
	],
	[
		createdAfter,
		'the time of creation',
		({ created_at: at }, after: string) => ifShown(msOf(at), (ms) => ms > Date.parse(after)),
	],
	[
		withCustomFields,
		'custom fields',
		({ custom_field_values: given }, wanted: IDataObject) => ifShown(given, () => hasCustomFields(given, wanted)),
	],
];

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

/** Returns undefined if every record is wanted. `isSent`: the helpdesk filters too. */
export function recordTest(input: Input, isSent: boolean): ((record: IDataObject, now: number) => boolean) | undefined {
	const isDone = ({ property }: Field) => property.name === 'statuses' && isSent && sentStatus(input) !== undefined;
	const own = TESTS.filter(([filter]) => input[filter.property.name] !== undefined && !isDone(filter));
	if (own.length === 0) return undefined;
	return (record, now) =>
		own.every(([{ property }, what, test]) => {
			const meets = test(record, input[property.name] as never, now);
			if (meets !== undefined) return meets;
			const name = quoted(property.displayName);
			throw new InputError(
				`The list of your helpdesk does not show ${what}, so ${name} cannot be compared`,
				`Remove ${name}.`,
			);
		});
}
