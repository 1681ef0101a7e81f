import type { IDataObject, IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';

import type { Helpdesk } from './helpdesk';
import type { Contact, Conversation } from './records';

/** What goes wrong for a while. The last four concern single inboxes. */
export const TROUBLES = [
	'throttled',
	'down',
	'broken',
	'slow',
	'hangs',
	'reset',
	'unreachable',
	'webPage',
	'missing',
	'forbidden',
	'inboxDown',
	'inboxBroken',
] as const;
export type Trouble = (typeof TROUBLES)[number];

export interface Weather {
	trouble: Trouble;
	/** The service's time, in ms. */
	until: number;
	inbox?: number;
}

export interface Served {
	/** Which inbox was asked; undefined for contacts and single records. */
	inbox?: number;
	status: number;
	conversations?: Conversation[];
	contacts?: Contact[];
}

interface Reply {
	status: number;
	body: unknown;
	headers?: Record<string, string>;
	served?: Pick<Served, 'conversations' | 'contacts'>;
}

const STATUS = { down: 503, broken: 500, slow: 504, missing: 404, forbidden: 403, inboxDown: 503, inboxBroken: 500 } as const;
const CODES = { hangs: 'ETIMEDOUT', reset: 'ECONNRESET', unreachable: 'ECONNREFUSED' } as const;

/** How long an answer takes in each trouble, in ms; others are answered at once. */
export const TAKES: Partial<Record<Trouble, number>> = { slow: 60_000, hangs: 300_000 };

/** Records of a page at the most (contract, Limits). */
const MAX_PER_PAGE = 100;

/** api.global (contract, Limits). */
const LIMIT = 300;

/** The service's answers to requests, in its world and its weather. */
export class Answers {
	weather: Weather[] = [];
	private minute = 0;
	private count = 0;

	constructor(private readonly helpdesk: Helpdesk) {}

	/** The trouble that a request meets now. */
	trouble(url: string): Weather | undefined {
		const now = this.helpdesk.now();
		this.weather = this.weather.filter(({ until }) => until > now);
		const inbox = this.inboxOf(url);
		return this.weather.find((weather) => weather.inbox === undefined || weather.inbox === inbox);
	}

	/** What a request gets. Throws what n8n's helper throws where there is no answer. */
	answer(options: IHttpRequestOptions, weather: Weather | undefined, heard: (served: Served) => void): IN8nHttpFullResponse {
		const inbox = this.inboxOf(options.url);
		const trouble = weather?.trouble;
		if (trouble && trouble in CODES) {
			heard({ inbox, status: 0 });
			throw Object.assign(new Error(`connect ${trouble}`), { code: CODES[trouble as keyof typeof CODES] });
		}
		const { status, body, headers, served } = this.limited() ?? (weather ? this.troubled(weather) : this.reply(options));
		heard({ inbox, status: typeof body === 'string' ? 0 : status, ...served });
		return {
			statusCode: status,
			body,
			headers: { ...this.rateHeaders(status), ...this.dateHeader(), ...headers },
		} as unknown as IN8nHttpFullResponse;
	}

	private limited(): Reply | undefined {
		const minute = Math.floor(this.helpdesk.now() / 60_000);
		if (minute !== this.minute) this.count = 0;
		this.minute = minute;
		if ((this.count += 1) <= LIMIT) return undefined;
		return this.throttled((minute + 1) * 60_000);
	}

	private throttled(until: number): Reply {
		const retryAfter = String(Math.ceil(Math.min(60_000, until - this.helpdesk.now()) / 1000));
		return { status: 429, body: { message: 'Too Many Attempts.' }, headers: { 'Retry-After': retryAfter, ...this.rate(0) } };
	}

	private troubled({ trouble, until }: Weather): Reply {
		if (trouble === 'throttled') return this.throttled(until);
		if (trouble === 'webPage') return { status: 200, body: '<html><body>Back soon</body></html>' };
		return { status: STATUS[trouble as keyof typeof STATUS], body: { message: 'Server Error' } };
	}

	private reply({ method, url, body }: IHttpRequestOptions): Reply {
		const { pathname, searchParams } = new URL(url);
		const path = pathname.replace(/^\/v1/, '');
		const inbox = this.inboxOf(url);
		if (method === 'POST' && inbox !== undefined) {
			const { display = {} } = JSON.parse(String(body)) as { display?: IDataObject };
			return this.conversations(inbox, Number(display.page ?? 1), Number(display.per_page ?? 20));
		}
		if (path === '/contacts') {
			return this.contacts(Number(searchParams.get('page') ?? 1), Number(searchParams.get('per_page') ?? 15));
		}
		const single = /^\/conversation\/([^/]+)$/.exec(path)?.[1];
		if (single !== undefined) return this.conversation(decodeURIComponent(single));
		const ofThread = /^\/conversation\/([^/]+)\/messages$/.exec(path)?.[1];
		if (ofThread !== undefined) return this.thread(decodeURIComponent(ofThread));
		if (path === '/me') return { status: 200, body: { data: { id: 'user_1' } } };
		return { status: 404, body: { message: 'Not found.' } };
	}

	private conversations(inbox: number, page: number, asked: number): Reply {
		const listing = this.helpdesk.inbox(inbox);
		if (!listing) return { status: 404, body: { message: 'Not found.' } };
		const perPage = Math.min(asked, MAX_PER_PAGE);
		const { items, total } = listing.page(this.helpdesk.now(), page, perPage);
		return {
			...this.page(
				items.map((item) => this.helpdesk.records.conversation(item)),
				total,
				page,
				perPage,
			),
			served: { conversations: items },
		};
	}

	private conversation(id: string): Reply {
		const { world, records } = this.helpdesk;
		const found = this.helpdesk.byId(id);
		if (!found) return { status: 404, body: { message: 'Not found.' } };
		const record = records.conversation(found);
		return { status: 200, body: world.singleRecord === 'wrapped' ? { data: record } : record, served: { conversations: [] } };
	}

	private thread(id: string): Reply {
		const { world, records } = this.helpdesk;
		const found = this.helpdesk.byId(id);
		if (!found) return { status: 404, body: { message: 'Not found.' } };
		const events = records.thread(found);
		const body = world.messagesForm === 'data' ? { data: events } : { data: { ...records.conversation(found), events } };
		return { status: 200, body, served: { conversations: [] } };
	}

	private contacts(page: number, asked: number): Reply {
		const perPage = Math.min(asked, MAX_PER_PAGE);
		const { items, total } = this.helpdesk.contacts.page(this.helpdesk.now(), page, perPage);
		return {
			...this.page(
				items.map((item: Contact) => this.helpdesk.records.contact(item)),
				total,
				page,
				perPage,
			),
			served: { contacts: items },
		};
	}

	private page(data: IDataObject[], total: number, page: number, perPage: number): Reply {
		const from = (page - 1) * perPage;
		const meta = {
			current_page: page,
			from: data.length > 0 ? from + 1 : null,
			last_page: Math.max(1, Math.ceil(total / perPage)),
			path: 'https://helpdesk.example/v1',
			per_page: perPage,
			to: data.length > 0 ? from + data.length : null,
			total,
		};
		const link = (to: number) => `https://helpdesk.example/v1?page=${to}`;
		const last = Math.max(1, Math.ceil(total / perPage));
		const links = { first: link(1), last: link(last), prev: page > 1 ? link(page - 1) : null, next: page < last ? link(page + 1) : null };
		return { status: 200, body: { data, links, meta } };
	}

	private inboxOf(url: string): number | undefined {
		const id = /\/inboxes\/([^/?]+)$/.exec(url)?.[1];
		return id === undefined ? undefined : this.helpdesk.records.inboxNumber(id);
	}

	private rateHeaders(status: number): Record<string, string> {
		return this.helpdesk.world.rateHeaders === 'always' && status < 500 ? this.rate(Math.max(0, LIMIT - this.count)) : {};
	}

	private rate(remaining: number): Record<string, string> {
		return { 'X-RateLimit-Limit': String(LIMIT), 'X-RateLimit-Remaining': String(remaining) };
	}

	private dateHeader(): Record<string, string> {
		return this.helpdesk.world.dateHeader === 'present' ? { Date: new Date(this.helpdesk.now()).toUTCString() } : {};
	}
}
