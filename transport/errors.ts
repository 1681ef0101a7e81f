/**
 * Something the user entered cannot be sent. Thrown before any request; the node turns it into n8n's
 * own error with the item's index.
 */
export class InputError extends Error {
	override readonly name = 'InputError';

	/** An earlier try of the same item had been sent. */
	mayHaveBeenApplied = false;

	/**
	 * @param message what is wrong, with the field's name as the editor shows it
	 * @param description what to change, in one or two sentences
	 */
	constructor(
		message: string,
		readonly description: string,
	) {
		super(message);
	}
}

/** A request was not sent, since its time was over before its turn came. No attempt of it can have been applied. */
export class ExpiredError extends Error {
	override readonly name = 'ExpiredError';
}

/** The request was dropped while it waited to be sent. */
export class DroppedError extends Error {
	override readonly name = 'DroppedError';

	/** An attempt before it, which is not retried now, may have been applied. */
	mayHaveBeenApplied = false;
}

/** An answer that cannot be read, or not whole. Its text shows the answer's form, never its content. */
export class PageError extends Error {
	override readonly name = 'PageError';

	/** A write of the same item came before it. */
	mayHaveBeenApplied = false;
}
