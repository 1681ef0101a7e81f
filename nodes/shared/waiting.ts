import type { IDataObject } from 'n8n-workflow';

import { lastMessageAt, lastWriter, normal } from './lastMessage';
import { openMs, type OpeningHours } from './openingHours';

/** By which rules a customer waits for an answer. */
export interface WaitRules {
	/** Which hours count; absent where all do. */
	hours?: OpeningHours;
	/** Statuses in which nobody waits, in small letters. */
	closed: string[];
	/** Values that stand for a contact as the author of a message. */
	marks: string[];
}

/** Whether nobody waits in a conversation, whoever wrote last: it is closed, snoozed, spam or in the trash. */
export function isSetAside({ status, is_snoozed: isSnoozed, is_spam: isSpam, deleted_at: deletedAt }: IDataObject, { closed }: WaitRules): boolean {
	return isSnoozed === true || isSpam === true || Boolean(deletedAt) || closed.includes(normal(status));
}

/** Since when (ms) a customer waits for an answer, as far as the record alone shows it. */
export function waitsSince(record: IDataObject, rules: WaitRules): number | undefined {
	const waits = !isSetAside(record, rules) && lastWriter(record, rules.marks) === 'customer';
	return waits ? lastMessageAt(record) : undefined;
}

/**
 * What is told of a wait; null where nobody waits.
 *
 * @param since when it began, in ms
 * @param now likewise
 */
export function waitFigures(since: number | undefined, now: number, { hours }: Pick<WaitRules, 'hours'>): IDataObject {
	if (since === undefined) return { waiting_since: null, waiting_minutes: null, waiting_business_minutes: null };
	const minutes = (ms: number) => Math.max(0, Math.floor(ms / 60_000));
	return {
		waiting_since: new Date(since).toISOString(),
		waiting_minutes: minutes(now - since),
		waiting_business_minutes: minutes(hours ? openMs(since, now, hours) : now - since),
	};
}
