/** A value that the user entered cannot be sent. Thrown before any request. */
export class InputError extends Error {
	/** True if an earlier attempt of the same item was sent. */
	mayHaveBeenApplied = false;

	/** Name of the parameter whose name or address was not found. */
	field?: string;

	/** @param description what to change, in one or two sentences */
	constructor(
		message: string,
		readonly description: string,
	) {
		super(message);
	}
}

/** The request's deadline passed before it got a slot, so it was not sent. */
export class ExpiredError extends Error {}

/** A write of an AI agent's tool left the queue unsent, because nobody waits for its response any more. */
export class LateError extends InputError {
	constructor() {
		super(
			'Nothing was sent: 45 seconds went by before it could be, usually because the rate limit is used up',
			'Try again in a minute.',
		);
	}
}

/** The request was dropped from the queue; an earlier attempt of it may have been applied. */
export class DroppedError extends Error {}

/** An answer is unreadable or incomplete. The text has no values of the answer. */
export class PageError extends Error {
	mayHaveBeenApplied = false;
}

export class UnavailableError extends Error {}

export function isUnsent(error: unknown) {
	return error instanceof InputError || error instanceof ExpiredError || error instanceof DroppedError;
}
