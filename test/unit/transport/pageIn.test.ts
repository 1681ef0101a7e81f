import { pageIn } from '../../../transport/pageIn';
import type { ApiRequest } from '../../../transport/request';

const request: ApiRequest = { method: 'POST', path: '/x', query: { kept: 1 }, body: { kept: 2, display: { kept: 3 } } };

describe('where a listing takes its page', () => {
	it.each<[keyof typeof pageIn, object]>([
		['query', { ...request, query: { kept: 1, page: 2, 'per-page': 50 } }],
		['contactQuery', { ...request, query: { kept: 1, page: 2, per_page: 50 } }],
		['body', { ...request, body: { ...request.body, page: 2, per_page: 50 } }],
		['display', { ...request, body: { kept: 2, display: { kept: 3, page: 2, per_page: 50 } } }],
	])('%s, with its size', (place, expected) => expect(pageIn[place](request, 2, 50)).toEqual(expected));

	it.each<[keyof typeof pageIn, object]>([
		['query', { query: { page: 1 } }],
		['contactQuery', { query: { page: 1 } }],
		['body', { body: { page: 1 } }],
		['display', { body: { display: { page: 1 } } }],
	])('%s, without a size, of a request that has nothing else', (place, expected) => {
		const asked = pageIn[place]({ method: 'POST', path: '/x' }, 1);
		expect(asked).toStrictEqual({ method: 'POST', path: '/x', ...expected });
	});
});
