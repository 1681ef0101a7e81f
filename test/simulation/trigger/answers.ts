import type { IDataObject, IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';

import type { Helpdesk } from './helpdesk';
import type { Contact, Conversation } from './records';
import type { Trouble } from './scenario';

const STATUS = {
	down: 503,
	broken: 500,
	slow: 504,
	missing: 404,
	forbidden: 403,
	inboxDown: 503,
	inboxBroken: 500,
} as const;
const CODES = { hangs: 'ETIMEDOUT', reset: 'ECONNRESET', unreachable: 'ECONNREFUSED' } as const;

/** Delay (ms) of answers in these troubles. In others, answers have no delay. */
export const TAKES: Partial<Record<Trouble, number>> = { slow: 60_000, hangs: 300_000 };

export interface ActiveTrouble {
	trouble: Trouble;
	/** The trouble's end, in ms of the helpdesk's time. */
	until: number;
	/** The only affected inbox; undefined for all. */
	inbox?: number;
}

export interface Served {
	/** The inbox of a page; undefined for contacts and single records. */
	inbox?: number;
	/** 0 for no answer, or an answer that is not JSON. */
	status: number;
	conversations?: Conversation[];
	contacts?: Contact[];
}

interface Reply extends Served {
	body: unknown;
	headers?: Record<string, string>;
}

/** Maximum records of a page, and requests per minute (contract, Limits). */
const MAX_PER_PAGE = 100;
const LIMIT = 300;

/** Answers requests in the world's forms, unless a trouble is active. */
export class Answers {
	troubles: ActiveTrouble[] = [];
	private minute = 0;
	private count = 0;

	constructor(private readonly helpdesk: Helpdesk) {}

	trouble(url: string): ActiveTrouble | undefined {
		const now = this.helpdesk.now();
		this.troubles = this.troubles.filter(({ until }) => until > now);
		const inbox = this.inboxOf(url);
		return this.troubles.find((each) => each.inbox === undefined || each.inbox === inbox);
	}

	/** Answers a request. If there is no answer, throws an error like n8n's helper. */
	answer(options: IHttpRequestOptions, active: ActiveTrouble | undefined, heard: (served: Served) => void) {
		const inbox = this.inboxOf(options.url);
		const trouble = active?.trouble;
		if (trouble && trouble in CODES) {
			heard({ inbox, status: 0 });
			throw Object.assign(new Error(`connect ${trouble}`), { code: CODES[trouble as keyof typeof CODES] });
		}
		const { body, headers, ...served } = this.limited() ?? (active ? this.troubled(active) : this.reply(options));
		heard({ inbox, ...served, status: typeof body === 'string' ? 0 : served.status });
		const rate =
			this.helpdesk.world.rateHeaders === 'always' && served.status < 500 ? rateHeaders(LIMIT - this.count) : {};
		const date = { Date: new Date(this.helpdesk.now()).toUTCString() };
		return {
			statusCode: served.status,
			body,
			headers: { ...rate, ...date, ...headers },
		} as unknown as IN8nHttpFullResponse;
	}

	private limited(): Reply | undefined {
		const minute = Math.floor(this.helpdesk.now() / 60_000);
		if (minute !== this.minute) this.count = 0;
		this.minute = minute;
		return (this.count += 1) <= LIMIT ? undefined : this.throttled((minute + 1) * 60_000);
	}

	private throttled(until: number): Reply {
		const retryAfter = String(Math.ceil(Math.min(60_000, until - this.helpdesk.now()) / 1000));
		return {
			status: 429,
			body: { message: 'Too Many Attempts.' },
			headers: { 'Retry-After': retryAfter, ...rateHeaders(0) },
		};
	}

	private troubled({ trouble, until }: ActiveTrouble): Reply {
		if (trouble === 'throttled') return this.throttled(until);
		if (trouble === 'webPage') return { status: 200, body: '<html><body>Back soon</body></html>' };
		return { status: STATUS[trouble as keyof typeof STATUS], body: { message: 'Server Error' } };
	}

	private reply({ url, body }: IHttpRequestOptions): Reply {
		const { helpdesk } = this;
		const { world, records } = helpdesk;
		const { pathname, searchParams } = new URL(url);
		const [, kind, id = '', of] = pathname.replace(/^\/v1/, '').split('/');
		const inbox = this.inboxOf(url);
		if (kind === 'me') return { status: 200, body: { data: { id: 'user_1' } } };
		if (kind === 'contacts') {
			const { items, ...page } = pageOf(
				helpdesk.contacts.at(helpdesk.now()),
				searchParams.get('page'),
				searchParams.get('per_page'),
			);
			return {
				status: 200,
				body: { data: items.map((item) => records.contact(item)), ...page },
				contacts: items,
			};
		}
		const listing = inbox === undefined ? undefined : helpdesk.inbox(inbox);
		if (listing) {
			const { display } = JSON.parse(String(body)) as { display: IDataObject };
			const { items, ...page } = pageOf(listing.at(helpdesk.now()), display.page, display.per_page);
			return {
				status: 200,
				body: { data: items.map((item) => records.conversation(item)), ...page },
				conversations: items,
			};
		}
		const found = kind === 'conversation' ? helpdesk.byId(decodeURIComponent(id)) : undefined;
		if (!found) return { status: 404, body: { message: 'Not found.' } };
		const record = records.conversation(found);
		const events = of === 'messages' ? records.thread(found) : undefined;
		if (!events)
			return {
				status: 200,
				body: world.singleRecord === 'wrapped' ? { data: record } : record,
				conversations: [],
			};
		return {
			status: 200,
			body: { data: world.messagesForm === 'data' ? events : { ...record, events } },
			conversations: [],
		};
	}

	private inboxOf(url: string): number | undefined {
		const id = /\/inboxes\/([^/?]+)$/.exec(url)?.[1];
		return id === undefined ? undefined : this.helpdesk.records.inboxNumber(id);
	}
}

function rateHeaders(remaining: number) {
	return { 'X-RateLimit-Limit': String(LIMIT), 'X-RateLimit-Remaining': String(Math.max(0, remaining)) };
}

/** Returns a page of a listing in the specification's form. */
function pageOf<T>(all: T[], number: unknown, wanted: unknown) {
	const page = Number(number);
	const perPage = Math.min(Number(wanted), MAX_PER_PAGE);
	const lastPage = Math.max(1, Math.ceil(all.length / perPage));
	const link = (to: number) => (to >= 1 && to <= lastPage ? `https://helpdesk.example/v1?page=${to}` : null);
	return {
		items: all.slice((page - 1) * perPage, page * perPage),
		links: { first: link(1), last: link(lastPage), prev: link(page - 1), next: link(page + 1) },
		meta: { current_page: page, last_page: lastPage, per_page: perPage, total: all.length },
	};
}
