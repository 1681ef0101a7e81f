import { startSandbox, type Sandbox } from '../../sandbox';
import { packedTarball } from './support/n8n';
import { itInQueueMode, queueModeForTest, updateInParallel } from './support/queueMode';

const WORKERS = 2;
const UPDATES = 270;

describe('a real n8n in queue mode, with two workers behind one address', () => {
	let sandbox: Sandbox;
	let queueMode: Awaited<ReturnType<typeof queueModeForTest>>;

	beforeAll(async () => {
		const tarball = packedTarball();
		sandbox = await startSandbox();
		queueMode = await queueModeForTest(tarball, WORKERS);
	});

	afterAll(async () => {
		await queueMode?.remove();
		await sandbox?.close();
	});

	itInQueueMode(
		'applies every update of two parallel executions, with at most 2 % of the requests throttled',
		async () => {
			const ids = [...sandbox.store.conversations.keys()].slice(0, UPDATES);

			const updated = await updateInParallel(queueMode, sandbox, ids);

			expect(updated.sort()).toEqual([...ids].sort());
			expect(ids.every((id) => sandbox.store.conversations.get(id)!.record.status === 'Pending')).toBe(true);
			const statuses = sandbox.requests().map(({ status }) => status);
			expect(statuses.filter((status) => status === 200)).toHaveLength(UPDATES);
			expect(statuses.length - UPDATES).toBeLessThanOrEqual(0.02 * UPDATES);
			const ran = queueMode.workers.map(
				(worker) => worker.log().filter(({ message }) => message.startsWith('Worker started execution')).length,
			);
			expect(ran).toEqual([1, 1]);
		},
	);
});
