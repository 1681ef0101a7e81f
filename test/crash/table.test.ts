import { rowsOf } from '../n8n/support/n8n';
import { readExample } from '../n8n/support/workflows';
import { NOTES, NotesRun } from './support/notesRun';
import { useOwnN8n } from './support/ownN8n';

describe('a workflow that writes 300 notes with a data table, when n8n is killed in the middle', () => {
	const own = useOwnN8n();
	let run: NotesRun;

	beforeAll(async () => {
		run = await NotesRun.create(own.client, 'Once in a table', await readExample('once-in-a-table'));
		await run.beginUpToMiddle(own.client);
		await own.n8n.kill();
		await own.startAgain();
	});
	afterAll(async () => await run?.sandbox.close());

	it('writes no second note; only the note in flight may be missing, and the table shows it as begun', async () => {
		const { once, twice, writtenBefore } = await run.next(own.client);
		const rows = await rowsOf(own.client, 'helpdesk_once');
		const begun = rows.filter(({ state }) => state === 'begun');
		console.info(
			`${writtenBefore} of ${NOTES} were written before, ${twice} have a second note, ${once} have one, ${begun.length} row says begun`,
		);
		expect(writtenBefore).toBeLessThan(NOTES);
		expect(twice).toBe(0);
		expect(once).toBeGreaterThanOrEqual(NOTES - 1);
		expect([rows.length, begun.length]).toEqual([NOTES, 1]);
	});
});
