import { ApiError, InputError, PageError } from '../../../transport';

/**
 * A list that cannot be had is an empty one: not every helpdesk offers every list, and an ID can always be
 * entered. Rejects where that would not help: for a token that is not valid, and for what n8n itself refuses.
 */
export async function emptyIfRefused<T>(list: Promise<T[]>): Promise<T[]> {
	return await list.catch((error: unknown) => {
		const refused = error instanceof ApiError || error instanceof PageError || error instanceof InputError;
		if (refused && !isInvalidToken(error)) return [];
		throw error;
	});
}

/** Specification, Authentication: a missing, expired or revoked token gives 401. */
export function isInvalidToken(error: unknown): error is ApiError {
	return error instanceof ApiError && error.status === 401;
}
