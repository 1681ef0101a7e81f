import type { Fault } from '../../../sandbox/faults';
import { pickerNames } from '../../support/loadOptions';
import { byId, useNodeRig, type ShownError } from '../../support/nodeRig';

describe('a list that cannot be loaded', () => {
	const rig = useNodeRig({ conversations: 200 });
	beforeEach(async () => await rig.clock.sleep(60_000));

	const parameters = () => ({
		inboxId: byId('inbox_support'),
		conversationId: byId([...rig.sandbox.store.conversations.keys()][0]!),
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
		['is asked too often', { kind: 'status', status: 429 }, /: the helpdesk still limits the requests/],
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
		rig.sandbox.fault({ kind: 'status', status: 403, times: 1 });
		const opened = { parameters: parameters() };
		await expect(rig.list('automations', opened)).rejects.toThrow('may not list these');
		expect((await rig.list('automations', opened)).results).toHaveLength(2);
	});

	it('is empty for an invalid ID, and nothing is sent', async () => {
		const opened = { parameters: { conversationId: byId('..'), inboxId: byId('../me') } };
		for (const picker of ['tags', 'automations'] as const)
			expect(await rig.list(picker, opened)).toEqual({ results: [] });
		expect(rig.sandbox.requests()).toEqual([]);
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
