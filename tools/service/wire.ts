import axios from 'axios';

import { failureOf } from '../../transport/endings';
import { queryText } from '../../transport/query';
import type { Answer, ApiRequest, AttemptOutcome, Wire } from '../../transport/request';
import type { RequestBudget } from './budget';
import type { PassingAnswer } from './reading';

/** How long an answer is waited for, in ms. */
const TIMEOUT_MS = 30_000;

/** A wire that keeps what it was answered: the transport's errors carry no body. */
export interface ObservedWire {
	wire: Wire;
	/** The answer to the last attempt; null where none came. */
	last: () => Answer | null;
	/** The answers that the transport may ask for again: 429 and 5xx. */
	passing: PassingAnswer[];
}

/**
 * Sends outside n8n. Every attempt takes one of the budget; a redirect is not followed.
 *
 * @param token stays within; nothing that is kept or thrown holds it
 */
export function observedWire(baseUrl: string, token: string, budget: RequestBudget): ObservedWire {
	let last: Answer | null = null;
	const passing: PassingAnswer[] = [];
	const wire: Wire = async (request) => {
		last = null;
		budget.take();
		const outcome = await attempt(baseUrl, token, request);
		if (outcome.kind === 'answer') last = outcome.answer;
		if (last && (last.status === 429 || last.status >= 500)) passing.push(last);
		return outcome;
	};
	return { wire, last: () => last, passing };
}

async function attempt(baseUrl: string, token: string, { method, path, query, body }: ApiRequest): Promise<AttemptOutcome> {
	try {
		const response = await axios.request<unknown>({
			method,
			url: baseUrl + path + queryText(query),
			data: body === undefined ? undefined : JSON.stringify(body),
			headers: {
				authorization: `Bearer ${token}`,
				accept: 'application/json',
				...(body !== undefined && { 'content-type': 'application/json' }),
			},
			timeout: TIMEOUT_MS,
			maxRedirects: 0,
			validateStatus: () => true,
		});
		const headers = Object.entries(response.headers).map(([name, value]) => [
			name.toLowerCase(),
			value === undefined ? undefined : String(value),
		]);
		return {
			kind: 'answer',
			answer: { status: response.status, headers: Object.fromEntries(headers) as Answer['headers'], body: response.data },
		};
	} catch (error) {
		const failure = failureOf(error);
		return failure.kind === 'noAnswer' ? failure : { kind: 'noAnswer', ending: 'notReached', code: '' };
	}
}
