import { isReading, ApiRequest, Send } from '../../../../transport';
import { hashOf, OperationId, seen } from '../../../shared';
import { isWrittenOnce } from '../../fields';
import { Operation } from '../../operation';
import { NotSent } from '../guards/withheld';
import { SendingItem } from '../item';
import { serially } from '../serially';

const REPEAT_MS = 600_000;

interface Written {
	at: number;
	isUnknown: boolean;
	/** Conversation of a scheduled reply. Cancel allows the text again. */
	scheduledIn?: string;
}

/** Writes of tools in this process, by node and words. */
const written = new Map<string, Written>();

/** A tool writes a text to a conversation only once in ten minutes, because models repeat themselves. */
export async function unlessRepeated(item: SendingItem, request: ApiRequest, next: Send) {
	const { context, operation, input, transport } = item;
	const conversation = `${item.credential.account} ${String(input.conversationId)}`;
	if (item.isTool && operation.operationId === 'unscheduleReply') {
		const cancelled = await next(request);
		for (const [key, { scheduledIn, isUnknown }] of written)
			if (scheduledIn === conversation && !isUnknown) written.delete(key);
		return cancelled;
	}
	const isCounted = item.isTool && !isReading(request) && isWrittenOnce(operation);
	if (!isCounted || input.allowRepeats === true) return await next(request);
	const isScheduled = operation.operationId === 'scheduleReply';
	// Not `Words`, which ignore addresses of links. Not a scheduled reply's body: its time may be new at each call.
	const words = operation.text?.of(input) ?? (isScheduled ? (input.message as string) : undefined);
	const node = `${context.getWorkflow().id} ${item.node.id} ${item.credential.origin}`;
	const text = seen(words ?? JSON.stringify(request.body ?? null)).normalize('NFC');
	/** For writes of unknown outcome: without the time of a scheduled reply. */
	const unknownKey = hashOf(`${node} ${request.path} ${text}`);
	const { when, scheduledAt, amount, unit, timeOfDay } = input;
	const time = when === 'in' ? [amount, unit, timeOfDay] : [scheduledAt];
	const key = hashOf(`${unknownKey} ${JSON.stringify(time)}`);
	return await serially(`written ${unknownKey}`, async () => {
		const now = () => transport.clock.now();
		for (const [old, { at }] of written) if (at < now() - REPEAT_MS) written.delete(old);
		const before = written.get(key) ?? written.get(unknownKey);
		if (before) {
			const minutes = Math.round((now() - before.at) / 60_000);
			throw new NotSent({ reason: reasonOf(before.isUnknown && lookFor(operation), minutes) });
		}
		const answer = await next(request).catch((error: unknown) => {
			if (item.ledger.mustNotResend) written.set(unknownKey, { at: now(), isUnknown: true });
			throw error;
		});
		const scheduledIn = isScheduled ? conversation : undefined;
		written.set(key, { at: now(), isUnknown: false, scheduledIn });
		return answer;
	});
}

const LISTED = 'List the scheduled replies of the conversation: if';

/** Where a model sees the outcome of a write without a text of its own. */
const WHERE: Partial<Record<OperationId, string>> = {
	scheduleReply: `${LISTED} your text is there, it is done.`,
	sendScheduledReplyNow: `${LISTED} it is no longer there, it was sent.`,
	unscheduleReply: `${LISTED} it is no longer there, it was cancelled or sent.`,
};

export const ASK = 'If it is not, or if you cannot see that, tell a person.';

/** Tells a model where it sees whether its write was applied. */
export function lookFor({ operationId, text }: Operation) {
	if (text) return 'Read the conversation with its notes: if your text is there, it is done.';
	return (operationId && WHERE[operationId]) ?? 'Read the record: if it shows your change, it is done.';
}

function reasonOf(look: string | false, minutes: number) {
	const ago = minutes < 1 ? 'less than a minute ago' : `${minutes} minute${minutes === 1 ? '' : 's'} ago`;
	return look
		? `Skipped: the same was sent ${ago}, and it is not known whether it arrived. ${look} ${ASK}`
		: `Skipped: the same was written ${ago}. Nothing else of this call was done.`;
}
