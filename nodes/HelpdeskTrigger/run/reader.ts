import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import {
	ApiError,
	createSend,
	DroppedError,
	InputError,
	n8nWire,
	PageError,
	readCredential,
	type Clock,
	type Credential,
	type Send,
	type Transport,
	type Wire,
} from '../../../transport';
import type { PageRequest, Reply } from '../core/protocol';
import { rules } from '../core/seams';
import { fetchPage } from './pages';
import type { RecentPages } from './recentPages';
import type { Session } from './session';
import type { Sightings } from './unseen';

/** The longest a poll goes on asking for pages, in ms: the next one is due after a minute. */
const MAX_POLL_MS = 50_000;

/** The longest an answer is waited for, in ms, so that a poll that hears nothing ends before the next. */
const MAX_ANSWER_MS = 45_000;

/** Requests that every poll may make however slow the answers are, so that it always gets on. */
const MIN_REQUESTS = 4;

/** The way to the wire: through the queue that all nodes share, before their bulk work. */
export async function openSend(
	context: IPollFunctions,
	transport: Transport,
	credential: Credential,
	priority: number,
	watch: (wire: Wire) => Wire = (wire) => wire,
): Promise<Send> {
	const wire = watch(n8nWire(context, credential, { timeout: MAX_ANSWER_MS }));
	return createSend(transport, { wire, credential, priority, signal: AbortSignal.timeout(budgetOf(context)) });
}

export async function credentialOf(context: IPollFunctions): Promise<Credential> {
	return readCredential(await context.getCredentials('helpdeskApi'));
}

/** Newer versions of n8n tell how long a poll may take; before they gave none. */
export function budgetOf(context: Partial<Pick<IPollFunctions, 'getPollBudgetMs'>>): number {
	return Math.min(MAX_POLL_MS, context.getPollBudgetMs?.() ?? MAX_POLL_MS);
}

export interface ReaderOptions {
	/** What pages of conversations are asked for with. */
	body: IDataObject;
	clock: Clock;
	/** Of the clock, in ms: from then on nothing more is asked for. */
	deadline: number;
	session: Session;
	/** The pages that other triggers of this n8n read with the same account. */
	shared?: { recent: RecentPages; account: string };
	/** Whether an inbox must answer, because it has no place in the state yet. */
	isNew(inboxId: string): boolean;
	/** What records show. */
	sightings?: Sightings;
	/** Told of an inbox that disappeared, once. */
	warn(inboxId: string, status: number): void;
}

/** Reads the pages of one poll within its share of requests and time, and keeps book of what failed. */
export class PollReader {
	/** Pages that came. */
	pages = 0;
	/** The first failure, and by inbox. */
	failure?: { error: unknown; inboxId?: string };
	readonly failed = new Map<string, unknown>();
	/** Inboxes of which a page came. */
	readonly inboxes = new Set<string>();
	/** An answer told the time by its Date header. */
	hasTime = false;
	private requests = 0;
	private isOver = false;
	private send?: Send;

	constructor(private readonly options: ReaderOptions) {}

	/** Sends by this from now on. */
	use(send: Send): this {
		this.send = send;
		return this;
	}

	/** The wire, with every request counted, retries too. */
	counted(wire: Wire): Wire {
		return async (request) => {
			if (this.requests >= rules.mostRequests) throw new DroppedError();
			this.requests += 1;
			const outcome = await wire(request);
			if (outcome.kind === 'answer' && outcome.answer.status !== 429 && outcome.answer.status < 500)
				this.options.session.heardAt = this.options.clock.now();
			return outcome;
		};
	}

	/** False when this poll has used up its share of time or requests. */
	mayRead(): boolean {
		const { clock, deadline } = this.options;
		return !this.isOver && this.requests < rules.mostRequests && (this.requests < MIN_REQUESTS || clock.now() < deadline);
	}

	/** Throws where the poll cannot go on without this page. */
	async read(request: PageRequest): Promise<Reply> {
		const { body, session, clock, shared } = this.options;
		const { inboxId, conversationId } = request;
		const size = inboxId === undefined ? session.sizes.contacts : session.sizes.conversations;
		try {
			const load = async () => ({ ...(await fetchPage(this.send!, body, request)), heardAt: clock.now() });
			const page = await (shared ? shared.recent.recall(JSON.stringify([shared.account, body, request]), session, load) : load());
			this.pages += 1;
			this.hasTime ||= page.serverTime !== undefined;
			if (conversationId === undefined) this.options.sightings?.look(page.records, inboxId === undefined);
			if (inboxId === undefined) return page;
			this.inboxes.add(inboxId);
			session.missing.delete(inboxId);
			return page;
		} catch (error) {
			if (rules.failedPageCountsAsEmpty) return { records: [], lastPage: 1, perPage: request.perPage };
			if (conversationId === undefined && size.refused(error)) return 'tooLarge';
			// An ID that no address can hold: the conversation is found by the look in turn.
			if (conversationId !== undefined && error instanceof InputError) return 'unread';
			if (conversationId !== undefined && isMissing(error)) return { records: [], lastPage: 1, perPage: 1 };
			return this.failedToRead(error, inboxId);
		}
	}

	private failedToRead(error: unknown, inboxId: string | undefined): 'unread' | 'noShare' {
		const isThrottled = error instanceof ApiError && error.status === 429;
		if (!(error instanceof DroppedError)) this.failure ??= { error, inboxId };
		if (error instanceof DroppedError || isThrottled) {
			this.isOver = true;
			return 'noShare';
		}
		if (concernsAll(error) || inboxId === undefined || this.options.isNew(inboxId)) throw error;
		if (isMissing(error)) this.miss(inboxId, error);
		else this.failed.set(inboxId, error);
		return 'unread';
	}

	private miss(inboxId: string, { status = 0 }: ApiError): void {
		const { session, warn } = this.options;
		if (!session.missing.has(inboxId)) warn(inboxId, status);
		session.missing.add(inboxId);
	}
}

/** Whether a failure is that of the whole helpdesk: one inbox that fails must not silence the others. */
export function concernsAll(error: unknown): boolean {
	return !(error instanceof ApiError || error instanceof PageError) || (error instanceof ApiError && error.status === 401);
}

/** Not found, or not accessible any more: the rest of the helpdesk may well be. */
function isMissing(error: unknown): error is ApiError {
	return error instanceof ApiError && (error.status === 404 || error.status === 403);
}
