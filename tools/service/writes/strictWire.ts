import type { AttemptOutcome, Wire } from '../../../transport/request';

/** A write that was not answered by a plain success: it is not sent again. */
export class UnexpectedAnswerError extends Error {
	override readonly name = 'UnexpectedAnswerError';

	/** Undefined where no answer came. */
	readonly status?: number;

	constructor(outcome: AttemptOutcome) {
		super(outcome.kind === 'answer' ? `answered with status ${outcome.answer.status}` : 'got no answer');
		if (outcome.kind === 'answer') this.status = outcome.answer.status;
	}

	/** A refusal comes before anything is done (contract, Errors). */
	get mayHaveBeenApplied(): boolean {
		return this.status === undefined || this.status < 400 || this.status >= 500;
	}
}

/**
 * The wire for trying writes: the first answer is the last word, where the transport would send a PUT, PATCH or DELETE again.
 * Only a 429 stays what it is, since it was certainly not applied.
 *
 * Throws {UnexpectedAnswerError} for all that is neither a success nor a 429.
 */
export function strictWire(wire: Wire): Wire {
	return async (request) => {
		const outcome = await wire(request);
		const { status } = outcome.kind === 'answer' ? outcome.answer : { status: 0 };
		if ((status >= 200 && status < 300) || status === 429) return outcome;
		throw new UnexpectedAnswerError(outcome);
	};
}
