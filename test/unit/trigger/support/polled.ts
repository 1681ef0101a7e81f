import type { IDataObject, IHttpRequestOptions, INode, INodeExecutionData, IPollFunctions, WorkflowActivateMode } from 'n8n-workflow';

import { createPoll } from '../../../../nodes/HelpdeskTrigger/poll';
import { createTransport } from '../../../../transport/transport';

/** A request as n8n was handed it. */
export interface Asked {
	/** Below the base URL, without its query. */
	path: string;
	query: URLSearchParams;
	/** Of a page of conversations. */
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
	activation?: WorkflowActivateMode;
	staticData?: IDataObject;
	timezone?: string;
	/** What stands in Options as the user wrote it, where that is an expression. */
	rawOptions?: IDataObject;
	credential?: IDataObject;
	/** How long a poll may take, in ms, where n8n says it. */
	budgetMs?: number;
}

export const NODE = { name: 'Trigger', type: 't', typeVersion: 1, id: 'n', position: [0, 0], parameters: {} } as INode;

/** As much of n8n's poll context as the trigger uses; the helpdesk is a function. */
export function pollContext(options: Polled, answer: (asked: Asked) => Answered | Promise<Answered> = () => ({})) {
	const { parameters, mode = 'trigger', activation = 'activate', staticData = {}, timezone = 'UTC', rawOptions, credential, budgetMs } = options;
	const requests: Asked[] = [];
	const warnings: string[] = [];
	const said: Error[] = [];
	const credentials: string[] = [];
	const request = async (_type: string, { url, body, timeout }: IHttpRequestOptions) => {
		const { pathname, searchParams: query } = new URL(url);
		const { display } = JSON.parse(String(body ?? '{}')) as Asked;
		const asked = { path: pathname.replace('/v1', ''), query, display, timeout };
		requests.push(asked);
		// As an answer of a server does, it lets others have their turn.
		await new Promise((resolve) => setImmediate(resolve));
		const { status = 200, body: answered = {}, headers = {} } = await answer(asked);
		return { statusCode: status, headers, body: answered };
	};
	const context = {
		getMode: () => mode,
		getActivationMode: () => activation,
		getNode: () => NODE,
		getTimezone: () => timezone,
		getWorkflowStaticData: (type: string) => (type === 'node' ? staticData : undefined),
		getNodeParameter: (name: string, fallback: unknown, { rawExpressions }: { rawExpressions?: boolean } = {}) =>
			(rawExpressions && name === 'options' ? (rawOptions ?? parameters[name]) : parameters[name]) ?? fallback,
		getCredentials: async (name: string) => {
			credentials.push(name);
			return await Promise.resolve({ accessToken: 'token', baseUrl: 'http://localhost/v1', ...credential });
		},
		logger: { warn: (text: string) => warnings.push(text) },
		...(budgetMs !== undefined && { getPollBudgetMs: () => budgetMs }),
		__emitError: (error: Error) => said.push(error),
		helpers: { httpRequestWithAuthentication: request, httpRequest: request },
	} as unknown as IPollFunctions;
	return { context, requests, warnings, said, credentials, staticData };
}

/** A clock that waits for nothing: who sleeps moves it on. */
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

/** The trigger on a helpdesk that is a function. */
export function polled(
	options: Polled,
	answer: (asked: Asked) => Answered | Promise<Answered>,
	clock = movedClock(),
	on = createPoll(createTransport(clock)),
) {
	const { context, ...seen } = pollContext(options, answer);
	const raw = async () => await on.call(context);
	const poll = async (): Promise<INodeExecutionData[]> => (await raw())?.[0] ?? [];
	return {
		...seen,
		clock,
		poll,
		/** As n8n is given it. */
		raw,
		/** What a poll brings, or how it fails. */
		came: async (): Promise<string | IDataObject[]> =>
			await poll().then(
				(items) => items.map(({ json }) => json),
				(error: Error) => error.message,
			),
	};
}

/** A page in the form of a listing. */
export function pageOf(data: IDataObject[], { page = 1, lastPage = 1, perPage = 100 }: { page?: number; lastPage?: number; perPage?: number } = {}) {
	return {
		data,
		links: { first: null, last: null, prev: null, next: page < lastPage ? 'http://localhost/v1/next' : null },
		meta: { current_page: page, last_page: lastPage, per_page: perPage, total: data.length },
	};
}

/** What each inbox answers, by its ID, and under '' the list of contacts: records, or an answer of another kind. */
export type Answers = Record<string, IDataObject[] | Answered | ((asked: Asked) => Answered | Promise<Answered>)>;

/** A helpdesk of inboxes that a test changes as it likes. */
export function answering(answers: Answers, headers: () => Answered['headers'] = () => undefined) {
	return async (asked: Asked): Promise<Answered> => {
		const answer = answers[asked.path === '/contacts' ? '' : asked.path.replace('/inboxes/', '')] ?? [];
		const answered = typeof answer === 'function' ? await answer(asked) : Array.isArray(answer) ? { body: pageOf(answer) } : answer;
		return { headers: headers(), ...answered };
	};
}
