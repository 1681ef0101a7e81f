import type { IDataObject } from 'n8n-workflow';

import type { Clock, Send } from '../../../transport';
import type { PageRead, PageRequest } from '../core/steps';
import { isMissing, type MissingInboxes } from './inboxes';
import { fetchPage } from './pages';
import type { Reader } from './progress';

/** Requests of one poll at the most, a third of the limit: a long backlog leaves room for the nodes. */
const MOST_REQUESTS = 100;

/** Requests that every poll may make however slow the answers are, so that it always gets on. */
const LEAST_REQUESTS = 4;

export interface ReaderOptions {
	send: Send;
	/** What pages of conversations are asked for with. */
	body: IDataObject;
	clock: Clock;
	/** Of the clock, in ms: from then on nothing more is asked for. */
	deadline: number;
	inboxIds: string[];
	missing: MissingInboxes;
	/** Whether an inbox must be there, because it never was before. */
	isNew(inboxId: string): boolean;
	/** Told of an inbox that disappeared, once. */
	warn(inboxId: string, status: number): void;
}

/** Reads the pages of one poll within its share of requests and time. */
export class PollReader implements Reader {
	/** The inbox that was asked last, for error texts. */
	inboxId?: string;
	private requests = 0;

	constructor(private readonly options: ReaderOptions) {}

	mayRead(): boolean {
		const { clock, deadline } = this.options;
		return this.requests < MOST_REQUESTS && (this.requests < LEAST_REQUESTS || clock.now() < deadline);
	}

	async read(request: PageRequest): Promise<PageRead | 'gone'> {
		const { send, body, missing, inboxIds, isNew, warn } = this.options;
		const { inboxId } = request;
		this.inboxId = inboxId;
		this.requests += 1;
		const page = fetchPage(send, body, request);
		if (inboxId === undefined) return await page;
		const answer = await page.catch((error: unknown) => {
			if (!isMissing(error) || isNew(inboxId)) return Promise.reject(error);
			if (missing.lost(inboxId, inboxIds, error)) warn(inboxId, error.status ?? 0);
			return 'gone' as const;
		});
		if (answer !== 'gone') missing.found(inboxId);
		return answer;
	}
}
