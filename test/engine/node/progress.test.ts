import { ExecuteSingleContext } from 'n8n-core';
import type { IExecutePaginationFunctions } from 'n8n-workflow';

import { RunProgress } from '../../../nodes/Helpdesk/run/runProgress';
import { byId, useNodeRig } from '../../support/nodeRig';

describe('the progress shown during a run', () => {
	const rig = useNodeRig({ conversations: 100 });
	afterEach(() => jest.restoreAllMocks());

	const run = async (count: number) => {
		const spy = jest
			.spyOn(ExecuteSingleContext.prototype, 'sendMessageToUI' as never)
			.mockImplementation(((text: string) => lines.push(text)) as never);
		const lines: string[] = [];
		const ids = [...rig.sandbox.store.conversations.keys()].slice(0, count);
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
		// Only counts and times, nothing of a record.
		expect(lines.join('\n')).not.toMatch(
			/^(?!\d+ of 70 items done(, waiting for the rate limit until \d\d:\d\d:\d\d)?$)/m,
		);
	});

	it('is written to n8n’s log at most every five seconds', () => {
		const lines: string[] = [];
		const context = {
			getExecutionId: () => '1',
			getNode: () => ({ name: 'Helpdesk' }),
			getTimezone: () => 'UTC',
			logger: { info: (text: string) => lines.push(text) },
		} as unknown as IExecutePaginationFunctions;
		const progress = new RunProgress();
		for (let done = 1; done <= 1_000; done += 1) progress.show(context, { done, total: 1_000, now: done * 20 });
		expect(lines).toEqual(['251', '501', '751'].map((done) => `Helpdesk: ${done} of 1000 items done`));
		// No item waits after the last one is done.
		progress.show(context, { done: 1_000, total: 1_000, now: 30_000, waitsUntil: 60_000 });
		expect(lines.at(-1)).toBe('Helpdesk: 1000 of 1000 items done');
	});
});
