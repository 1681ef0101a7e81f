import type { World } from '../contract/worlds';
import type { Call } from './call';
import { invalid } from './errors';

/** Which part of a list is asked for. */
export interface PageRequest {
	page: number;
	perPage: number;
}

type Asking = Pick<Call, 'query' | 'settings' | 'url'>;

/** A counting page as the general listing parameters ask for it (contract, Limits: 20 a page). */
export function listing<T>(call: Asking, items: readonly T[]) {
	const { page = 1, 'per-page': asked = 20 } = call.query as { page?: number; 'per-page'?: number };
	return countingPage(call, items, { page, perPage: pageSize(asked, 'per-page', call.settings.world) });
}

/** What a page size may be at most (contract, Limits: 100), and whether a larger one is refused. */
const limits: Record<World['pageSize'], { most: number; refuses?: true }> = {
	upTo100: { most: 100 },
	clamp50: { most: 50 },
	clamp20: { most: 20 },
	refuseOver100: { most: 100, refuses: true },
	refuseOver50: { most: 50, refuses: true },
	refuseOver20: { most: 20, refuses: true },
	obey: { most: Infinity },
};

/** The page size to use for the one asked for. */
export function pageSize(asked: number, field: string, world: World): number {
	const { most, refuses } = limits[world.pageSize];
	if (asked < 1) throw invalid({ [field]: [`The ${field} field must be at least 1.`] });
	if (asked > most && refuses) throw invalid({ [field]: [`The ${field} field must not be greater than ${most}.`] });
	return Math.min(asked, most);
}

/** The counting paginator. */
export function countingPage<T>(call: Asking, items: readonly T[], { page, perPage }: PageRequest) {
	const { world } = call.settings;
	const lastPage = Math.max(world.emptyLastPage === 'zero' ? 0 : 1, Math.ceil(items.length / perPage));
	const link = linkOf(call);
	const { data, from, to } = slice(items, page, perPage);
	return {
		data,
		links: {
			first: link(1),
			last: link(Math.max(1, lastPage)),
			prev: page > 1 ? link(page - 1) : null,
			next: page < lastPage ? link(page + 1) : null,
		},
		meta: numbers(world, { current_page: page, from, last_page: lastPage, path: call.url, per_page: perPage, to, total: items.length }),
	};
}

/** The counting paginator with `meta.links`, as filter results carry it. */
export function filterPage<T>(call: Asking, items: readonly T[], request: PageRequest) {
	const result = countingPage(call, items, request);
	const [current, last] = [Number(result.meta.current_page), Number(result.meta.last_page)];
	const urlOf = linkOf(call);
	const link = (label: string, page: number | null) =>
		numbers(call.settings.world, { url: page === null ? null : urlOf(page), label, page, active: label === String(current) });
	const near = Array.from({ length: last }, (_, index) => index + 1).filter((page) => page === 1 || page === last || Math.abs(page - current) <= 3);
	const links = [
		link('&laquo; Previous', current > 1 ? current - 1 : null),
		...near.map((page) => link(String(page), page)),
		link('Next &raquo;', current < last ? current + 1 : null),
	];
	return { ...result, meta: { ...result.meta, links } };
}

/** The simple paginator: no last page, no total (contract, Counting paginator envelope). */
export function simplePage<T>(call: Asking, items: readonly T[], { page, perPage }: PageRequest) {
	const link = linkOf(call);
	const { data, from, to } = slice(items, page, perPage);
	return {
		data,
		links: {
			first: link(1),
			last: null,
			prev: page > 1 ? link(page - 1) : null,
			next: page * perPage < items.length ? link(page + 1) : null,
		},
		meta: numbers(call.settings.world, { current_page: page, current_page_url: link(page), from, path: call.url, per_page: perPage, to }),
	};
}

/** The URL of a page. In most worlds it carries the page alone, as Laravel's do unless told otherwise. */
function linkOf({ query, settings, url }: Asking): (page: number) => string {
	const others = settings.world.nextLink === 'wholeQuery' ? (query as Record<string, string>) : {};
	return (page) => `${url}?${new URLSearchParams({ ...others, page: String(page) })}`;
}

/** The integers of a page as the world writes them. */
function numbers<T extends object>({ metaNumbers }: World, meta: T): { [K in keyof T]: T[K] | string } {
	const written = (value: unknown) => (metaNumbers === 'text' && typeof value === 'number' ? String(value) : value);
	return Object.fromEntries(Object.entries(meta).map(([name, value]) => [name, written(value)])) as { [K in keyof T]: T[K] | string };
}

function slice<T>(items: readonly T[], page: number, perPage: number) {
	if (page < 1) throw invalid({ page: ['The page field must be at least 1.'] });
	const start = (page - 1) * perPage;
	const data = items.slice(start, start + perPage);
	return { data, from: data.length ? start + 1 : null, to: data.length ? start + data.length : null };
}
