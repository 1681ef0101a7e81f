import {
	ApiError,
	backoffMs,
	DroppedError,
	ExpiredError,
	isReading,
	isRetried,
	kindOf,
	MAX_ATTEMPTS,
	recordIn,
	type Answer,
	type ApiRequest,
	type Send,
} from '../../../../transport';
import { requestTo } from '../../../shared/endpoint';
import type { Input } from '../../../shared/field';
import type { Since } from '../../fields/guards';
import type { Call, Output } from '../../operation';
import { inTurn } from '../once/oncePer';
import { SoughtText } from '../once/soughtText';
import { afterOthersOfRun, toldByRun } from '../once/textsOfRun';
import { outputOf } from '../outputs';
import { readThread } from '../../../shared/thread';
import { NotSent } from './heldBack';
import { newerChange, newerMessages, type Obstacle } from './newer';

/** So long what was read counts as the present state, in ms from its answer on: a write that waits longer is read for again. */
const FRESH_MS = 5_000;

/** So often a conversation is read for one write that comes too late each time. */
const MAX_READINGS = 5;

/** So many writes of a helpdesk are read for at a time. */
const LANES = 10;

const SENT_BEFORE = 'An item before this one in the same run has sent this text, or may have';

/** What is looked at before an operation writes. */
export interface Guarded {
	/** The field whose value the operation outputs as `id`. */
	idField: 'conversationId' | 'messageId';
	/** Of a conversation that is changed, its own changes count too; by default only messages do. */
	watchesChanges?: boolean;
	/** What is written, as it is sent, for Not If Already There. */
	textOf?: (input: Input) => string;
}

/**
 * The output with Only If Unchanged Since and Not If Already There: the conversation is read, and the write sent only
 * where it is certain that nothing stands against it. Rejects as `send` does, after a reading that failed nothing was
 * sent, and with {NotSent} where something stands against it.
 */
export function guarded(output: Output, what: Guarded): Output {
	return outputOf(output.form, async (call) => {
		const { onlyIfUnchangedSince, notIfAlreadyThere } = call.input;
		if (onlyIfUnchangedSince === undefined && !notIfAlreadyThere) return await output(call);
		const throughGuard = async (way: Send) => {
			const guardedCall = { ...call, send: way };
			const send = async (request: ApiRequest) =>
				isReading(request) ? await way(request) : await inTurnOf(call, async () => await sendGuarded(guardedCall, what, request));
			return await output({ ...call, send });
		};
		if (!notIfAlreadyThere) return await throughGuard(call.send);
		return await afterOthersOfRun(call, what.textOf!(call.input), throughGuard);
	});
}

/** Writes to one conversation go one after the other: each is to find what the one before it sent. */
const inTurnOf = async <T>({ origin, input: { conversationId } }: Call, task: () => Promise<T>): Promise<T> =>
	await inTurn(`conversation ${origin} ${conversationId as string}`, task);

/** Not many readings before their writes: those that wait behind them for the limit would go out of date. */
let turns = 0;
const inLane = async <T>({ origin }: Call, task: () => Promise<T>): Promise<T> => await inTurn(`lane ${origin} ${(turns += 1) % LANES}`, task);

/**
 * Sends again what may be repeated and of which it is open whether it was applied, after a new look each time. Where that
 * tells anything but that all is clear, the first failure stays: what is new may be its own change.
 */
async function sendGuarded(call: Call, what: Guarded, request: ApiRequest, sent = 1, openBefore?: ApiError): Promise<Answer> {
	return await inLane(call, async () => await sendIfClear(call, what, request)).catch(async (error: unknown) => {
		if (error instanceof DroppedError) throw error;
		const isOpen = error instanceof ApiError && !isReading(error.request) && error.fate.applied === 'maybe';
		if (!isOpen) throw openBefore ?? error;
		const open = Object.create(openBefore ?? error, { attempts: { value: (openBefore?.attempts ?? 0) + error.attempts } }) as ApiError;
		if (!isRetried(error.fate, kindOf(request)) || sent === MAX_ATTEMPTS) throw open;
		await call.sleep(backoffMs(sent, 1));
		return await sendGuarded(call, what, request, sent + 1, open);
	});
}

async function sendIfClear(call: Call, what: Guarded, request: ApiRequest): Promise<Answer> {
	for (let readings = 0; readings < MAX_READINGS; readings += 1) {
		const { readAt, obstacle } = await look(call, what);
		if (obstacle) throw new NotSent(call.input[what.idField] as string, obstacle);
		const answer = await call.send({ ...request, sentBy: readAt + FRESH_MS }).catch((error: unknown) => {
			if (error instanceof ExpiredError) return undefined;
			throw error;
		});
		if (answer) return answer;
	}
	const reason = 'The helpdesk answers too slowly: what was read was out of date before the write could be sent';
	throw new NotSent(call.input[what.idField] as string, { reason });
}

/** Reads what the options ask for: the thread once for both. */
async function look(call: Call, { watchesChanges, textOf, idField }: Guarded): Promise<{ readAt: number; obstacle?: Obstacle }> {
	const { send, input, now } = call;
	const { onlyIfUnchangedSince, notIfAlreadyThere, conversationId } = input;
	const since = onlyIfUnchangedSince as Since | undefined;
	let readAt = Infinity;
	const sought = notIfAlreadyThere ? new SoughtText(textOf!(input)) : undefined;
	if (sought && toldByRun(call, sought) !== 'absent') return { readAt, obstacle: { reason: SENT_BEFORE } };
	const timed = async (request: ApiRequest) => {
		const answer = await send(request);
		readAt = Math.min(readAt, now());
		return answer;
	};
	if (since && 'at' in since && watchesChanges) {
		const { body } = await timed(requestTo('getConversation', { conversationId }));
		return { readAt, obstacle: newerChange(recordIn(body), since) };
	}
	const thread = await readThread(timed, input, true);
	if (sought) {
		const told = sought.toldOf(thread);
		if (told === 'there') return { readAt, obstacle: { reason: 'A message of the conversation begins with this text' } };
		if (told === 'maybe') return { readAt, obstacle: { reason: 'Whether the conversation has this text already cannot be told' } };
	}
	const own = idField === 'messageId' ? (input.messageId as string) : undefined;
	return { readAt, obstacle: since && newerMessages(thread, since, own) };
}
