import { ExecuteSingleContext } from 'n8n-core';
import type { IExecutePaginationFunctions } from 'n8n-workflow';

import { Progress } from '../../../nodes/Helpdesk/run/progress';
import { runNode } from '../../support/runNode';
import { startRig, type Rig } from '../../support/transport';

describe('the progress of a run', () => {
	let rig: Rig;
	beforeAll(async () => (rig = await startRig({ conversations: 100 })));
	afterAll(async () => await rig.sandbox.close());
	afterEach(() => jest.restoreAllMocks());

	const run = async (count: number) => {
		const said = jest
			.spyOn(ExecuteSingleContext.prototype, 'sendMessageToUI' as never)
			.mockImplementation(((text: string) => lines.push(text)) as never);
		const lines: string[] = [];
		const ids = [...rig.sandbox.store.conversations.keys()].slice(0, count);
		await runNode(rig.transport, {
			credential: { accessToken: rig.sandbox.tokens.personal, baseUrl: rig.sandbox.baseUrl, requestsPerMinute: 30 },
			parameters: { resource: 'conversation', operation: 'get', conversationId: { __rl: true, mode: 'id', value: '={{ $json.id }}' } },
			items: ids.map((id) => ({ json: { id } })),
			timezone: 'Europe/Berlin',
		});
		said.mockRestore();
		return lines;
	};

	it('is told while it waits for the limit: how many items are done, and until when it waits', async () => {
		const lines = await run(70);
		const [first] = lines.filter((line) => line.includes('waiting'));
		expect(first).toMatch(/^\d+ of 70 items done, waiting for the rate limit until 10:01:\d\d$/);
		// Counts and times, nothing of a record.
		expect(lines.join('\n')).not.toMatch(/^(?!\d+ of 70 items done(, waiting for the rate limit until \d\d:\d\d:\d\d)?$)/m);
	});

	it('is not told of a short run', async () => {
		await rig.clock.sleep(130_000);
		expect(await run(20)).toEqual([]);
	});

	it('tells of a wait at once, and then every five seconds', () => {
		const lines: string[] = [];
		const context = { getTimezone: () => 'UTC', sendMessageToUI: (text: string) => lines.push(text) } as unknown as IExecutePaginationFunctions;
		const progress = new Progress();
		for (let now = 0; now < 12_000; now += 100) progress.tell(context, { done: 1, total: 2, now, waitsUntil: 60_000 });
		expect(lines).toEqual(Array(3).fill('1 of 2 items done, waiting for the rate limit until 00:01:00'));
	});

	it('is told no more often than every five seconds, with what is done, also in n8n’s log', () => {
		const lines: string[] = [];
		const context = {
			getExecutionId: () => '1',
			getNode: () => ({ name: 'Helpdesk' }),
			getTimezone: () => 'UTC',
			logger: { info: (text: string) => lines.push(text) },
		} as unknown as IExecutePaginationFunctions;
		const progress = new Progress();
		for (let done = 1; done <= 1_000; done += 1) progress.tell(context, { done, total: 1_000, now: done * 20 });
		expect(lines).toEqual(['251', '501', '751'].map((done) => `Helpdesk: ${done} of 1000 items done`));
	});
});
