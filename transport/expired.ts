/** A request was not sent, since its time was over before its turn came. No attempt of it can have been applied. */
export class ExpiredError extends Error {
	override readonly name = 'ExpiredError';
}
