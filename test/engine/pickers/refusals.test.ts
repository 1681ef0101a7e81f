import type { Fault } from '../../../sandbox/faults';
import { pickerNames } from '../../support/loadOptions';
import { byId, type ShownError, useNodeRig } from '../../support/nodeRig';
import { startAnsweringHelpdesk } from '../../support/answeringHelpdesk';
import type { PickerName } from '../../../nodes/shared/pickers';

describe('a dropdown that cannot be loaded', () => {
	const rig = useNodeRig({ conversations: 200 });
	beforeEach(async () => await rig.clock.sleep(60_000));

	const parameters = () => ({
		inboxId: byId('inbox_support'),
		conversationId: byId(rig.ids()[0]!),
	});

	const refusals: Array<[string, Fault]> = [
		['does not exist', { kind: 'status', status: 404 }],
		['takes another method', { kind: 'status', status: 405 }],
		['refuses the query', { kind: 'status', status: 422 }],
		['is not built', { kind: 'status', status: 501 }],
		['gives an empty answer', { kind: 'malformedPage', how: 'emptyBody' }],
	];
	it.each(refusals)('is empty if the endpoint %s', async (_, fault) => {
		rig.sandbox.fault({ ...fault, times: 0 });
		const opened = { parameters: parameters() };
		for (const picker of pickerNames.filter(
			(name) => !['assignees', 'scheduledReplies', 'teammates'].includes(name),
		))
			expect(await rig.list(picker, opened)).toEqual({ results: [] });
		expect(await rig.choices('tags', opened)).toEqual([]);
	});

	const outages: Array<[string, Fault, RegExp]> = [
		['breaks inside', { kind: 'status', status: 500 }, /: something went wrong inside the helpdesk/],
		['is asked too often', { kind: 'status', status: 429 }, /: too many requests, even after several waits/],
		['gives a web page', { kind: 'html' }, /: the helpdesk could not be reached behind its gateway/],
		['breaks the connection', { kind: 'drop' }, /: the connection/],
	];
	it.each(outages)('is an error if the endpoint %s', async (_, fault, words) => {
		rig.sandbox.fault({ ...fault, times: 0 });
		for (const picker of pickerNames) {
			const error = await rig.list(picker, { parameters: parameters() }).catch((thrown: ShownError) => thrown);
			expect([picker, (error as ShownError).message]).toEqual([picker, expect.stringMatching(words)]);
			expect((error as ShownError).description).toMatch(/./);
		}
	});

	it('is loaded again after a refusal', async () => {
		rig.answers(403, { times: 1 });
		const opened = { parameters: parameters() };
		await expect(rig.list('automations', opened)).rejects.toThrow('may not list these');
		expect((await rig.list('automations', opened)).results).toHaveLength(2);
	});

	it('is empty for an invalid ID, and nothing is sent', async () => {
		const opened = { parameters: { conversationId: byId('..'), inboxId: byId('../me') } };
		for (const picker of ['tags', 'automations'] as const)
			expect(await rig.list(picker, opened)).toEqual({ results: [] });
		expect(rig.requests()).toEqual([]);
	});

	it.each(pickerNames)('says that the token is revoked: %s', async (picker) => {
		const opened = {
			credential: rig.credential({ accessToken: rig.sandbox.tokens.revoked }),
			parameters: parameters(),
		};
		const error = await rig.list(picker, opened).catch((thrown: ShownError) => thrown);
		expect(error).toMatchObject({
			message:
				'Could not load the list: the access token is missing, expired or revoked, or your plan does not include the API',
			httpCode: '401',
		});
		expect((error as ShownError).description).toContain('Create a token');
		expect(JSON.stringify(error)).not.toContain(opened.credential.accessToken);
	});
});

/** Returns the teammates that the editor lists for these answers, and the number of requests. */
async function teammates(answer: (page: string) => unknown) {
	const { list, requests, close } = await startAnsweringHelpdesk(({ query }) => ({
		body: answer(new URLSearchParams(query).get('page') ?? '1'),
	}));
	const { results } = await list('teammates');
	await close();
	return { results, requests: requests.length };
}

describe('a dropdown whose list has an unknown form', () => {
	it('accepts a bare list, and sorts it by name, address or ID', async () => {
		const { results } = await teammates(() => [
			{ id: 'u3' },
			{ id: 'u2', email: 'ben@acme.example' },
			{ id: 'u1', name: 'Ada', email: 'ada@acme.example' },
		]);
		expect(results).toEqual([
			{ name: 'Me', value: 'me' },
			{ name: 'Ada (ada@acme.example)', value: 'u1' },
			{ name: 'ben@acme.example', value: 'u2' },
			{ name: 'u3', value: 'u3' },
		]);
	});

	it('shows the first page if the next page is announced in an unknown form', async () => {
		const { results, requests } = await teammates(() => ({ data: [{ id: 'u1' }], has_more: true }));
		expect([results.map(({ value }) => value), requests]).toEqual([['me', 'u1'], 1]);
	});

	it('reads at most ten pages of a list that never ends', async () => {
		expect((await teammates(() => ({ data: [{ id: 'u1' }], links: { next: 'http://x' } }))).requests).toBe(10);
	});
});

describe('dropdowns in a helpdesk without provisional endpoints', () => {
	const rig = useNodeRig({ conversations: 120 });
	beforeEach(async () => await rig.clock.sleep(60_000));

	const open = async (picker: PickerName, parameters = {}) => (await rig.list(picker, { parameters })).results;
	const requests = () => rig.requests().map(({ path, status }) => [path, status]);

	it('are complete if their endpoint is documented', async () => {
		const conversation = rig.conversations().find(({ record }) => record.inbox_id === 'inbox_support')!;
		const parameters = { inboxId: byId('inbox_support'), conversationId: byId(conversation.record.id) };
		const others: PickerName[] = ['automations', 'contacts', 'conversations', 'tags'];
		const all = async () => await Promise.all(others.map(async (picker) => await open(picker, parameters)));
		const before = await all();
		rig.sandbox.reset({ world: { provisionalEndpoints: 'none' } });
		await rig.clock.sleep(60_000);
		expect(await all()).toEqual(before);
		expect(before.filter(({ length }) => length === 0)).toEqual([]);
		expect(requests().filter(([, status]) => status !== 200)).toEqual([]);
	});
});
