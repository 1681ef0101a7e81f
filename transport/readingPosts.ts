import { endpoints, type Endpoint } from '../contract/endpoints';

/** The endpoints that only read although they are asked with a POST: a filter of an inbox, and the search. */
const readingPosts = Object.values<Endpoint>(endpoints).filter(({ method, readOnly }) => method === 'POST' && readOnly);

const READING_POST = new RegExp(`^(${readingPosts.map(({ path }) => path.replace(/\{\w+\}/g, '[^/]+')).join('|')})/?$`);

/** Whether this is one of them; the path is that below the base URL. */
export function isReadingPost(method: unknown, path: string): boolean {
	return method === 'POST' && READING_POST.test(path);
}
