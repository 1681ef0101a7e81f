import { ApiError, isReading, ApiRequest, Send } from '../../../../transport';
import { hashOf, readThread, ThreadEntry, Words } from '../../../shared';
import { serially } from '../serially';
import { SendingItem } from '../item';

/** Delays before reads of the thread: a request may arrive after its connection broke. */
const SETTLE_MS = 1_000;
const AGAIN_MS = 5_000;

const MAX_SENT = 3;

/** Equal texts sent within this time (ms) need a message each. */
const COUNTED_MS = 600_000;

/** A write of a text that was applied, or may have been. */
interface Sending {
	at: number;
	run: symbol;
	index: number;
}

const sendings = new Map<string, Sending[]>();

const keyOf = ({ credential, input }: SendingItem, words: Words) =>
	hashOf(`${credential.origin} ${String(input.conversationId)} ${words.key}`);

export function wasSentByRun(item: SendingItem, words: Words) {
	const sent = sendings.get(keyOf(item, words)) ?? [];
	return sent.some(({ run, index }) => run === item.scope.run && index !== item.context.getItemIndex());
}

/** Sends a text. After a lost answer, a new message of the team with exactly the same words counts as success. */
export async function afterLostAnswer(item: SendingItem, request: ApiRequest, next: Send) {
	const { operation, input } = item;
	const words = isReading(request) || !operation.text ? undefined : new Words(operation.text.of(input));
	if (!words?.key) return await next(request);
	// Equal texts are sent one after the other, because their messages are counted.
	return await serially(`words ${keyOf(item, words)}`, () => sendUntilSettled(item, words, request, next));
}

async function sendUntilSettled(item: SendingItem, words: Words, request: ApiRequest, next: Send) {
	let firstAt: number | undefined;
	for (let sent = 1; ; sent += 1) {
		const result = await next(request).catch((error: Error) => error);
		const isError = result instanceof Error;
		if (isError && !(result instanceof ApiError && result.outcome.applied === 'maybe')) throw result;
		if (firstAt === undefined)
			remember(item, words, (firstAt = item.ledger.last?.at ?? item.transport.clock.now()));
		if (!isError) return result;
		let found = await find(item, words, firstAt, SETTLE_MS);
		const sendsAgain = item.input.sendAgainIfMissing && sent < MAX_SENT;
		if (found === 'nothing' && sendsAgain) found = await find(item, words, firstAt, AGAIN_MS);
		if (found === 'nothing' && sendsAgain) continue;
		if (typeof found === 'string') throw result;
		const body = { message: 'The response was lost, and the message was found', message_id: found.id ?? null };
		return { status: 200, headers: {}, body };
	}
}

function remember(item: SendingItem, words: Words, at: number) {
	const key = keyOf(item, words);
	const all = [...(sendings.get(key) ?? []), { at, run: item.scope.run, index: item.context.getItemIndex() }];
	sendings.delete(key);
	sendings.set(key, all);
	for (const [old, sent] of sendings) if (sent.at(-1)!.at < at - COUNTED_MS) sendings.delete(old);
}

/** Returns the sent message; `nothing` if the thread is complete and lacks it; `unclear` in all other cases. */
async function find(
	item: SendingItem,
	words: Words,
	at: number,
	afterMs: number,
): Promise<ThreadEntry | 'nothing' | 'unclear'> {
	const { transport, sends, input, operation } = item;
	await transport.clock.sleep(afterMs);
	const { now } = transport.clock;
	const thread = await readThread(sends.singleAttempt, { id: input.conversationId, now: now() }, true).catch(
		() => undefined,
	);
	if (thread?.serverNow === undefined) return 'unclear';
	const aheadMs = thread.serverNow - now();
	const since = (ms: number) => Math.floor((ms + aheadMs) / 1_000) * 1_000;
	const entries = thread.entries.filter(({ kind }) => kind !== 'event');
	const ofTeam = entries.filter(({ writer }) => writer !== 'customer');
	const counted = sendings.get(keyOf(item, words))!.filter((each) => each.at > at - COUNTED_MS);
	const firstAt = since(Math.min(...counted.map((each) => each.at)));
	const found = ofTeam.filter(
		(entry) =>
			entry.kind === operation.text!.kind &&
			entry.writer === 'teammate' &&
			entry.at! >= firstAt &&
			words.areAllOf(entry),
	);
	if (found.length >= counted.length) return found.at(-1)!;
	// Clocks may differ, so a message with these words may be the sent one, whatever its time.
	const mayBeIt = (entry: ThreadEntry) => (entry.at ?? Infinity) >= since(at) || words.areAmong(entry);
	return thread.isWhole && entries.length > 0 && !ofTeam.some(mayBeIt) ? 'nothing' : 'unclear';
}
