import { NOTES, fourWays } from './support/notesRun';
import { useOwnN8n } from './support/ownN8n';

describe('n8n killed with SIGKILL in the middle of 300 notes, then started again', () => {
	const own = useOwnN8n();
	let runs: Awaited<ReturnType<typeof fourWays>>;

	beforeAll(async () => {
		runs = await fourWays(own.client);
		await Promise.all(Object.values(runs).map(async (run) => await run.beginUpToMiddle(own.client)));
		await own.n8n.kill();
		await own.startAgain();
	});
	afterAll(async () => await Promise.all(Object.values(runs ?? {}).map(async ({ sandbox }) => await sandbox.close())));

	it('the example with Remove Duplicates writes no second note, and leaves out at most the one that was on its way', async () => {
		const { once, twice, writtenBefore } = await runs.example.next(own.client);
		expect(writtenBefore).toBeLessThan(NOTES);
		expect(twice).toBe(0);
		expect(once).toBeGreaterThanOrEqual(NOTES - 1);
	});

	it('with Not If Already There, no second note, and none is left out: what was written is found', async () => {
		const { once, twice, writtenBefore } = await runs.alreadyThere.next(own.client);
		console.info(`alreadyThere: ${writtenBefore} of ${NOTES} were written before, ${twice} conversations have a second note, ${once} have one`);
		expect(writtenBefore).toBeLessThan(NOTES);
		expect([twice, once]).toEqual([0, NOTES]);
	});

	it.each([
		['without it', 'plain'],
		['with Only Once Per alone', 'oncePer'],
	] as const)('%s, what was written before the crash is written again: n8n had saved nothing', async (_, way) => {
		const { writtenBefore, twice } = await runs[way].next(own.client);
		console.info(`${way}: ${twice} of ${NOTES} conversations have a second note`);
		expect(writtenBefore).toBeLessThan(NOTES);
		expect(twice).toBe(writtenBefore);
	});
});
