import { ApiError, isReading, type Send } from '../../../../transport';

/** Watches whether an item has changed something in the helpdesk. */
export class WriteWatch {
	/**
	 * True once the item has written, or has sent a POST of unknown fate: it must not be sent again
	 * (specification, Limits: Idempotency-Key headers are not honored). Other writes of unknown fate may
	 * be: applied twice they change nothing more.
	 */
	stands = false;

	/** The same way to the wire, watched. */
	over(send: Send): Send {
		return async (request) =>
			await send(request).then(
				(answer) => {
					this.stands ||= !isReading(request);
					return answer;
				},
				(error: unknown) => {
					this.stands ||= error instanceof ApiError && error.mayHaveBeenApplied && request.method === 'POST';
					throw error;
				},
			);
	}
}
