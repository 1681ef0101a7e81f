import type { QueueMode } from '../../n8n/queueMode';
import { startSandbox, type Sandbox } from '../../sandbox';
import { connect } from './support/n8n';
import { queueModeForTest, updateInParallel } from './support/queueMode';

jest.setTimeout(180_000);

const WORKERS = 3;
const UPDATES = 270;

describe('a real n8n in queue mode, with three workers behind one address', () => {
	let sandbox: Sandbox;
	let queueMode: QueueMode & { remove(): Promise<void> };
	let missing: string | undefined;

	beforeAll(async () => {
		const { tarball } = await connect();
		sandbox = await startSandbox();
		const started = await queueModeForTest(tarball, WORKERS);
		if (typeof started === 'string') missing = started;
		else queueMode = started;
	});

	afterAll(async () => {
		await queueMode?.remove();
		await sandbox.close();
	});

	it('runs the package in three executions at once: every update applied, at most 2 % of the requests throttled', async () => {
		if (missing) return console.warn(`NOT TESTED, queue mode: ${missing}.`);
		const ids = [...sandbox.store.conversations.keys()].slice(0, UPDATES);

		const updated = await updateInParallel(queueMode, sandbox, ids, 90_000);

		expect(updated.sort()).toEqual([...ids].sort());
		expect(ids.every((id) => sandbox.store.conversations.get(id)!.record.status === 'Pending')).toBe(true);
		const statuses = sandbox.requests().map(({ status }) => status);
		expect(statuses.filter((status) => status === 200)).toHaveLength(UPDATES);
		expect(statuses.length - UPDATES).toBeLessThanOrEqual(0.02 * UPDATES);
		const ran = queueMode.workers.map((worker) => worker.log().filter(({ message }) => message.startsWith('Worker started execution')).length);
		expect(ran).toEqual([1, 1, 1]);
	});
});
