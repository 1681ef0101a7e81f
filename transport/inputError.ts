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
