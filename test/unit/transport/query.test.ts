import type { ApiRequest } from '../../../transport/request';
import { queryText, withQuery } from '../../../transport/query';

describe('a query in the address', () => {
	it.each<[ApiRequest['query'], string]>([
		[undefined, ''],
		[{}, ''],
		[{ a: undefined }, ''],
		[{ a: undefined, b: 1 }, '?b=1'],
		[{ a: null }, '?a='],
		[{ a: '', b: 0, c: false }, '?a=&b=0&c=false'],
		[{ a: 'x y+z' }, '?a=x%20y%2Bz'],
		[{ ids: ['a', 'b'] }, '?ids%5B0%5D=a&ids%5B1%5D=b'],
		[{ ids: [] }, ''],
		[{ filter: { status: 'Active', of: { me: true } } }, '?filter%5Bstatus%5D=Active&filter%5Bof%5D%5Bme%5D=true'],
		[new URLSearchParams('a=1&a=2 3'), '?a=1&a=2%203'],
		[new URLSearchParams(), ''],
	])('%j is "%s"', (query, text) => expect(queryText(query)).toBe(text));
});

describe('more in a query', () => {
	const request: ApiRequest = { method: 'GET', path: '/contacts' };

	it.each<[ApiRequest['query'], string]>([
		[undefined, '?page=2'],
		[{ page: 1, sort: 'name' }, '?page=2&sort=name'],
		[{ ids: ['a'] }, '?ids%5B0%5D=a&page=2'],
		[new URLSearchParams('sort=name&page=1&page=9'), '?sort=name&page=2'],
	])('stands in place of what had the same name: %j becomes "%s"', (query, text) => {
		const before = queryText(query);
		expect(queryText(withQuery({ ...request, query }, { page: 2 }).query)).toBe(text);
		expect(queryText(query)).toBe(before);
	});

	it('leaves the rest of the request', () => {
		expect(withQuery({ ...request, query: new URLSearchParams() }, {})).toMatchObject(request);
		expect(withQuery(request, {})).toMatchObject(request);
	});
});
