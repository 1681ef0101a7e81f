import type { Call } from './call';
import { invalid } from './errors';
import type { Settings } from './settings';

/** Which part of a list is asked for; `path` is the URL of the endpoint without a query. */
export interface PageRequest {
	page: number;
	perPage: number;
	path: string;
}

/** A counting page as the general listing parameters ask for it (specification, Limits: 20 a page). */
export function listing<T>({ query, settings, url }: Pick<Call, 'query' | 'settings' | 'url'>, items: readonly T[]) {
	const { page = 1, 'per-page': asked = 20 } = query as { page?: number; 'per-page'?: number };
	return countingPage(items, { page, perPage: pageSize(asked, 'per-page', settings), path: url });
}

const maximum = 100;

/** The page size to use for the one asked for (specification, Limits: at most 100). */
export function pageSize(asked: number, field: string, settings: Settings): number {
	if (asked < 1) throw invalid({ [field]: [`The ${field} field must be at least 1.`] });
	if (asked <= maximum || settings.perPageAboveMaximum === 'obey') return asked;
	if (settings.perPageAboveMaximum === 'clamp') return maximum;
	throw invalid({ [field]: [`The ${field} field must not be greater than ${maximum}.`] });
}

/** The counting paginator. Links carry the page alone, as Laravel's do unless told otherwise. */
export function countingPage<T>(items: readonly T[], { page, perPage, path }: PageRequest) {
	const lastPage = Math.max(1, Math.ceil(items.length / perPage));
	const { data, from, to } = slice(items, page, perPage);
	return {
		data,
		links: {
			first: `${path}?page=1`,
			last: `${path}?page=${lastPage}`,
			prev: page > 1 ? `${path}?page=${page - 1}` : null,
			next: page < lastPage ? `${path}?page=${page + 1}` : null,
		},
		meta: { current_page: page, from, last_page: lastPage, path, per_page: perPage, to, total: items.length },
	};
}

/** The counting paginator with `meta.links`, as filter results carry it. */
export function filterPage<T>(items: readonly T[], request: PageRequest) {
	const result = countingPage(items, request);
	const { current_page: current, last_page: last } = result.meta;
	const link = (label: string, page: number | null) => ({
		url: page === null ? null : `${request.path}?page=${page}`,
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

/** The simple paginator: no last page, no total (specification, Counting paginator envelope). */
export function simplePage<T>(items: readonly T[], { page, perPage, path }: PageRequest) {
	const { data, from, to } = slice(items, page, perPage);
	return {
		data,
		links: {
			first: `${path}?page=1`,
			last: null,
			prev: page > 1 ? `${path}?page=${page - 1}` : null,
			next: page * perPage < items.length ? `${path}?page=${page + 1}` : null,
		},
		meta: { current_page: page, current_page_url: `${path}?page=${page}`, from, path, per_page: perPage, to },
	};
}

function slice<T>(items: readonly T[], page: number, perPage: number) {
	if (page < 1) throw invalid({ page: ['The page field must be at least 1.'] });
	const start = (page - 1) * perPage;
	const data = items.slice(start, start + perPage);
	return { data, from: data.length ? start + 1 : null, to: data.length ? start + data.length : null };
}
