import { NodeApiError, NodeOperationError, type INode } from 'n8n-workflow';

import { pick } from '../../../nodes/shared/pickers';
import type { Picker, Picking } from '../../../nodes/shared/pickers/lists';
import { ApiError, InputError } from '../../../transport';
import { createTransport } from '../../../transport/transport';
import { VirtualClock } from '../../support/virtualClock';

const NODE = { name: 'N', type: 't', typeVersion: 1, id: 'n', position: [0, 0], parameters: {} } as INode;
const CREDENTIAL = { accessToken: 'x', baseUrl: 'https://api.example.com/v1', requestsPerMinute: 100 };
const transport = createTransport(new VirtualClock());
const editor = (parameters: Record<string, unknown> = {}, credential: object = CREDENTIAL) =>
	({
		getCredentials: async (name: string) => (name === 'helpdeskApi' ? credential : {}),
		getCurrentNodeParameter: (name: string) => parameters[name],
		getTimezone: () => 'Asia/Tokyo',
		getNode: () => NODE,
		helpers: {},
	}) as never;

const none: Picker = async () => ({ results: [] });
const failing =
	(error: unknown): Picker =>
	async () =>
		await Promise.reject(error);
const refused = (status: number) =>
	new ApiError({ method: 'GET', path: '/x' }, { kind: 'answer', answer: { status, headers: {}, body: {} } }, false, 1);
const thrown = async (picker: Picker, credential?: object) =>
	await pick(editor({}, credential), transport, picker).catch((error: unknown) => error as NodeApiError);

it.each<[unknown, string]>([
	[' c1 ', 'c1'],
	[{ mode: 'id', value: ' c1 ' }, 'c1'],
	[7, '7'],
	[' ={{ $json.id }}', ''],
	['a=b', 'a=b'],
	[{ mode: 'id', value: null }, ''],
	[{ other: 1 }, ''],
	[undefined, ''],
])('a list reads the chosen value of %j', async (value, expected) => {
	const chosen: string[] = [];
	await pick(editor({ it: value }), transport, async (picking) => {
		chosen.push(picking.chosen('it'));
		return { results: [] };
	});
	expect(chosen).toEqual([expected]);
});

it('a list knows chosen values, filter and page', async () => {
	const seen: Picking[] = [];
	const see: Picker = async (picking) => (seen.push(picking), { results: [{ name: 'A', value: 'a' }], paginationToken: '2' });
	const context = editor({ several: ['a', '', '={{ 1 }}', 7], text: 'a' });
	expect(await pick(context, transport, see)).toEqual({ results: [{ name: 'A', value: 'a' }], paginationToken: '2' });
	await pick(context, transport, see, 'typed', 3);
	expect(seen.map(({ filter, page, timezone, lookup }) => [filter, page, timezone, lookup.maxAgeMs])).toEqual([
		['', 1, 'Asia/Tokyo', 10_000],
		['typed', 3, 'Asia/Tokyo', 10_000],
	]);
	expect(['several', 'text', 'nothing'].map((name) => seen[0]!.chosenSeveral(name))).toEqual([['a', '7'], [], []]);
});

it('a refused list is empty', async () => {
	expect(await pick(editor(), transport, failing(refused(404)))).toEqual({ results: [] });
	expect(await pick(editor(), transport, failing(new InputError('x', 'y')))).toEqual({ results: [] });
});

it('a failed list is an error with status or advice', async () => {
	const failed = (await thrown(failing(refused(500)))) as NodeApiError;
	expect([failed instanceof NodeApiError, failed.message, failed.httpCode]).toEqual([
		true,
		expect.stringMatching(/^Could not load the list: /),
		'500',
	]);
	expect(failed.description).toMatch(/./);
	const silent = new ApiError({ method: 'GET', path: '/x' }, { kind: 'noAnswer', failure: 'timedOut', code: '' }, false, 1);
	expect((await thrown(failing(silent))) as NodeApiError).toMatchObject({ httpCode: null });
	const entered = (await thrown(none, { ...CREDENTIAL, baseUrl: 'https://api.example.com' })) as unknown as NodeOperationError;
	expect([entered instanceof NodeOperationError, entered.description]).toEqual([true, expect.stringContaining('https://api.example.com/v1')]);
	const other = (await thrown(failing(new Error('other')))) as unknown as NodeOperationError;
	expect([other instanceof NodeOperationError, other.message]).toEqual([true, 'other']);
});
