import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { startN8n, type RunningN8n } from '../../tools/n8n/start';
import { packedTarball } from '../n8n/support/n8n';
import { NOTES, fourWays } from './support/notesRun';

describe('n8n killed with SIGKILL in the middle of 300 notes, then started again', () => {
	let n8n: RunningN8n;
	let userFolder: string;
	let runs: Awaited<ReturnType<typeof fourWays>>;

	beforeAll(async () => {
		const tarball = packedTarball();
		userFolder = await mkdtemp(join(tmpdir(), 'helpdesk-crash-'));
		n8n = await startN8n({ userFolder, tarball });
		runs = await fourWays(n8n.client);
		await Promise.all(Object.values(runs).map(async (run) => await run.beginUpToMiddle(n8n.client)));
		await n8n.kill();
		n8n = await startN8n({ userFolder });
	});
	afterAll(async () => {
		await n8n?.kill();
		await Promise.all(Object.values(runs ?? {}).map(async ({ sandbox }) => await sandbox.close()));
		await rm(userFolder, { recursive: true, force: true });
	});

	it('the example with Remove Duplicates writes no second note, and leaves out at most the one that was on its way', async () => {
		const { once, twice, writtenBefore } = await runs.example.next(n8n.client);
		expect(writtenBefore).toBeLessThan(NOTES);
		expect(twice).toBe(0);
		expect(once).toBeGreaterThanOrEqual(NOTES - 1);
	});

	it('with Not If Already There, no second note, and none is left out: what was written is found', async () => {
		const { once, twice, writtenBefore } = await runs.alreadyThere.next(n8n.client);
		console.info(`alreadyThere: ${writtenBefore} of ${NOTES} were written before, ${twice} conversations have a second note, ${once} have one`);
		expect(writtenBefore).toBeLessThan(NOTES);
		expect([twice, once]).toEqual([0, NOTES]);
	});

	it.each([
		['without it', 'plain'],
		['with Only Once Per alone', 'oncePer'],
	] as const)('%s, what was written before the crash is written again: n8n had saved nothing', async (_, way) => {
		const { writtenBefore, twice } = await runs[way].next(n8n.client);
		console.info(`${way}: ${twice} of ${NOTES} conversations have a second note`);
		expect(writtenBefore).toBeLessThan(NOTES);
		expect(twice).toBe(writtenBefore);
	});
});
