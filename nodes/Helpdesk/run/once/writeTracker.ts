import { ApiError, DroppedError, InputError, isReading, kindOf, PageError, type Send } from '../../../../transport';
import { Written } from '../receipt/written';

/** Keeps track of whether an item has changed something in the helpdesk. */
export class WriteTracker {
	/**
	 * True once the item has written, or has sent a POST of unknown fate: it must not be sent again
	 * (contract, Limits: Idempotency-Key headers are not honored). Other writes of unknown fate may
	 * be: applied twice they change nothing more.
	 */
	mustNotResend = false;

	/** True once a write of the item may have been applied, in this attempt or an earlier one. */
	mayHaveBeenApplied: boolean;

	/** How the last write of unknown fate ended. */
	open?: ApiError;

	/** What it has sent, for its receipt. */
	readonly written: Written;

	/** @param earlier that of the item's attempt before this one: no refusal of this one settles what it left open */
	constructor(earlier?: WriteTracker) {
		this.mayHaveBeenApplied = earlier?.mayHaveBeenApplied ?? false;
		this.open = earlier?.open;
		this.written = new Written(earlier?.written);
	}

	/**
	 * A failure as this item's own: one of a look-up is shared by all items that waited for it, and does not undo what
	 * this one had written before.
	 */
	explain(error: unknown): unknown {
		if (!(error instanceof ApiError || error instanceof PageError || error instanceof InputError)) return error;
		const mayHaveBeenApplied = error.mayHaveBeenApplied || this.mustNotResend || this.mayHaveBeenApplied;
		return Object.create(error, { mayHaveBeenApplied: { value: mayHaveBeenApplied } });
	}

	/** The same way to the wire, kept track of. */
	over(send: Send): Send {
		return async (request) =>
			await send(request).then(
				(answer) => {
					this.mustNotResend ||= !isReading(request);
					return answer;
				},
				(error: unknown) => {
					if (error instanceof ApiError && !isReading(request)) {
						// Of a listing whose pages write, an earlier one may have been applied.
						error.mayHaveBeenApplied ||= this.mayHaveBeenApplied || this.mustNotResend;
						this.mustNotResend ||= error.mayHaveBeenApplied && kindOf(request) === 'once';
						this.mayHaveBeenApplied = error.mayHaveBeenApplied;
						if (error.mayHaveBeenApplied) this.open = error;
					}
					if (error instanceof DroppedError) this.mayHaveBeenApplied ||= error.mayHaveBeenApplied;
					throw error;
				},
			);
	}
}
