import {
	ApiError,
	backoffMs,
	DroppedError,
	ExpiredError,
	isReading,
	isRetried,
	MAX_ATTEMPTS,
	type Answer,
	type ApiRequest,
	type Hold,
	type Send,
	recordIn,
} from '../../../../transport';
import { requestTo, readThread, Since, Words } from '../../../shared';
import { serially } from '../serially';
import { wasSentByRun } from '../once/lostAnswers';
import type { SendingItem } from '../item';
import { alreadyThere, newerChange, newerMessages, type Obstacle } from './obstacles';
import { NotSent } from './withheld';

/** A read is stale after this time. */
const FRESH_MS = 5_000;

/** Maximum reads before one write. A read is repeated if the write waited too long for a slot. */
const MAX_READINGS = 5;

const MERGED_BEFORE = 'An earlier item of this run has done the same merge';
const SENT_BEFORE = 'An earlier item of this run has sent this text, or may have sent it';

/**
 * Sends a write with Only If Unchanged Since or Not If Already There only if a fresh read allows it. Writes to one
 * conversation run one after the other. Throws {NotSent}.
 */
export async function guards(item: SendingItem, request: ApiRequest, next: Send): Promise<Answer> {
	const { onlyIfUnchangedSince, notIfAlreadyThere, conversationId } = item.input;
	if (isReading(request)) return await next(request);
	const isGuarded = onlyIfUnchangedSince !== undefined || notIfAlreadyThere;
	const guarded = async () => {
		if (!isGuarded) return await next(request);
		return await serially(
			`conversation ${item.credential.origin} ${conversationId as string}`,
			async () => await sendGuarded(item, request, next),
		);
	};
	return item.operation.notice === 'merged' ? await mergedOnce(item, guarded) : await guarded();
}

/** Sends equal merges of a run once: the helpdesk would refuse the second, as if nothing were merged. */
async function mergedOnce({ credential, input, scope }: SendingItem, send: () => Promise<Answer>): Promise<Answer> {
	const others = [...(input.mergeableConversationIds as string[])].sort();
	const key = JSON.stringify([credential.account, input.conversationId, others]);
	const before = scope.merges.get(key);
	if (before) {
		await before;
		throw new NotSent({ reason: MERGED_BEFORE });
	}
	const merge = send();
	scope.merges.set(key, merge);
	return await merge.catch((error: Partial<ApiError>) => {
		if (!error.mayHaveBeenApplied) scope.merges.delete(key);
		throw error;
	});
}

/**
 * Retries a write of unknown outcome only if a new read shows no change. A change may be the write's own, so the first
 * error is thrown.
 */
async function sendGuarded(
	item: SendingItem,
	request: ApiRequest,
	next: Send,
	sent = 1,
	unknownBefore?: ApiError,
): Promise<Answer> {
	return await sendIfClear(item, request, next).catch(async (error: unknown) => {
		if (error instanceof DroppedError) throw error;
		const isUnknown = error instanceof ApiError && !isReading(error.request) && error.outcome.applied === 'maybe';
		if (!isUnknown) throw unknownBefore ?? error;
		const unknown = Object.create(unknownBefore ?? error, {
			attempts: { value: (unknownBefore?.attempts ?? 0) + error.attempts },
		}) as ApiError;
		if (!isRetried(error.outcome, request) || sent === MAX_ATTEMPTS) throw unknown;
		await item.transport.clock.sleep(backoffMs(sent, 1));
		return await sendGuarded(item, request, next, sent + 1, unknown);
	});
}

async function sendIfClear(item: SendingItem, request: ApiRequest, next: Send): Promise<Answer> {
	const readAndSend = async (hold: Hold) => {
		const { readAt, obstacle } = await readObstacle(item, async (read) => await next({ ...read, hold }));
		if (obstacle) throw new NotSent(obstacle);
		return await next({ ...request, hold, sentBy: readAt + FRESH_MS });
	};
	for (let readings = 0; readings < MAX_READINGS; readings += 1) {
		const hold: Hold = {};
		const answer = await readAndSend(hold)
			.catch((error: unknown) => {
				if (error instanceof ExpiredError) return undefined;
				throw error;
			})
			.finally(() => hold.release?.());
		if (answer) return answer;
	}
	const reason = 'The conversation could not be checked in time. Try again.';
	throw new NotSent({ reason });
}

async function readObstacle(item: SendingItem, send: Send): Promise<{ readAt: number; obstacle?: Obstacle }> {
	const { input, operation } = item;
	const { now } = item.transport.clock;
	const { conversationId } = input;
	const since = input.onlyIfUnchangedSince as Since | undefined;
	const words = input.notIfAlreadyThere ? new Words(operation.text!.of(input)) : undefined;
	let readAt = Infinity;
	if (words && wasSentByRun(item, words)) return { readAt, obstacle: { reason: SENT_BEFORE } };
	const timed = async (request: ApiRequest) => {
		const answer = await send(request);
		readAt = Math.min(readAt, now());
		return answer;
	};
	if (since && 'at' in since && operation.watchesChanges) {
		const { body, headers } = await timed(requestTo('getConversation', { conversationId }));
		return { readAt, obstacle: newerChange(recordIn(body), since, Date.parse(headers.date ?? '') || now()) };
	}
	const thread = await readThread(timed, { id: conversationId, now: now() }, true);
	const there = words && alreadyThere(thread, words);
	return { readAt, obstacle: there ?? (since && newerMessages(thread, since, input.messageId)) };
}
