import { ExecuteSingleContext } from 'n8n-core';

import { RunScope } from '../../../nodes/Helpdesk/run/scope';
import { byId, useNodeRig } from '../../support/nodeRig';

describe('the progress shown during a run', () => {
	const rig = useNodeRig({ conversations: 100 });
	afterEach(() => jest.restoreAllMocks());

	const run = async (count: number) => {
		const spy = jest
			.spyOn(ExecuteSingleContext.prototype, 'sendMessageToUI' as never)
			.mockImplementation(((text: string) => lines.push(text)) as never);
		const lines: string[] = [];
		const ids = rig.ids().slice(0, count);
		const items = ids.map((id) => ({ json: { id } }));
		const credential = rig.credential({ requestsPerMinute: 30 });
		await rig.run(
			'conversation.get',
			{ conversationId: byId('={{ $json.id }}') },
			{ credential, items, timezone: 'Europe/Berlin' },
		);
		spy.mockRestore();
		return lines;
	};

	it('contains the number of finished items, and the end of a wait for the rate limit', async () => {
		const lines = await run(70);
		const [first] = lines.filter((line) => line.includes('waiting'));
		expect(first).toMatch(/^\d+ of 70 items done, waiting for the rate limit until 10:01:\d\d$/);
		// Lines contain only counts and times, nothing of a record.
		expect(lines.join('\n')).not.toMatch(
			/^(?!\d+ of 70 items done(, waiting for the rate limit until \d\d:\d\d:\d\d)?$)/m,
		);
	});

	it('is written to n8n’s log at most every five seconds', () => {
		const lines: string[] = [];
		const run = {};
		const contextOf = (item: number) => ({
			getExecuteData: () => run,
			getExecutionCancelSignal: () => undefined,
			getExecutionId: () => '1',
			getItemIndex: () => item,
			getNode: () => ({ id: '1', name: 'Helpdesk' }),
			inputData: { main: [Array(1_000)] },
			logger: { info: (text: string) => lines.push(text) },
		});
		const contexts = Array.from({ length: 1_000 }, (_, item) => contextOf(item) as never);
		const [scope] = contexts.map((context) => RunScope.join(context));
		for (let done = 1; done < 1_000; done += 1) scope!.leave(contexts[done]!, done * 20);
		// The last line names no wait, because no item is left.
		scope!.leave(contexts[0]!, 30_000, 60_000);
		expect(lines).toEqual(['251', '501', '751', '1000'].map((done) => `Helpdesk: ${done} of 1000 items done`));
	});
});
