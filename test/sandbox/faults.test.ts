import { Random } from '../../contract/random';
import { Faults, type FaultRule } from '../../sandbox/faults';
import { anyConversation, useClient } from './client';

const client = useClient();

const note = () =>
	client.call('POST', `/conversation/${anyConversation(client).record.id}/note`, { message: 'Faulty note' });
const written = () =>
	[...client.sandbox.store.conversations.values()]
		.flatMap(({ events }) => events)
		.filter(({ message }) => message.html_body === 'Faulty note').length;

test.each([
	[400, 'Something went wrong.'],
	[401, 'Unauthenticated.'],
	[412, 'Nothing to update'],
	[422, 'The given data was invalid.'],
	[429, 'Too Many Attempts.'],
	[500, 'Server Error'],
	[503, 'Service Unavailable'],
])('a fault returns the status %i once with "%s" or the given text, and applies nothing', async (status, message) => {
	client.sandbox.fault({ kind: 'status', status });
	client.sandbox.fault({ kind: 'status', status, message: 'Own words.' });
	const [first, second] = [await note(), await note()];
	expect([first.status, first.data.message, second.data.message, written()]).toEqual([
		status,
		message,
		'Own words.',
		0,
	]);
	expect([(await note()).status, written()]).toEqual([200, 1]);
	expect(client.sandbox.requests().map(({ fault }) => fault)).toEqual(['status', 'status', null]);
});

test('a 500 has a request ID, a 422 its fields, and a 429 the given Retry-After', async () => {
	client.sandbox.fault({ kind: 'status', status: 500 });
	const broken = await note();
	expect(broken.data).toEqual({ message: 'Server Error', request_id: broken.headers['x-request-id'] });
	client.sandbox.fault({ kind: 'status', status: 422 });
	expect((await note()).data.errors).toEqual({ field: [expect.any(String)] });
	for (const retryAfter of [0, 7, 'Wed, 21 Oct 2026 07:28:00 GMT', 'soon', -1]) {
		client.sandbox.fault({ kind: 'status', status: 429, retryAfter });
		expect((await note()).headers['retry-after']).toBe(String(retryAfter));
	}
});

test.each<[FaultRule, number]>([
	[{ kind: 'status', status: 502, when: 'after' }, 1],
	[{ kind: 'html' }, 0],
	[{ kind: 'html', status: 200, when: 'after' }, 1],
	[{ kind: 'redirect', to: 'https://elsewhere.example/v1/me' }, 0],
	[{ kind: 'redirect', to: 'https://elsewhere.example/v1/me', status: 307 }, 0],
	[{ kind: 'file', bytes: Buffer.from('caf\u00e9').toString('base64'), name: 'a.txt', type: 'text/plain' }, 0],
])('a write is applied only if the fault has when "after": with %j, %i notes are written', async (fault, effects) => {
	client.sandbox.fault(fault);
	const { status, headers, data } = await note();
	expect(written()).toBe(effects);
	if (fault.kind === 'html')
		expect([status, headers['content-type'], data]).toEqual([
			fault.status ?? 502,
			'text/html',
			expect.stringContaining('<html>'),
		]);
	if (fault.kind === 'redirect') expect([status, headers.location]).toEqual([fault.status ?? 302, fault.to]);
	if (fault.kind === 'file')
		expect([data, headers['content-disposition']]).toEqual(['caf\u00e9', 'attachment; filename="a.txt"']);
});

const page = (fields: string[]) => (data: object) => expect(Object.keys(data)).toEqual(fields);
test.each<[string, (data: never) => void]>([
	['dataNotArray', (data) => expect(data).toMatchObject({ data: { items: expect.any(Array) } })],
	['missingData', page(['links', 'meta'])],
	['missingMeta', page(['data', 'links'])],
	['missingLinks', page(['data', 'meta'])],
	[
		'nextIsSelf',
		(data) =>
			expect(data).toMatchObject({
				links: { first: expect.any(String), next: expect.stringMatching(/page=1$/) },
				meta: { current_page: 1, last_page: 2 },
			}),
	],
	['truncatedJson', (data) => expect(typeof data).toBe('string')],
	['emptyBody', (data) => expect(data).toBe('')],
])('the fault %s malforms a page of a list and of a search', async (how, check) => {
	client.sandbox.fault({ kind: 'malformedPage', how: how as 'missingData', times: 2 });
	const { status, data } = await client.call('GET', '/contacts');
	expect(status).toBe(200);
	check(data as never);
	const { data: found } = await client.call('POST', '/search', { query: 'order' });
	check((found.data?.conversations ?? found) as never);
	expect((await client.call('GET', '/contacts')).data.data).toHaveLength(15);
});

describe('a fault rule', () => {
	const met = (rule: Partial<FaultRule>, requests: Array<[string, string]>, seed = 1) => {
		const faults = new Faults(new Random(seed));
		faults.add({ kind: 'drop', times: 0, ...rule } as FaultRule);
		return requests.map(([method, path]) => faults.next(method, path).fault !== null);
	};
	const requests: Array<[string, string]> = [
		['POST', '/conversation/c1/note'],
		['GET', '/conversation/c1/note'],
		['POST', '/conversation/c1/x/note'],
		['POST', '/conversation/c1.note'],
	];

	test.each<[Partial<FaultRule>, boolean[]]>([
		[{ method: 'post', path: '/conversation/*/note' }, [true, false, false, false]],
		[{ path: '/conversation/**' }, [true, true, true, true]],
		[{ path: '/conversation/c1.n*' }, [false, false, false, true]],
		[{ times: 2, skip: 1 }, [false, true, true, false]],
		[{ times: undefined }, [true, false, false, false]],
	])('affects only the requests that match %j', (rule, expected) => expect(met(rule, requests)).toEqual(expected));

	test('affects the same random requests for the same seed', () => {
		const many = Array.from({ length: 2000 }, (): [string, string] => ['GET', '/me']);
		const first = met({ probability: 0.2 }, many);
		expect([
			met({ probability: 0.2 }, many),
			first.filter(Boolean).length > 330,
			first.filter(Boolean).length < 470,
		]).toEqual([first, true, true]);
	});
});
