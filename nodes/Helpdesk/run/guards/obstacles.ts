import { IDataObject } from 'n8n-workflow';

import { msOf } from '../../../../transport';
import { lastMessageIn, Since, isPast, ReadThread, ThreadEntry, Words } from '../../../shared';

/** Why nothing is sent. Contains IDs and times, but no customer's text. */
export interface Obstacle {
	reason: string;
	new_messages?: IDataObject[];
	updated_at?: string;
}

const cannotTell = (why: string): Obstacle => ({
	reason: `The node cannot tell whether the conversation is unchanged: ${why}`,
});

/** Returns undefined only if the thread is whole, and has no message of the team with exactly these words. */
export function alreadyThere({ entries, isWhole }: ReadThread, words: Words): Obstacle | undefined {
	const messages = entries.filter(({ kind }) => kind === 'message' || kind === 'note');
	const others = messages.filter(({ writer }) => writer !== 'customer');
	const same = others.filter((entry) => words.areAllOf(entry));
	if (same.some(({ writer }) => writer === 'teammate'))
		return { reason: 'A message of the team has this text already' };
	const isPart = ({ texts, isClipped }: ThreadEntry) => isClipped || Object.values(texts).every((text) => !text);
	const doubts: Array<[boolean, string]> = [
		[words.key === '', 'it has no words.'],
		[messages.length === 0, 'the helpdesk shows no message of it.'],
		[!isWhole, 'the helpdesk may have more messages.'],
		[same.length > 0, 'a message has this text, and the helpdesk does not show who wrote it.'],
		[others.some(isPart), 'a message is shown without its whole text.'],
		[others.some((entry) => words.areAmong(entry)), 'a message of the team has this text among other words.'],
	];
	const [, doubt] = doubts.find(([holds]) => holds) ?? [];
	return doubt === undefined
		? undefined
		: { reason: `The node cannot tell whether the text is there already: ${doubt}` };
}

/** Returns undefined only if the thread certainly has no newer message, except one with the ID `but`. */
export function newerMessages(
	{ entries, listed, isOrdered, isWhole }: ReadThread,
	since: Since,
	but?: unknown,
): Obstacle | undefined {
	const counts = (entry: ThreadEntry) => entry.kind === 'message' && !entry.ids.some((id) => id === but);
	// A thread without messages is incomplete.
	if (!entries.some(({ kind }) => kind === 'message')) return cannotTell('the helpdesk shows no message of it.');
	if ('id' in since) {
		const known = entries.find(({ ids }) => ids.includes(since.id));
		if (!known) return cannotTell('it has no message with this ID.');
		if (!isOrdered && entries.some((entry) => entry !== known && counts(entry)))
			return cannotTell('its messages show no times.');
		const behind = (order: ThreadEntry[]) => order.slice(order.indexOf(known) + 1).filter(counts);
		const newer = behind(entries);
		if (newer.length === 0 && behind(listed).length > 0)
			return cannotTell('the times of its messages contradict their order.');
		return obstacleOf(newer, isWhole);
	}
	const messages = entries.filter(counts);
	if (messages.some(({ at }) => at === undefined)) return cannotTell('its messages show no times.');
	return obstacleOf(
		messages.filter(({ at }) => at! > since.at),
		isWhole,
	);
}

/** @param newer messages with times */
function obstacleOf(newer: ThreadEntry[], isWhole: boolean): Obstacle | undefined {
	if (newer.length === 0) return isWhole ? undefined : cannotTell('the helpdesk may have more messages.');
	return {
		reason:
			newer.length === 1
				? 'The conversation has a newer message'
				: `The conversation has ${newer.length} newer messages`,
		new_messages: newer.map(({ id = null, at, writer }) => ({
			id,
			created_at: new Date(at!).toISOString(),
			from: writer,
		})),
	};
}

/** Compares the record's latest time with `since`. Ignores messages dated after the server's time (`now`). */
export function newerChange(record: IDataObject, since: { at: number }, now: number): Obstacle | undefined {
	const { last_message_created_at: writtenAt, updated_at: updatedAt } = record;
	const written = [writtenAt, lastMessageIn(record).created_at].flatMap((at) => msOf(at) ?? []);
	const times = [...written.filter((at) => isPast(at, now)), ...[msOf(updatedAt) ?? []].flat()];
	if (times.length === 0) return cannotTell('it does not show when it was changed.');
	const latest = Math.max(...times);
	if (latest <= since.at) return undefined;
	const reason =
		msOf(updatedAt)! > since.at
			? 'The conversation was changed after that'
			: 'The conversation has a newer message';
	return { reason, updated_at: new Date(latest).toISOString() };
}
