import { isReading, type Answer, type ApiRequest, type Send } from '../../../../transport';
import { hashOf, seen } from '../../../shared';
import { isWrittenOnce } from '../../fields';
import { NotSent } from '../guards/withheld';
import type { SendingItem } from '../item';
import { serially } from '../serially';

const REPEAT_MS = 600_000;

/** Writes of tools in this process, by node and words. */
const written = new Map<string, { at: number; isUnknown: boolean }>();

/** A tool writes a text to a conversation only once in ten minutes, because models repeat themselves. */
export async function unlessRepeated(item: SendingItem, request: ApiRequest, next: Send): Promise<Answer> {
	const { context, operation, input, scope, transport } = item;
	const isCounted = item.isTool && !isReading(request) && isWrittenOnce(operation);
	if (!isCounted || input.allowRepeats === true) return await next(request);
	// `Words` ignores white space and addresses of links. A body may contain a time that differs at each call.
	const words = operation.text?.of(input) ?? (input.message as string | undefined);
	const node = `${context.getWorkflow().id} ${scope.node(context).id} ${item.credential.origin}`;
	const key = hashOf(`${node} ${request.path} ${seen(words ?? JSON.stringify(request.body))}`);
	return await serially(`written ${key}`, async () => {
		const now = () => transport.clock.now();
		for (const [old, { at }] of written) if (at < now() - REPEAT_MS) written.delete(old);
		const before = written.get(key);
		if (before) throw new NotSent({ reason: reasonOf(before.isUnknown, Math.round((now() - before.at) / 60_000)) });
		const answer = await next(request).catch((error: unknown) => {
			if (item.ledger.mustNotResend) written.set(key, { at: now(), isUnknown: true });
			throw error;
		});
		written.set(key, { at: now(), isUnknown: false });
		return answer;
	});
}

function reasonOf(isUnknown: boolean, minutes: number): string {
	const ago = minutes < 1 ? 'less than a minute ago' : `${minutes} minute${minutes === 1 ? '' : 's'} ago`;
	return isUnknown
		? `Skipped: the same was sent ${ago}, and it is not known whether it arrived. Read the conversation's notes.`
		: `Skipped: the same was written ${ago}. Nothing else of this call was done.`;
}
