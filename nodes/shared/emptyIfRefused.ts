import { ApiError, InputError, PageError } from '../../transport';

export const NOT_OFFERED = [400, 404, 405, 410, 422, 501];

/** A token may lack the scope (contract, Authentication). */
const REFUSED = [...NOT_OFFERED, 403];

/** Returns an empty list if the helpdesk refuses it: an ID can always be entered. Rejects if the helpdesk could not be asked. */
export async function emptyIfRefused<T>(list: Promise<T[]>, refusals = REFUSED): Promise<T[]> {
	return await list.catch((error: unknown) => {
		const isRefusal = error instanceof ApiError && !error.outcome.isInFront && refusals.includes(error.status ?? 0);
		if (isRefusal || error instanceof PageError || error instanceof InputError) return [];
		throw error;
	});
}
