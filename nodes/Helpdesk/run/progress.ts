import { DateTime } from 'luxon';
import type { IExecutePaginationFunctions, Logger } from 'n8n-workflow';

/** Between two messages of a kind, in ms; shorter runs tell nothing of their progress. */
const TELL_EVERY_MS = 5_000;

/** Where a run stands. */
export interface RunState {
	done: number;
	total: number;
	/** In ms since the epoch. */
	now: number;
	/** Until when nothing can be sent because of the limit, in ms since the epoch; undefined while something can. */
	waitsUntil?: number;
}

/** What n8n offers beside the node's result; the first is not among the types of a pagination function. */
type Teller = Partial<{ sendMessageToUI(message: string): void; logger: Logger }>;

/**
 * Tells where a long run stands, in the ways that n8n gives a declarative node: the browser's console in
 * runs by hand, and n8n's log at level info. It tells counts and times, nothing of a record.
 */
export class Progress {
	private countToldAt?: number;
	private waitToldAt = -Infinity;

	/** To be called whenever an item is through. */
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
