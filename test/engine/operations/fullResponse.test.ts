import type { INodeParameters } from 'n8n-workflow';

import { useNodeRig } from '../../support/nodeRig';

describe('an API request with Include Status and Headers', () => {
	const rig = useNodeRig();

	const asked = (path: string, more: INodeParameters = {}) => ({
		method: 'GET',
		path,
		pageMode: 'none',
		options: { fullResponse: true },
		...more,
	});
	const send = async (...request: Parameters<typeof asked>) =>
		(await rig.run('apiRequest.send', asked(...request))).map(({ json }) => json);

	it('outputs one item with the unchanged body', async () => {
		const [list, ...others] = await send('/inboxes');
		expect(others).toEqual([]);
		expect(list).toMatchObject({
			statusCode: 200,
			headers: { 'content-type': expect.stringContaining('json') },
			body: { data: expect.any(Array) },
		});
		const [wrapped] = await send('/inboxes/inbox_support');
		rig.sandbox.reset({ world: { singleRecord: 'bare' } });
		const [bare] = await send('/inboxes/inbox_support');
		expect([wrapped!.body, bare!.body]).toEqual([
			{ data: expect.objectContaining({ id: 'inbox_support' }) },
			expect.objectContaining({ id: 'inbox_support' }),
		]);
	});

	it('outputs a refused read with status, headers and body', async () => {
		expect(await send('/conversation/nobody')).toEqual([
			{
				statusCode: 404,
				headers: expect.objectContaining({ date: expect.any(String) }),
				body: { message: expect.any(String) },
			},
		]);
		expect(
			await send('/inboxes/inbox_support', { method: 'POST', jsonBody: '{"display": {"per_page": -1}}' }),
		).toMatchObject([{ statusCode: 422 }]);
	});

	it('fails if a write is refused or may have been applied', async () => {
		const note = asked('/conversation/nobody/note', { method: 'POST', jsonBody: '{"message": "x"}' });
		expect((await rig.failure('apiRequest.send', note)).message).toBe('Could not send API request: not found');
		rig.sandbox.fault({ kind: 'status', status: 500 });
		expect((await rig.failure('apiRequest.send', note)).message).toContain(
			'It may have been applied; not sent again',
		);
	});
});
