import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import {
	ApiError,
	createSend,
	DroppedError,
	InputError,
	n8nWire,
	PageError,
	readCredential,
	type ApiRequest,
	type Clock,
	type Credential,
	type Send,
	type Transport,
	type Wire,
} from '../../../transport';
import type { PageRead, PageRequest, Reply } from '../core/protocol';
import { rules } from '../core/seams';
import { fetchPage, fetchThread } from './pages';
import type { RecentPages } from './recentPages';
import type { Session } from './session';
import type { Sightings } from './unseen';

/** The longest a poll goes on asking for pages, in ms: the next one is due after a minute. */
const MAX_POLL_MS = 50_000;

/** The longest an answer is waited for, in ms, so that a poll that hears nothing ends before the next. */
const MAX_ANSWER_MS = 45_000;

/** An inbox that was asked for so long, in ms, and gave no answer is not to use up the next polls too. */
const HUNG_MS = 15_000;

/** Of so many polls, one waits longer for such an inbox: it may be slow and no more. */
const PATIENT_EVERY = 5;

/** Requests that every poll may make however slow the answers are, so that it always gets on. */
const MIN_REQUESTS = 4;

/** Sends as it should, or once only and with so many ms for the answer. */
export type SendFor = (onlyMs?: number) => Send;

/** The way to the wire: through the queue that all nodes share, before their bulk work. */
export function openSend(
	context: IPollFunctions,
	transport: Transport,
	credential: Credential,
	priority: number,
	watch: (wire: Wire) => Wire = (wire) => wire,
): SendFor {
	const signal = AbortSignal.timeout(budgetOf(context));
	return (onlyMs) => {
		const wire = watch(n8nWire(context, credential, { timeout: onlyMs ?? MAX_ANSWER_MS }));
		return createSend(transport, { wire, credential, priority, signal, onlyOnce: onlyMs !== undefined });
	};
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
	private send?: SendFor;
	/** What the page that is being read has waited for in vain, in ms, and how that ended. */
	private lost?: { error: ApiError; ms: number };
	/** Inboxes that are not asked again in this poll. */
	private readonly passed = new Set<string | undefined>();
	/** One of those that did not answer was waited for longer. */
	private wasPatient = false;

	constructor(private readonly options: ReaderOptions) {}

	/** Sends by this from now on. */
	use(send: SendFor): this {
		this.send = send;
		return this;
	}

	/** The wire, with every request counted, retries too. */
	counted(wire: Wire): Wire {
		return async (request) => {
			if (this.requests >= rules.mostRequests) throw new DroppedError();
			this.requests += 1;
			const { session, clock } = this.options;
			const began = clock.now();
			const outcome = await wire(request);
			const status = outcome.kind === 'answer' ? outcome.answer.status : Infinity;
			if (status < 500 && status !== 429) session.heardAt = clock.now();
			if (status >= 500) this.lost = { error: lostError(request, outcome), ms: (this.lost?.ms ?? 0) + clock.now() - began };
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
		if (this.passed.has(inboxId)) return 'unread';
		this.lost = undefined;
		const size = inboxId === undefined ? session.sizes.contacts : session.sizes.conversations;
		try {
			const load = async () => ({ ...(await this.fetch(request)), heardAt: clock.now() });
			const page = await (shared ? shared.recent.recall(JSON.stringify([shared.account, body, request]), session, load) : load());
			this.pages += 1;
			this.hasTime ||= page.serverTime !== undefined;
			if (conversationId === undefined) this.options.sightings?.look(page.records, inboxId === undefined);
			if (inboxId === undefined) return page;
			this.inboxes.add(inboxId);
			session.missing.delete(inboxId);
			session.hung.delete(inboxId);
			return page;
		} catch (error) {
			if (rules.failedPageCountsAsEmpty) return { records: [], lastPage: 1, perPage: request.perPage };
			if (conversationId === undefined && size.refused(error)) return 'tooLarge';
			// An ID that no address can hold: the conversation is found by the look in turn.
			if (conversationId !== undefined && error instanceof InputError) return 'unread';
			if (conversationId !== undefined && isMissing(error)) return { records: [], lastPage: 1, perPage: 1 };
			return this.failedToRead(error, request);
		}
	}

	/** An inbox that did not answer is asked once, for a short time: the others are to have the rest. */
	private async fetch(request: PageRequest): Promise<PageRead> {
		const { body, session } = this.options;
		const { inboxId = '', isThread } = request;
		// It is asked for again in a minute.
		if (isThread) return await fetchThread(this.send!(HUNG_MS), request);
		if (session.hung.has(inboxId)) {
			const patience = this.patience(inboxId);
			const page = await fetchPage(this.send!(patience), body, request).catch(async (error: unknown): Promise<undefined> => {
				if (this.lost) this.passed.add(inboxId);
				// It waits for its turn and is asked as any.
				if (!isThrottled(error)) return await Promise.reject(error);
			});
			if (page) return page;
		}
		return await fetchPage(this.send!(), body, request);
	}

	/** How long an inbox that did not answer is waited for, in ms: now and then one of them for longer, all of them not for a whole poll. */
	private patience(inboxId: string): number {
		const { hung } = this.options.session;
		const asked = hung.get(inboxId)! + 1;
		const isLong = asked >= PATIENT_EVERY && !this.wasPatient;
		this.wasPatient ||= isLong;
		hung.set(inboxId, isLong ? 0 : asked);
		const share = HUNG_MS / hung.size;
		return isLong ? MAX_ANSWER_MS - HUNG_MS + share : share;
	}

	private failedToRead(error: unknown, { inboxId, isThread }: PageRequest): 'unread' | 'noShare' {
		if (!(error instanceof DroppedError)) this.failure ??= { error, inboxId };
		if (!isThread) this.rememberHung(inboxId);
		if (error instanceof DroppedError || isThrottled(error)) {
			this.isOver = true;
			return 'noShare';
		}
		if (concernsAll(error) || inboxId === undefined || this.options.isNew(inboxId)) throw error;
		if (isMissing(error)) this.miss(inboxId, error);
		this.failed.set(inboxId, error);
		return 'unread';
	}

	/** Not one whose requests waited for their turn: another inbox would wait as long. */
	private rememberHung(inboxId: string | undefined): void {
		const { session, isNew } = this.options;
		if (inboxId === undefined || !this.lost || this.lost.ms < HUNG_MS || isNew(inboxId)) return;
		if (!session.hung.has(inboxId)) session.hung.set(inboxId, 0);
		this.failed.set(inboxId, this.lost.error);
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

/** Without what the answer says: nothing has taken the token out of it. */
function lostError(request: ApiRequest, outcome: ApiError['outcome']): ApiError {
	const silent = outcome.kind === 'answer' ? { ...outcome, answer: { ...outcome.answer, body: '' } } : outcome;
	return new ApiError(request, silent, false, 1);
}

function isThrottled(error: unknown): boolean {
	return error instanceof ApiError && error.status === 429;
}

/** Not found, or not accessible any more: the rest of the helpdesk may well be. */
export function isMissing(error: unknown): error is ApiError {
	return error instanceof ApiError && (error.status === 404 || error.status === 403);
}
