import type { Worker } from '../../tools/n8n/queueMode';
import { packedTarball } from '../n8n/support/n8n';
import { itInQueueMode, queueModeForTest } from '../n8n/support/queueMode';
import { NOTES, fourWays } from './support/notesRun';

/** n8n's settings for noticing a lost worker. The default takes a minute and a half. */
const SOON = {
	QUEUE_WORKER_LOCK_DURATION: '10000',
	QUEUE_WORKER_LOCK_RENEW_TIME: '2000',
	QUEUE_WORKER_STALLED_INTERVAL: '5000',
};

describe('a workflow that writes 300 notes in queue mode, when its worker is killed in the middle', () => {
	itInQueueMode(
		'writes no second note with Remove Duplicates or Not If Already There, but without them writes all notes again',
		async () => {
			const tarball = packedTarball();
			const queueMode = await queueModeForTest(tarball, 5, SOON);
			const { client } = queueMode.main;
			const runs = await fourWays(client);
			try {
				const all = Object.values(runs);
				const ids = await Promise.all(
					all.map(async (run) => {
						const id = await run.beginUpToMiddle(client);
						await workerOf(queueMode.workers, id).kill();
						return id;
					}),
				);
				const lost = await Promise.all(ids.map(async (id) => await client.finished(id)));
				expect(lost.map(({ status }) => status)).toEqual(ids.map(() => 'error'));

				const [example, plain, oncePer] = [
					await runs.example.next(client),
					await runs.plain.next(client),
					await runs.oncePer.next(client),
				];

				const alreadyThere = await runs.alreadyThere.next(client);

				console.info(`Second notes: ${JSON.stringify({ example, plain, oncePer, alreadyThere })}`);
				for (const { writtenBefore } of [example, plain, oncePer, alreadyThere])
					expect(writtenBefore).toBeLessThan(NOTES);
				expect(example.twice).toBe(0);
				expect(example.once).toBeGreaterThanOrEqual(NOTES - 1);
				expect([alreadyThere.twice, alreadyThere.once]).toEqual([0, NOTES]);
				expect(plain.twice).toBe(plain.writtenBefore);
				expect(oncePer.twice).toBe(oncePer.writtenBefore);
			} finally {
				await queueMode.remove();
				await Promise.all(Object.values(runs).map(async ({ sandbox }) => await sandbox.close()));
			}
		},
	);
});

function workerOf(workers: Worker[], executionId: string) {
	return workers.find((worker) =>
		worker.log().some(({ message }) => message.startsWith(`Worker started execution ${executionId} `)),
	)!;
}
