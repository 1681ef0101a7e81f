import { IDataObject, IPollFunctions } from 'n8n-workflow';

import {
	ApiError,
	askForPage,
	createSend,
	DroppedError,
	InputError,
	isId,
	n8nHttpClient,
	PageError,
	pageIn,
	readPage,
	AtPage,
	ApiRequest,
	Credential,
	Send,
	Transport,
	HttpClient,
	recordIn,
} from '../../transport';
import { requestTo, lookupOf, RUN_MAX_AGE_MS, readRows } from '../shared';
import { createdAt } from './core/columns';
import { MAX_REQUESTS, OutOfBudget, Single, Source } from './core/plan';

const MAX_POLL_MS = 50_000;

/** Time-outs in ms. The short one is for an inbox that failed in the last poll, or a single conversation. */
const MAX_ANSWER_MS = 45_000;
const SHORT_ANSWER_MS = 15_000;

/** Number of failures after which a poll reads no more conversations of an inbox. */
const MAX_FAILED_SINGLES = 3;

/** Only `patient` retries. `short` has the short time-out. */
type Patience = 'patient' | 'once' | 'short';

/** Page sizes to request. A size that the server refuses is lowered. */
export const newSizes = () => ({ contacts: { most: 100 }, conversations: { most: 100 } });

interface ReaderOptions {
	context: IPollFunctions;
	transport: Transport;
	credential: Credential;
	priority: number;
	sizes: ReturnType<typeof newSizes>;
	/** Returns whether an inbox has no cursor yet. Its failure then ends the poll. */
	isNew?(inboxId: string): boolean;
	slow?: Set<string>;
	patienceWith?(inboxId: string): Patience;
}

/** Reads the helpdesk for one poll, and collects failures. */
export class Reader implements Source {
	body: IDataObject = {};
	/** Time of the last answer, in ms of this machine. */
	heardAt: number;
	/** Failures by inbox; '' is for the whole helpdesk. */
	readonly failed = new Map<string, unknown>();
	readonly answered = new Set<string>();
	/** Failures of single conversations, by inbox. */
	private readonly failures = new Map<string, number>();
	private requests = 0;
	private readonly deadline: number;
	private readonly sends: Record<Patience, Send>;

	constructor(private readonly options: ReaderOptions) {
		const { context, transport, credential, priority } = options;
		this.heardAt = transport.clock.now();
		// Only newer n8n versions have `getPollBudgetMs`.
		const { getPollBudgetMs } = context as Partial<IPollFunctions>;
		const budget = Math.min(MAX_POLL_MS, getPollBudgetMs?.call(context) ?? MAX_POLL_MS);
		this.deadline = this.heardAt + budget;
		const signal = AbortSignal.timeout(budget);
		const sendFor = (timeout: number, attempts?: number) => {
			const client = this.counted(n8nHttpClient(context, credential, { timeout }));
			return createSend(transport, { client, credential, priority, signal, attempts });
		};
		this.sends = {
			patient: sendFor(MAX_ANSWER_MS),
			once: sendFor(MAX_ANSWER_MS, 1),
			short: sendFor(SHORT_ANSWER_MS, 1),
		};
	}

	page(inboxId: string, position: number) {
		const { conversations: size } = this.options.sizes;
		const pageOf = (perPage: number) => Math.floor(position / perPage) + 1;
		return this.orFailed(inboxId, async () => {
			const request = { ...requestTo('filterConversations', { inboxId }), body: this.body };
			const page = await this.list(size, inboxId, request, pageIn.display, pageOf);
			if (page.records.some((record) => createdAt(record) === 0))
				throw new PageError('a conversation came without a time in "created_at"');
			return page;
		});
	}

	contacts = async (page: number) => {
		const request = { ...requestTo('listContacts'), query: { with_orphan: true } };
		const { contacts: size } = this.options.sizes;
		const read = () => this.list(size, '', request, pageIn.contactQuery, () => page);
		return (await this.orFailed('', read))!;
	};

	conversation(id: string | number, inboxId: string) {
		const request = requestTo('getConversation', { conversationId: id });
		return this.single(inboxId, async () => recordIn((await this.sendShort(request)).body));
	}

	thread(id: string | number, inboxId: string) {
		return this.single(inboxId, async () => (await readRows(this.sendShort, id, true)).rows as IDataObject[]);
	}

	get lookup() {
		const { transport, credential } = this.options;
		const send: Send = (request) => this.send(request, 'patient');
		return lookupOf(transport, credential, { send, maxAgeMs: RUN_MAX_AGE_MS });
	}

	private async single<T>(inboxId: string, read: () => Promise<T>): Promise<Single<T>> {
		const failures = this.failures.get(inboxId) ?? 0;
		if (failures >= MAX_FAILED_SINGLES) return undefined;
		return await read().catch((error: unknown): Single<T> => {
			if (error instanceof ApiError && error.status === 404) return 'gone';
			this.failures.set(inboxId, failures + 1);
			return this.noteFailure(error, inboxId);
		});
	}

	private async list(
		size: { most: number },
		inboxId: string,
		request: ApiRequest,
		atPage: AtPage,
		pageOf: (perPage: number) => number,
	) {
		for (;;) {
			const patience = this.options.patienceWith?.(inboxId) ?? 'patient';
			const page = pageOf(size.most);
			const { answer, perPage: asked } = await askForPage(size.most, (perPage) =>
				this.send(atPage(request, page, perPage), patience),
			);
			const read = readPage(answer.body, 'counting', page);
			const { records, lastPage, perPage = asked ?? ((page < lastPage && records.length) || size.most) } = read;
			if (!records.every(({ id }) => isId(id))) throw new PageError('a record came without an ID');
			this.answered.add(inboxId);
			this.options.slow?.delete(inboxId);
			// With another page size, this page has other records, so it is read again.
			const isOther = perPage !== size.most && page > 1;
			size.most = perPage;
			if (!isOther)
				return {
					records,
					end: page * perPage,
					isEnd: page >= lastPage || records.length === 0,
					time: Date.parse(String(answer.headers.date)) || undefined,
				};
		}
	}

	private readonly sendShort: Send = (request) => this.send(request, 'short');

	private async send(request: ApiRequest, patience: Patience) {
		if (this.requests >= MAX_REQUESTS || this.options.transport.clock.now() >= this.deadline)
			throw new OutOfBudget();
		return await this.sends[patience](request);
	}

	private async orFailed<T>(inboxId: string, read: () => Promise<T>): Promise<T | undefined> {
		if (this.failed.has(inboxId)) return undefined;
		return await read().catch((error: unknown) => {
			this.failures.set(inboxId, MAX_FAILED_SINGLES);
			return this.noteFailure(error, inboxId);
		});
	}

	/** Stores the failure of one inbox. Throws a failure that ends the poll. */
	private noteFailure(error: unknown, inboxId: string): undefined {
		if (error instanceof OutOfBudget) throw error;
		if (error instanceof DroppedError || (error instanceof ApiError && error.status === 429)) {
			if (error instanceof ApiError) this.failed.set('', error);
			else if (this.options.transport.clock.now() - this.heardAt >= SHORT_ANSWER_MS)
				this.options.slow?.add(inboxId);
			throw new OutOfBudget();
		}
		this.failed.set(inboxId, error);
		if (concernsAll(error) || inboxId === '' || this.options.isNew?.(inboxId)) throw error;
	}

	private counted(client: HttpClient): HttpClient {
		return async (request) => {
			if (this.requests >= MAX_REQUESTS) throw new DroppedError();
			this.requests += 1;
			const result = await client(request);
			if (result.kind === 'answer' && result.answer.status < 500 && result.answer.status !== 429)
				this.heardAt = this.options.transport.clock.now();
			return result;
		};
	}
}

function concernsAll(error: unknown) {
	if (error instanceof ApiError) return error.status === 401;
	return !(error instanceof PageError || error instanceof InputError);
}
