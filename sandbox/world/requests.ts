import type { World } from '../../contract/worlds';
import type { IncomingRequest } from '../request';
import type { WireIds } from './wireIds';

type Query = IncomingRequest['query'];

/** A request with the ids of the store in place of those of the wire. */
export function stored(ids: WireIds, { params, query, text, ...rest }: IncomingRequest): IncomingRequest {
	const each = (value: string | string[]) => (Array.isArray(value) ? value.map((one) => ids.stored(one)) : ids.stored(value));
	const all = <T extends Query>(values: T) => Object.fromEntries(Object.entries(values).map(([name, value]) => [name, each(value)])) as T;
	return { ...rest, params: all(params), query: all(query), text: text === undefined ? undefined : ids.storedBody(text) };
}

/**
 * The parameters of a page, which the messages of a conversation take where they come in pages and nowhere else,
 * apart from the other parameters.
 */
export function apartFromPage(world: World, operationId: string, query: Query): { query: Query; page: Record<string, number> } {
	if (operationId !== 'listMessages' || world.messagesForm !== 'pages') return { query, page: {} };
	const { page, 'per-page': perPage, per_page: perPageToo, ...others } = query;
	const asked = { page, 'per-page': perPage ?? perPageToo };
	const given = Object.entries(asked).filter(([, value]) => value !== undefined);
	return { query: others, page: Object.fromEntries(given.map(([name, value]) => [name, Number(value)])) };
}
