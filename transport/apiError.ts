import type { Task } from './errorText';
import type { ApiRequest, Outcome } from './request';

/**
 * A request that did not succeed, with all that an error text needs. It carries no request body and
 * no answer body: those hold what customers wrote.
 */
export class ApiError extends Error {
	override readonly name = 'ApiError';

	/** What the request was for, where that is less than the whole operation. */
	task?: Task;

	constructor(
		readonly request: Pick<ApiRequest, 'method' | 'path'>,
		readonly outcome: Outcome,
		/** The write may have been applied although no success came back. */
		readonly mayHaveBeenApplied: boolean,
		/** How often it was sent. */
		readonly attempts: number,
	) {
		super(outcome.kind === 'answer' ? `HTTP ${outcome.answer.status}` : outcome.code);
	}

	/** HTTP status; undefined when no answer came. */
	get status(): number | undefined {
		return this.outcome.kind === 'answer' ? this.outcome.answer.status : undefined;
	}
}
