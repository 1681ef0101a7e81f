import type { IDataObject } from 'n8n-workflow';

import { InputError, isId, isObject, msOf } from '../../../../transport';
import type { Field, Input } from '../../../shared/field';
import { quoted } from '../../../shared/names';
import { lastMessageAt, normal } from '../../../shared/thread';
import { NOBODY, SPAM } from '../../../shared/valuesSeen';
import { assignedTo, createdAfter, createdBefore, inactiveDays, priorities, statuses, tags } from '../../fields/conversationFilters';
import { hasCustomFields } from '../../fields/customFields';
import type { Later } from './listOrder';

const DAY_MS = 86_400_000;

/** Returns whether a record meets a filter; undefined if the helpdesk does not show what is compared. */
type Test = (record: IDataObject, wanted: never, now: number) => boolean | undefined;

const isOneOf = (value: unknown, wanted: string[]) => wanted.map(normal).includes(normal(value));
const ifShown = <T>(value: T | undefined, test: (value: T) => boolean) => (value === undefined ? undefined : test(value));

/** Each filter, what it compares in words, and how. Case makes no difference: the complete sets of values are not shown. */
const TESTS: Array<[filter: Field, what: string, test: Test]> = [
	[
		statuses,
		'the status',
		({ status, is_spam: isSpam }, wanted: string[]) =>
			ifShown(status, () => isOneOf(status, wanted) || (isSpam === true && isOneOf(SPAM, wanted))),
	],
	[priorities, 'the priority', ({ priority }, wanted: string[]) => ifShown(priority, () => isOneOf(priority, wanted))],
	[tags, 'tags', ({ tags: given }, wanted: string[]) => ifShown(given, () => wordsOf(given).some((word) => isOneOf(word, wanted)))],
	[
		assignedTo,
		'the teammate',
		({ assignable_id: id }, wanted: string) => ifShown(id, () => (wanted === NOBODY ? normal(id) === '' : normal(id) === normal(wanted))),
	],
	[inactiveDays, 'the last message', (record, days: number, now) => ifShown(lastMessageAt(record), (at) => at <= now - days * DAY_MS)],
	[createdBefore, 'the time of creation', ({ created_at: at }, before: string) => ifShown(msOf(at), (ms) => ms < Date.parse(before))],
	[createdAfter, 'the time of creation', ({ created_at: at }, after: string) => ifShown(msOf(at), (ms) => ms > Date.parse(after))],
];

/** A tag of a list is an ID, a name, or an object that has both (contract, x-open-facts). */
function wordsOf(given: unknown): unknown[] {
	return [given]
		.flat()
		.flatMap((tag) => (isObject(tag) ? [tag.id, tag.name] : [tag]))
		.filter(isId);
}

/** The status that the helpdesk itself filters by: one alone, since nothing shows what several values mean (contract, Filter body). */
function sentStatus({ statuses: wanted }: Input): string | undefined {
	const [status, ...others] = (wanted ?? []) as string[];
	return others.length > 0 || isOneOf(status, [SPAM]) ? undefined : status;
}

/** The conditions for the helpdesk. */
export function sentConditions(input: Input): IDataObject[] {
	const status = sentStatus(input);
	return status === undefined ? [] : [{ attribute: 'status', comparison: 'eq', values: [{ value: status }] }];
}

/**
 * Returns the test for what comes back.
 *
 * @param isSent the conditions for the helpdesk were sent
 * @returns undefined if every record is wanted. The test throws {InputError} for a record that does not show what is compared.
 */
export function recordTest(input: Input, isSent: boolean): ((record: IDataObject, now: number) => boolean) | undefined {
	const isDone = ({ property }: Field) => property.name === 'statuses' && isSent && sentStatus(input) !== undefined;
	const own = TESTS.filter(([filter]) => input[filter.property.name] !== undefined && !isDone(filter));
	const fields = input.withCustomFields as IDataObject | undefined;
	if (own.length === 0 && !fields) return undefined;
	return (record, now) =>
		own.every(([{ property }, what, test]) => {
			const meets = test(record, input[property.name] as never, now);
			if (meets !== undefined) return meets;
			throw new InputError(
				`The list of your helpdesk does not show ${what}, so ${quoted(property.displayName)} cannot be compared`,
				`Remove ${quoted(property.displayName)} from 'Filters'.`,
			);
		}) &&
		(!fields || hasCustomFields(record, fields));
}

/** Returns whether a time ends the reading, if the records show the order. */
export function mayEnd({ createdBefore, createdAfter, inactiveDays }: Input): boolean {
	return [createdBefore, createdAfter, inactiveDays].some((each) => each !== undefined);
}

/** Returns whether no later record of the list can meet the filters. */
export function isPast(input: Input, { createdUntil, createdSince, writtenSince }: Later, now: number): boolean {
	const {
		createdBefore: before,
		createdAfter: after,
		inactiveDays: days,
	} = input as { createdBefore?: string; createdAfter?: string; inactiveDays?: number };
	return (
		(after !== undefined && createdUntil <= Date.parse(after)) ||
		(before !== undefined && createdSince >= Date.parse(before)) ||
		(days !== undefined && writtenSince > now - days * DAY_MS)
	);
}
