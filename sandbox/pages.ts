import type { Call } from './call';
import { invalid } from './errors';

/** The requested part of a list. */
interface PageRequest {
	page: number;
	perPage: number;
}

type Asking = Pick<Call, 'query' | 'settings' | 'url'>;

/** Returns the page that the general listing parameters ask for (contract, Limits: 20 a page). */
export function askedPage({ query }: Pick<Call, 'query'>): PageRequest {
	const { page = 1, 'per-page': asked = 20 } = query as { page?: number; 'per-page'?: number };
	return { page, perPage: pageSize(asked, 'per-page') };
}

/** Returns a list of few records, whole or in counting pages. */
export function listing<T>(call: Asking, items: readonly T[]) {
	return call.settings.world.wholeLists === 'data' ? { data: items } : countingPage(call, items, askedPage(call));
}

/** Returns the page size to use (contract, Limits: at most 100). */
export function pageSize(asked: number, field: string): number {
	if (asked < 1) throw invalid({ [field]: [`The ${field} field must be at least 1.`] });
	return Math.min(asked, 100);
}

/** Returns a page of the counting paginator. */
export function countingPage<T>(call: Asking, items: readonly T[], request: PageRequest) {
	const lastPage = Math.max(1, Math.ceil(items.length / request.perPage));
	const { data, links, meta } = simplePage(call, items, request);
	const counted = { ...meta, current_page_url: undefined, last_page: lastPage, total: items.length };
	return { data, links: { ...links, last: urlOf(call, lastPage) }, meta: counted };
}

/** Returns a page of the counting paginator with `meta.links`, as filter results have it. */
export function filterPage<T>(call: Asking, items: readonly T[], request: PageRequest) {
	const result = countingPage(call, items, request);
	const { current_page: current, last_page: last } = result.meta;
	const link = (label: string, page: number | null) => ({
		url: page === null ? null : urlOf(call, page),
		label,
		page,
		active: label === String(current),
	});
	const near = Array.from({ length: last }, (_, index) => index + 1).filter(
		(page) => page === 1 || page === last || Math.abs(page - current) <= 3,
	);
	const links = [
		link('&laquo; Previous', current > 1 ? current - 1 : null),
		...near.map((page) => link(String(page), page)),
		link('Next &raquo;', current < last ? current + 1 : null),
	];
	return { ...result, meta: { ...result.meta, links } };
}

/** Returns a page of the simple paginator: no last page, no total (contract, Counting paginator envelope). */
export function simplePage<T>(call: Asking, items: readonly T[], { page, perPage }: PageRequest) {
	if (page < 1) throw invalid({ page: ['The page field must be at least 1.'] });
	const start = (page - 1) * perPage;
	const data = items.slice(start, start + perPage);
	return {
		data,
		links: {
			first: urlOf(call, 1),
			last: null as string | null,
			prev: page > 1 ? urlOf(call, page - 1) : null,
			next: start + perPage < items.length ? urlOf(call, page + 1) : null,
		},
		meta: {
			current_page: page,
			current_page_url: urlOf(call, page),
			from: data.length ? start + 1 : null,
			path: call.url,
			per_page: perPage,
			to: data.length ? start + data.length : null,
		},
	};
}

/** Only the page is in the URL, as in Laravel by default. */
const urlOf = ({ url }: Asking, page: number) => `${url}?page=${page}`;
