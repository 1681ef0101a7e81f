import {
	ApiError,
	backoffMs,
	DroppedError,
	ExpiredError,
	isReading,
	isRetried,
	MAX_ATTEMPTS,
	Answer,
	ApiRequest,
	Hold,
	Send,
	recordIn,
} from '../../../../transport';
import { requestTo, readThread, Since, Words } from '../../../shared';
import { serially } from '../serially';
import { wasSentByRun } from '../once/lostAnswers';
import { SendingItem } from '../item';
import { alreadyThere, newerChange, newerMessages, Obstacle } from './obstacles';
import { NotSent } from './withheld';

/** A read is stale after this time. */
const FRESH_MS = 5_000;

/** Maximum reads before one write. If the write waits too long for a slot, the read is repeated. */
const MAX_READINGS = 5;

const MERGED_BEFORE = 'An earlier item of this run has done the same merge';
const SENT_BEFORE = 'An earlier item of this run has sent this text, or may have sent it';

/**
 * Sends a write with Only If Unchanged Since or Not If Already There only if a fresh read allows it. Writes to one
 * conversation run one after the other. Throws {NotSent}.
 */
export function guards(item: SendingItem, request: ApiRequest, next: Send) {
	const { onlyIfUnchangedSince, notIfAlreadyThere, conversationId } = item.input;
	if (isReading(request)) return next(request);
	const isGuarded = onlyIfUnchangedSince !== undefined || notIfAlreadyThere;
	const conversation = `conversation ${item.credential.origin} ${conversationId as string}`;
	const guarded = () => (isGuarded ? serially(conversation, () => sendGuarded(item, request, next)) : next(request));
	return item.operation.notice === 'merged' ? mergedOnce(item, guarded) : guarded();
}

/** Sends equal merges of a run once: the helpdesk would refuse the second, as if nothing were merged. */
async function mergedOnce({ credential, input, scope }: SendingItem, send: () => Promise<Answer>) {
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
async function sendGuarded(item: SendingItem, request: ApiRequest, next: Send) {
	let unknown: ApiError | undefined;
	for (let sent = 1; ; sent += 1) {
		const result = await sendIfClear(item, request, next).catch((error: Error) => error);
		if (!(result instanceof Error)) return result;
		if (result instanceof DroppedError) throw result;
		if (!(result instanceof ApiError) || isReading(result.request) || result.outcome.applied !== 'maybe')
			throw unknown ?? result;
		const attempts = (unknown?.attempts ?? 0) + result.attempts;
		unknown = Object.create(unknown ?? result, { attempts: { value: attempts } }) as ApiError;
		if (!isRetried(result.outcome, request) || sent === MAX_ATTEMPTS) throw unknown;
		await item.transport.clock.sleep(backoffMs(sent, 1));
	}
}

async function sendIfClear(item: SendingItem, request: ApiRequest, next: Send) {
	const readAndSend = async (hold: Hold) => {
		const { readAt, obstacle } = await readObstacle(item, (read) => next({ ...read, hold }));
		if (obstacle) throw new NotSent(obstacle);
		return await next({ ...request, hold, sendBefore: readAt + FRESH_MS });
	};
	for (let readings = 0; readings < MAX_READINGS; readings += 1) {
		// The queue adds `release`.
		const hold: Hold = {};
		const result = await readAndSend(hold)
			.catch((error: Error) => error)
			.finally(() => hold.release?.());
		if (!(result instanceof Error)) return result;
		if (!(result instanceof ExpiredError)) throw result;
	}
	throw new NotSent({ reason: 'The conversation could not be checked in time. Try again.' });
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
