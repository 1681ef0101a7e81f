import { threadOf, type ThreadRead } from '../../../shared/thread';
import type { Words } from '../text/words';
import type { Obstacle } from './newer';

/**
 * Undefined only if the whole thread is shown with its texts and has no such message.
 *
 * @param now in ms, for answers without a Date header
 */
export function alreadyThere({ rows, isWhole, now: serverNow }: ThreadRead, words: Words, now: number): Obstacle | undefined {
	const { entries } = threadOf(rows, undefined, serverNow ?? now);
	const messages = entries.filter(({ kind }) => kind === 'message' || kind === 'note');
	const same = messages.filter((entry) => entry.writer !== 'customer' && words.areAllOf(entry));
	if (same.some(({ writer }) => writer === 'teammate')) return { reason: 'A message of the team has this text already' };
	const others = messages.filter(({ writer }) => writer !== 'customer');
	const doubts: Array<[boolean, string]> = [
		[words.key === '', 'it has no words.'],
		[messages.length === 0, 'the helpdesk shows no message of it.'],
		[!isWhole, 'the helpdesk may have more messages than it shows.'],
		[same.length > 0, 'a message has this text, and the helpdesk does not show who wrote it.'],
		[
			others.some(({ texts, isClipped }) => isClipped || Object.values(texts).every((text) => !text)),
			'a message is shown without its whole text.',
		],
		[others.some((entry) => words.areAmong(entry)), 'a message of the team has this text among other words.'],
	];
	const doubt = doubts.find(([holds]) => holds)?.[1];
	return doubt === undefined ? undefined : { reason: `Whether the conversation has this text already cannot be told: ${doubt}` };
}
