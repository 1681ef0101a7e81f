import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { startN8n, type RunningN8n } from '../../tools/n8n/start';
import { packedTarball, rowsOf } from '../n8n/support/n8n';
import { readExample } from '../n8n/support/workflows';
import { NOTES, NotesRun } from './support/notesRun';

describe('n8n killed with SIGKILL in the middle of 300 notes that a data table remembers', () => {
	let n8n: RunningN8n;
	let userFolder: string;
	let run: NotesRun;

	beforeAll(async () => {
		const tarball = packedTarball();
		userFolder = await mkdtemp(join(tmpdir(), 'helpdesk-table-'));
		n8n = await startN8n({ userFolder, tarball });
		run = await NotesRun.create(n8n.client, 'Once in a table', await readExample('once-in-a-table'));
		await run.beginUpToMiddle(n8n.client);
		await n8n.kill();
		n8n = await startN8n({ userFolder });
	});
	afterAll(async () => {
		await n8n?.kill();
		await run?.sandbox.close();
		await rm(userFolder, { recursive: true, force: true });
	});

	it('writes no second note and leaves out none but the one that was on its way, and the table shows that one as begun', async () => {
		const { once, twice, writtenBefore } = await run.next(n8n.client);
		const rows = await rowsOf(n8n.client, 'helpdesk_once');
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
