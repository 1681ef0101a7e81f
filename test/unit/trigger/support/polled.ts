import type { IDataObject, IHttpRequestOptions, INode, IPollFunctions } from 'n8n-workflow';

import { createPoll } from '../../../../nodes/HelpdeskTrigger/poll';
import { createTransport } from '../../../../transport/transport';

export interface Asked {
	/** The path below the base URL, without the query. */
	path: string;
	query: URLSearchParams;
	display: { page: number; per_page: number };
	timeout?: number;
}

export interface Answered {
	status?: number;
	body?: unknown;
	headers?: Record<string, string>;
}

export interface Polled {
	parameters: IDataObject;
	mode?: 'trigger' | 'manual';
	staticData?: IDataObject;
	/** n8n's limit for a poll's time, in ms, if it has one. */
	budgetMs?: number;
}

const NODE = { name: 'Trigger', type: 't', typeVersion: 1, id: 'n', position: [0, 0], parameters: {} } as INode;

/** Returns the part of n8n's poll context that the trigger uses. `answer` plays the helpdesk. */
function pollContext(options: Polled, answer: (request: Asked) => Answered | Promise<Answered>) {
	const { parameters, mode = 'trigger', staticData = {}, budgetMs } = options;
	const requests: Asked[] = [];
	const warnings: string[] = [];
	const errors: Error[] = [];
	const sendRequest = async (_type: string, { url, body, timeout }: IHttpRequestOptions) => {
		const { pathname, searchParams: query } = new URL(url);
		const { display } = JSON.parse(String(body ?? '{}')) as Asked;
		const request = { path: pathname.replace('/v1', ''), query, display, timeout };
		requests.push(request);
		// Yields to other work, as a server's answer does.
		await new Promise((resolve) => setImmediate(resolve));
		const { status = 200, body: answered = {}, headers = {} } = await answer(request);
		return { statusCode: status, headers, body: answered };
	};
	const context = {
		getMode: () => mode,
		getActivationMode: () => 'activate',
		getNode: () => NODE,
		getWorkflow: () => ({ id: 'w' }),
		getTimezone: () => 'UTC',
		getWorkflowStaticData: (type: string) => (type === 'node' ? staticData : undefined),
		getNodeParameter: (name: string, fallback: unknown) => parameters[name] ?? fallback,
		getCredentials: async () => await Promise.resolve({ accessToken: 'token', baseUrl: 'http://localhost/v1' }),
		logger: { warn: (text: string) => warnings.push(text) },
		...(budgetMs !== undefined && { getPollBudgetMs: () => budgetMs }),
		__emitError: (error: Error) => errors.push(error),
		helpers: { httpRequestWithAuthentication: sendRequest, httpRequest: sendRequest },
	} as unknown as IPollFunctions;
	return { context, requests, warnings, errors, staticData };
}

/** Returns a clock whose sleeps end at once and move it forward. */
export function movedClock(now = Date.UTC(2026, 2, 2, 9)) {
	const clock = {
		time: now,
		now: () => clock.time,
		sleep: async (ms: number) => {
			clock.time += ms;
			await new Promise<void>((resolve) => setImmediate(resolve));
		},
	};
	return clock;
}

/** Returns a trigger. `answer` plays its helpdesk. */
export function polled(
	options: Polled,
	answer: (request: Asked) => Answered | Promise<Answered>,
	clock = movedClock(),
	on = createPoll(createTransport(clock)),
) {
	const { context, ...seen } = pollContext(options, answer);
	const raw = async () => await on.call(context);
	const poll = async () => (await raw())?.[0] ?? [];
	return {
		...seen,
		clock,
		poll,
		raw,
		outcome: async (): Promise<string | IDataObject[]> =>
			await poll().then(
				(items) => items.map(({ json }) => json),
				(error: Error) => error.message,
			),
	};
}

export function pageOf(
	data: IDataObject[],
	{ page = 1, lastPage = 1, perPage = 100 }: { page?: number; lastPage?: number; perPage?: number } = {},
) {
	return {
		data,
		links: { first: null, last: null, prev: null, next: page < lastPage ? 'http://localhost/v1/next' : null },
		meta: { current_page: page, last_page: lastPage, per_page: perPage, total: data.length },
	};
}

/** Answers by inbox ID, '' for contacts: records, or another answer. */
export type Answers = Record<string, IDataObject[] | Answered | ((request: Asked) => Answered | Promise<Answered>)>;

/** Returns a helpdesk with these answers, which a test can change. */
export function answering(answers: Answers, headers: () => Answered['headers'] = () => undefined) {
	return async (request: Asked): Promise<Answered> => {
		const answer = answers[request.path === '/contacts' ? '' : request.path.replace('/inboxes/', '')] ?? [];
		const answered =
			typeof answer === 'function'
				? await answer(request)
				: Array.isArray(answer)
					? { body: pageOf(answer) }
					: answer;
		return { headers: headers(), ...answered };
	};
}
