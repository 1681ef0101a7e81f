import type { IDataObject } from 'n8n-workflow';

import type { RawRequest } from '../../../support/rawServer';

export interface Answer {
	status: number;
	headers: Array<[name: string, value: string]>;
	body: Buffer;
}

/** A customer's words, which must never reach an error. */
export const CUSTOMER_TEXT = 'CUSTOMER-SECRET';

/**
 * The helpdesk behind the raw server, for the operations of the cases. It answers as specified, and counts how often
 * each request was applied.
 */
export class RawHelpdesk {
	/** Number of times a change was applied, by method and path. */
	readonly applied = new Map<string, number>();
	readonly records: IDataObject[];
	readonly file: Buffer;
	private readonly notes = new Map<string, string[]>();

	/**
	 * @param records number of conversations in a listing
	 * @param deletedIsGone whether a second DELETE answers 404
	 */
	constructor(
		records: number,
		private readonly deletedIsGone: boolean,
	) {
		this.records = Array.from({ length: records }, (_, index) => record(`r${index}`));
		this.file = Buffer.from(Array.from({ length: 700 + records }, (_, index) => (index * 7) % 251));
	}

	timesApplied(deed: string): number {
		return this.applied.get(deed) ?? 0;
	}

	apply({ method, path, body }: RawRequest) {
		if (isReading(method, path)) return;
		const deed = `${method} ${path}`;
		this.applied.set(deed, this.timesApplied(deed) + 1);
		const [, conversation, kind] = /^\/v1\/conversation\/([^/]+)\/(note|reply)$/.exec(path) ?? [];
		if (conversation && kind) this.notes.set(conversation, [...(this.notes.get(conversation) ?? []), textIn(body)]);
	}

	/** Returns the answer to a request. Must be called before `apply`. */
	answer({ method, path, body }: RawRequest): Answer {
		const url = new URL(path, 'http://x');
		if (!isReading(method, path)) {
			const gone = method === 'DELETE' && this.deletedIsGone && this.timesApplied(`${method} ${path}`) > 0;
			return gone ? json({ message: 'Not found.' }, 404) : json({ message: 'OK.', subject: CUSTOMER_TEXT });
		}
		if (url.pathname === '/v1/conversations/mine') return json({ data: this.records.slice(0, 5) });
		if (url.pathname.startsWith('/v1/files/'))
			return { status: 200, headers: [['Content-Type', 'image/png']], body: this.file };
		if (url.pathname.endsWith('/messages')) return json({ data: this.messages(url.pathname.split('/').at(-2)!) });
		if (url.pathname.startsWith('/v1/conversation/')) return json(record(url.pathname.split('/').at(-1)!));
		const { display } = (body === '' ? {} : JSON.parse(body)) as { display?: { page?: number; per_page?: number } };
		const page = Number(display?.page ?? url.searchParams.get('page') ?? 1);
		const perPage = Number(display?.per_page ?? url.searchParams.get('per-page') ?? 20);
		const listing = this.page(page, perPage);
		return json(url.pathname === '/v1/search' ? { success: true, data: { conversations: listing } } : listing);
	}

	messages(conversation: string): IDataObject[] {
		const written = this.notes.get(conversation) ?? [];
		return [
			record(`${conversation}-first`),
			...written.map((text, index) => ({ ...record(`${conversation}-n${index}`), text_body: text })),
		];
	}

	private page(page: number, perPage: number): IDataObject {
		const data = this.records.slice((page - 1) * perPage, page * perPage);
		const lastPage = Math.max(1, Math.ceil(this.records.length / perPage));
		const next = page < lastPage ? 'https://next.example/' : null;
		const meta = { current_page: page, last_page: lastPage, per_page: perPage, total: this.records.length };
		return { data, links: { first: null, last: null, prev: null, next }, meta };
	}
}

function isReading(method: string, path: string) {
	return method === 'GET' || /^\/v1\/(inboxes\/[^/]+$|search)/.test(path);
}

export function json(body: unknown, status = 200): Answer {
	return { status, headers: [['Content-Type', 'application/json']], body: Buffer.from(JSON.stringify(body)) };
}

function record(id: string): IDataObject {
	return { id, subject: `${CUSTOMER_TEXT} ${id} ü`, text_body: `${CUSTOMER_TEXT} of ${id}` };
}

function textIn(body: string) {
	const { message } = JSON.parse(body) as { message?: string };
	return message ?? '';
}
