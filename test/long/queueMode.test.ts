import { startSandbox } from '../../sandbox';
import { packedTarball } from '../n8n/support/n8n';
import { itInQueueMode, queueModeForTest, updateInParallel } from '../n8n/support/queueMode';

const UPDATES = 870;

describe('a real n8n in queue mode, against the real window of a minute', () => {
	itInQueueMode('three workers apply 870 updates, each once, and at most 2 % of the requests are throttled', async () => {
		const tarball = packedTarball();
		const queueMode = await queueModeForTest(tarball, 3);
		const sandbox = await startSandbox();
		try {
			const ids = [...sandbox.store.conversations.keys()].slice(0, UPDATES);

			const updated = await updateInParallel(queueMode, sandbox, ids);

			expect(updated.sort()).toEqual([...ids].sort());
			const requests = sandbox.requests();
			const throttled = requests.filter(({ status }) => status === 429).length;
			expect(requests.length - throttled).toBe(UPDATES);
			expect(throttled).toBeLessThanOrEqual(0.02 * requests.length);
			expect(ids.every((id) => sandbox.store.conversations.get(id)!.record.status === 'Pending')).toBe(true);
			const ran = queueMode.workers.map(
				(worker) => worker.log().filter(({ message }) => message.startsWith('Worker started execution')).length,
			);
			expect(ran).toEqual([1, 1, 1]);
		} finally {
			await queueMode.remove();
			await sandbox.close();
		}
	});
});
