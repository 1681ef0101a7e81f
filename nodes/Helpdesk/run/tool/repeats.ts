import { isReading, type Answer, type ApiRequest, type Send } from '../../../../transport';
import { hashOf, seen } from '../../../shared';
import { isWrittenOnce } from '../../fields';
import type { Operation } from '../../operation';
import { NotSent } from '../guards/withheld';
import type { SendingItem } from '../item';
import { serially } from '../serially';

const REPEAT_MS = 600_000;

/** Writes of tools in this process, by node and words. */
const written = new Map<string, { at: number; isUnknown: boolean; conversation: string }>();

/** A tool writes a text to a conversation only once in ten minutes, because models repeat themselves. */
export async function unlessRepeated(item: SendingItem, request: ApiRequest, next: Send): Promise<Answer> {
	const { context, operation, input, scope, transport } = item;
	const isCounted = item.isTool && !isReading(request) && isWrittenOnce(operation);
	const conversation = `${item.credential.account} ${String(input.conversationId)}`;
	if (item.isTool && request.method === 'DELETE') forget(conversation);
	if (!isCounted || input.allowRepeats === true) return await next(request);
	// `Words` ignores white space and addresses of links. A body may contain a time that differs at each call.
	const words = operation.text?.of(input) ?? (input.message as string | undefined);
	const node = `${context.getWorkflow().id} ${scope.node(context).id} ${item.credential.origin}`;
	const { when, scheduledAt, amount, unit, timeOfDay } = input;
	const time = when === 'in' ? [amount, unit, timeOfDay] : [scheduledAt];
	const text = seen(words ?? JSON.stringify(request.body)).normalize('NFC');
	const key = hashOf(`${node} ${request.path} ${JSON.stringify(time)} ${text}`);
	return await serially(`written ${key}`, async () => {
		const now = () => transport.clock.now();
		for (const [old, { at }] of written) if (at < now() - REPEAT_MS) written.delete(old);
		const before = written.get(key);
		if (before) {
			const minutes = Math.round((now() - before.at) / 60_000);
			throw new NotSent({ reason: reasonOf(before.isUnknown && lookFor(operation), minutes) });
		}
		const answer = await next(request).catch((error: unknown) => {
			if (item.ledger.mustNotResend) written.set(key, { at: now(), isUnknown: true, conversation });
			throw error;
		});
		written.set(key, { at: now(), isUnknown: false, conversation });
		return answer;
	});
}

/** After a scheduled reply or a draft is deleted, its text may be written again. */
function forget(wanted: string): void {
	for (const [key, { conversation }] of written) if (conversation === wanted) written.delete(key);
}

/** Tells a model where it sees whether its text was written. */
export function lookFor({ text }: Operation): string {
	const where = text ? 'Read the conversation with its notes' : 'Read the conversation and its scheduled replies';
	return `${where}: if your text is there, it is done.`;
}

function reasonOf(look: string | false, minutes: number): string {
	const ago = minutes < 1 ? 'less than a minute ago' : `${minutes} minute${minutes === 1 ? '' : 's'} ago`;
	return look
		? `Skipped: the same was sent ${ago}, and it is not known whether it arrived. ${look}`
		: `Skipped: the same was written ${ago}. Nothing else of this call was done.`;
}
