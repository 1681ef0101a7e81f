import type { Call } from '../../../nodes/Helpdesk/operation';
import { operationAt } from '../../support/operations';

const [apiRequest, getCurrent] = [operationAt('apiRequest.send'), operationAt('user.getCurrent')];

/** Calls an output with an answer, without a request. */
const answering = (body: unknown, input: object, headers = {}) =>
	({
		send: async () => ({ status: 200, headers, body }),
		request: { method: 'GET', path: '/me' },
		input,
		context: {
			helpers: {
				prepareBinaryData: async (_: Buffer, fileName?: string, mimeType?: string) => ({
					data: '',
					fileName,
					mimeType,
				}),
			},
		},
	}) as unknown as Call;

it.each([
	['a list as one item each', [{ a: 1 }, { a: 2 }], [{ a: 1 }, { a: 2 }]],
	['a wrapped list as one item each', { data: [{ a: 1 }, { a: 2 }] }, [{ a: 1 }, { a: 2 }]],
	['a wrapped record unwrapped', { data: { id: 'a' } }, [{ id: 'a' }]],
	['a record with its field "data"', { id: 'a', data: { b: 1 } }, [{ id: 'a', data: { b: 1 } }]],
	['a whole page if no page mode is chosen', { data: [1], meta: {} }, [{ data: [1], meta: {} }]],
	['a bare value under the name "data"', 7, [{ data: 7 }]],
	['an empty answer as an empty value', '', [{ data: '' }]],
	['no item for an empty list', { data: [] }, []],
])('an API request outputs %s', async (_, body, items) => {
	const output = await apiRequest.output(answering(body, { pageMode: 'none' }));
	expect(output).toEqual(items.map((json) => ({ json })));
});

it.each([
	['a wrapped record unwrapped', { data: { id: 'a' }, success: true }, { id: 'a' }],
	['a record with its field "data"', { id: 'a', data: { b: 1 } }, { id: 'a', data: { b: 1 } }],
	['a record whose "data" is null', { name: 'a', data: null }, { name: 'a', data: null }],
])('an operation for one record outputs %s', async (_, body, json) => {
	expect(await getCurrent.output(answering(body, { simplify: false }))).toEqual([{ json }]);
});

it.each([
	['an empty answer', ''],
	['null', null],
	['an empty object', {}],
	['a list', []],
])('%s instead of a record is an error, not an item', async (_, body) => {
	await expect(getCurrent.output(answering(body, { simplify: false }))).rejects.toThrow(/^expected a record, got /);
});

it('a download has the file name and the type of its headers', async () => {
	const headers = {
		'content-disposition': 'attachment; filename="a b.pdf"',
		'content-type': 'application/pdf; charset=binary',
	};
	const [item] = await apiRequest.output(answering(Buffer.from('x'), { download: true }, headers));
	expect(item!.binary!.data).toMatchObject({ fileName: 'a b.pdf', mimeType: 'application/pdf' });
});
