import { startSandbox } from '../../sandbox';
import { packedTarball } from '../n8n/support/n8n';
import { itInQueueMode, queueModeForTest, updateInParallel } from '../n8n/support/queueMode';

jest.setTimeout(360_000);

const UPDATES = 870;
const IDEAL_MS = 120_000;

describe('a real n8n in queue mode, against the real window of a minute', () => {
	itInQueueMode('three workers apply 870 updates in at most 1.1 times the ideal, at most 2 % of the requests throttled', async () => {
		const tarball = packedTarball();
		const queueMode = await queueModeForTest(tarball, 3);
		const sandbox = await startSandbox();
		try {
			const ids = [...sandbox.store.conversations.keys()].slice(0, UPDATES);

			const updated = await updateInParallel(queueMode, sandbox, ids, 240_000);

			expect(updated.sort()).toEqual([...ids].sort());
			const requests = sandbox.requests();
			const took = requests.at(-1)!.answeredMonotonic! - requests[0]!.arrivedMonotonic;
			const throttled = requests.filter(({ status }) => status === 429).length;
			const share = ((100 * throttled) / requests.length).toFixed(2);
			console.info(
				`870 updates, three workers: ${(took / 1000).toFixed(1)} s, ${(took / IDEAL_MS).toFixed(3)} times the ideal; ${throttled} of ${requests.length} requests throttled (${share} %)`,
			);
			expect(requests.length - throttled).toBe(UPDATES);
			expect(throttled).toBeLessThanOrEqual(0.02 * requests.length);
			expect(took).toBeLessThanOrEqual(1.1 * IDEAL_MS);
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
