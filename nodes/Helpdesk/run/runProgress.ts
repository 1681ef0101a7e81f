import { DateTime } from 'luxon';
import type { IExecutePaginationFunctions, Logger } from 'n8n-workflow';

const SHOW_EVERY_MS = 5_000;

export interface RunState {
	done: number;
	total: number;
	now: number;
	/** Ms since the epoch; undefined if the rate limit allows a request. */
	waitsUntil?: number;
}

/** Pagination functions have sendMessageToUI, which n8n does not declare. */
type Messenger = Partial<{ sendMessageToUI(message: string): void; logger: Logger }>;

export class RunProgress {
	private shownAt?: number;

	show(context: IExecutePaginationFunctions, { done, total, now, waitsUntil }: RunState): void {
		this.shownAt ??= now;
		if (now - this.shownAt < SHOW_EVERY_MS) return;
		this.shownAt = now;
		let text = `${done} of ${total} items done`;
		if (waitsUntil !== undefined && done < total) {
			const until = DateTime.fromMillis(waitsUntil, { zone: context.getTimezone() });
			text += `, waiting for the rate limit until ${until.toFormat('HH:mm:ss')}`;
		}
		const { sendMessageToUI, logger } = context as Messenger;
		sendMessageToUI?.call(context, text);
		logger?.info(`Helpdesk: ${text}`, { executionId: context.getExecutionId(), node: context.getNode().name });
	}
}
