/** At most so many requests a check, those that are sent again included. */
export const MAX_REQUESTS = 60;

/** The budget is used up: nothing was sent. */
export class BudgetSpentError extends Error {
	override readonly name = 'BudgetSpentError';
}

/** Counts what goes over the wire, attempt by attempt. */
export class RequestBudget {
	private sent = 0;

	constructor(readonly most = MAX_REQUESTS) {}

	get spent(): number {
		return this.sent;
	}

	get left(): number {
		return this.most - this.sent;
	}

	/** Takes one request. Throws {BudgetSpentError} where none is left. */
	take(): void {
		if (this.left <= 0) throw new BudgetSpentError(`The budget of ${this.most} requests is used up`);
		this.sent += 1;
	}
}
