import { NOTES, fourWays } from './support/notesRun';
import { useOwnN8n } from './support/ownN8n';

describe('a workflow that writes 300 notes, when n8n is killed in the middle and started again', () => {
	const own = useOwnN8n();
	let runs: Awaited<ReturnType<typeof fourWays>>;

	beforeAll(async () => {
		runs = await fourWays(own.client);
		await Promise.all(Object.values(runs).map(async (run) => await run.beginUpToMiddle(own.client)));
		await own.n8n.kill();
		await own.startAgain();
	});
	afterAll(
		async () => await Promise.all(Object.values(runs ?? {}).map(async ({ sandbox }) => await sandbox.close())),
	);

	it('writes no second note with Remove Duplicates, and leaves out at most the one in flight', async () => {
		const { once, twice, writtenBefore } = await runs.example.next(own.client);
		expect(writtenBefore).toBeLessThan(NOTES);
		expect(twice).toBe(0);
		expect(once).toBeGreaterThanOrEqual(NOTES - 1);
	});

	it('writes no second note with Not If Already There, and leaves out none', async () => {
		const { once, twice, writtenBefore } = await runs.alreadyThere.next(own.client);
		console.info(
			`alreadyThere: ${writtenBefore} of ${NOTES} were written before, ${twice} conversations have a second note, ${once} have one`,
		);
		expect(writtenBefore).toBeLessThan(NOTES);
		expect([twice, once]).toEqual([0, NOTES]);
	});

	it.each([
		['without any option', 'plain'],
		['with Only Once Per alone', 'oncePer'],
	] as const)('writes the notes from before the crash again %s, because n8n had saved nothing', async (_, way) => {
		const { writtenBefore, twice } = await runs[way].next(own.client);
		console.info(`${way}: ${twice} of ${NOTES} conversations have a second note`);
		expect(writtenBefore).toBeLessThan(NOTES);
		expect(twice).toBe(writtenBefore);
	});
});
