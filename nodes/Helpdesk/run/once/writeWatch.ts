import { ApiError, DroppedError, InputError, isReading, kindOf, PageError, type Send } from '../../../../transport';

/** Watches whether an item has changed something in the helpdesk. */
export class WriteWatch {
	/**
	 * True once the item has written, or has sent a POST of unknown fate: it must not be sent again
	 * (specification, Limits: Idempotency-Key headers are not honored). Other writes of unknown fate may
	 * be: applied twice they change nothing more.
	 */
	stands = false;

	/** True once a write of the item may have been applied, in this try or an earlier one. */
	open: boolean;

	/** @param earlier that of the item's try before this one: no refusal of this one settles what it left open */
	constructor(earlier?: WriteWatch) {
		this.open = earlier?.open ?? false;
	}

	/** A failure beside the requests does not undo what the item had written before it. */
	explain(error: unknown): unknown {
		const isBeside = error instanceof PageError || error instanceof InputError;
		if (isBeside) error.mayHaveBeenApplied = this.stands || this.open;
		return error;
	}

	/** The same way to the wire, watched. */
	over(send: Send): Send {
		return async (request) =>
			await send(request).then(
				(answer) => {
					this.stands ||= !isReading(request);
					return answer;
				},
				(error: unknown) => {
					if (error instanceof ApiError && !isReading(request)) {
						// Of a listing whose pages write, an earlier one may have been applied.
						error.mayHaveBeenApplied ||= this.open || this.stands;
						this.stands ||= error.mayHaveBeenApplied && kindOf(request) === 'once';
						this.open = error.mayHaveBeenApplied;
					}
					if (error instanceof DroppedError) this.open ||= error.mayHaveBeenApplied;
					throw error;
				},
			);
	}
}
