/** An answer other than success (contract, Errors). */
export class HttpError extends Error {
	constructor(
		readonly status: number,
		message: string,
		readonly extra: Record<string, unknown> = {},
		readonly headers: Record<string, string> = {},
	) {
		super(message);
	}

	get body() {
		return { message: this.message, ...this.extra };
	}
}

export const badRequest = (message: string) => new HttpError(400, message);
export const unauthenticated = () => new HttpError(401, 'Unauthenticated.');
export const forbidden = (message: string) => new HttpError(403, message);
/** The same text for missing records and records of another organization, so that a client cannot distinguish them. */
export const notFound = () => new HttpError(404, 'The requested resource was not found.');
export const methodNotAllowed = (method: string) =>
	new HttpError(405, `The ${method} method is not supported for this route.`);
export const conflict = (message: string) => new HttpError(409, message);
export const invalid = (errors: Record<string, string[]>) =>
	new HttpError(422, 'The given data was invalid.', { errors });
