import { ApiError, InputError, PageError } from '../../transport';

/**
 * A list that the helpdesk does not give is an empty one: not every helpdesk offers every list or thread, and an ID can
 * always be entered. Rejects where it could not be asked (no connection, a wrong address, a token that is not valid, its own
 * failure), since an empty list would say that there is nothing to choose.
 */
export async function emptyIfRefused<T>(list: Promise<T[]>): Promise<T[]> {
	return await list.catch((error: unknown) => {
		const refused = error instanceof PageError || error instanceof InputError || (error instanceof ApiError && saysNo(error));
		if (refused) return [];
		throw error;
	});
}

/** Contract, Authentication: a missing, expired or revoked token gives 401. A proxy's no, too much and too slow are said in 4xx as well. */
const NO_ANSWER_OF_THE_LIST = [401, 407, 408, 425, 429];

function saysNo({ status = 0 }: ApiError): boolean {
	return (status >= 400 && status < 500 && !NO_ANSWER_OF_THE_LIST.includes(status)) || status === 501;
}
