import { DateTime } from 'luxon';
import type { IExecutePaginationFunctions, Logger } from 'n8n-workflow';

/** Shorter runs show no progress. */
const TELL_EVERY_MS = 5_000;

export interface RunState {
	done: number;
	total: number;
	now: number;
	/** When the rate limit allows the next request, in ms; undefined if it does now. */
	waitsUntil?: number;
}

/** n8n does not declare sendMessageToUI for pagination functions. */
type Teller = Partial<{ sendMessageToUI(message: string): void; logger: Logger }>;

/** Shows counts and times in the browser's console and in n8n's log. */
export class Progress {
	private countToldAt?: number;
	private waitToldAt = -Infinity;

	tell(context: IExecutePaginationFunctions, { done, total, now, waitsUntil }: RunState): void {
		this.countToldAt ??= now;
		const waits = waitsUntil !== undefined && done < total;
		const lastToldAt = waits ? this.waitToldAt : this.countToldAt;
		if (now - lastToldAt < TELL_EVERY_MS) return;
		this.countToldAt = now;
		if (waits) this.waitToldAt = now;
		const count = `${done} of ${total} items done`;
		this.say(context, waits ? `${count}, waiting for the rate limit until ${timeOfDay(waitsUntil, context)}` : count);
	}

	private say(context: IExecutePaginationFunctions, text: string): void {
		const { sendMessageToUI, logger } = context as Teller;
		sendMessageToUI?.call(context, text);
		logger?.info(`Helpdesk: ${text}`, { executionId: context.getExecutionId(), node: context.getNode().name });
	}
}

function timeOfDay(ms: number, context: IExecutePaginationFunctions): string {
	return DateTime.fromMillis(ms, { zone: context.getTimezone() }).toFormat('HH:mm:ss');
}
