import type { IDataObject } from 'n8n-workflow';

import { byId, useNodeRig } from '../../support/nodeRig';

describe('the items of a run', () => {
	const rig = useNodeRig();
	let ids: string[];
	beforeAll(() => (ids = rig.ids().slice(0, 60)));

	const items = () => ids.map((id) => ({ json: { id } }));
	const note = { conversationId: byId('={{ $json.id }}'), message: 'seen' };
	const notes = () => rig.requests().filter(({ path }) => path.endsWith('/note')).length;

	it('with "stop", the first failure cancels waiting items, and the error names the failed item', async () => {
		rig.answers(422, { path: `/conversation/${ids[5]}/note` });
		rig.sandbox.settings({ latencyMs: 5 });
		const error = await rig.failure('message.addNote', note, { items: items() });
		expect(error.context.itemIndex).toBe(5);
		expect(notes()).toBeLessThanOrEqual(40);
	});

	it('with "stop", an item that waits for its retry is cancelled, and the error names the failed item', async () => {
		rig.answers(503, { path: `/conversation/${ids[0]}/**`, times: 0 });
		rig.answers(422, { path: `/conversation/${ids[5]}/**` });
		rig.sandbox.fault({ kind: 'slow', ms: 200, path: `/conversation/${ids[0]}/**`, times: 0 });
		const parameters = { conversationId: byId('={{ $json.id }}'), priority: 'High' };
		const error = await rig.failure('conversation.setPriority', parameters, { items: items().slice(0, 6) });
		expect(error.context.itemIndex).toBe(5);
		expect(error.httpCode).toBe('422');
	});

	it('with "continue", the other items run and a failed item is output as error and details', async () => {
		rig.answers(500, { path: `/conversation/${ids[5]}/note` });
		const output = await rig.run('message.addNote', note, { items: items(), onError: 'continueErrorOutput' });
		expect(output.length).toBe(60);
		expect(output[5]).toEqual({
			json: {
				error: 'Could not add note to conversation: something went wrong inside the helpdesk. It may have been applied; not sent again',
				details: {
					description: expect.stringContaining('Check the helpdesk'),
					statusCode: 500,
					mayHaveBeenApplied: true,
					requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
					code: null,
				},
			},
			pairedItem: { item: 5 },
		});
		expect(notes()).toBe(60);
	});

	it('a failed item carries a hidden error with "continue (using error output)", but not with "continue"', async () => {
		rig.answers(422, { path: `/conversation/${ids[0]}/note`, times: 0 });
		const failed = async (onError: 'continueErrorOutput' | 'continueRegularOutput') =>
			(await rig.run('message.addNote', note, { items: items().slice(0, 1), onError }))[0]!;
		const routed = await failed('continueErrorOutput');
		expect(routed.error).toMatchObject({
			message: routed.json.error,
			description: (routed.json.details as IDataObject).description,
			context: { itemIndex: 0 },
		});
		expect({ ...routed }).not.toHaveProperty('error');
		expect((await failed('continueRegularOutput')).error).toBeUndefined();
	});

	it('a second attempt after "stop" outputs all items', async () => {
		rig.answers(422, { path: `/conversation/${ids[0]}/note` });
		const once = { items: items().slice(0, 3), executionId: 'same' };
		await rig.failure('message.addNote', note, once);
		const output = await rig.run('message.addNote', note, once);
		expect(output.length).toBe(3);
	});

	it('cancelling the execution cancels waiting requests, including those of a later loop round', async () => {
		const controller = new AbortController();
		const round = async (runIndex: number) =>
			await rig.run('message.addNote', note, {
				items: items(),
				executionId: 'loop',
				runIndex,
				signal: controller.signal,
			});
		await round(0);
		rig.sandbox.reset();
		jest.spyOn(rig.sandbox.service.faults, 'next').mockImplementationOnce(() => {
			controller.abort();
			return { delayMs: 0, fault: null };
		});
		await round(1).catch(() => undefined);
		// This request is sent after all remaining notes.
		await rig.run('user.getCurrent');
		expect(notes()).toBeLessThanOrEqual(40);
		jest.restoreAllMocks();
	});
});
