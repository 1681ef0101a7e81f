import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { startSandbox, type Sandbox } from '../../../sandbox';
import { isReport } from '../../../tools/service/report';
import { reportOf } from '../../../tools/service/found';
import { tryWritesOn, withWrites } from '../../../tools/service/writes/onService';
import { systemClock } from '../../../transport/clock';
import { thread } from '../../support/sandboxRecords';

const project = join(__dirname, '..', '..', '..');

describe('npm run service:check -- --try-writes-on', () => {
	let sandbox: Sandbox;
	let folder: string;
	beforeAll(async () => {
		sandbox = await startSandbox({ conversations: 60 });
		folder = mkdtempSync(join(tmpdir(), 'helpdesk-writes-'));
	});
	beforeEach(() => sandbox.reset());
	afterAll(async () => {
		await sandbox.close();
		rmSync(folder, { recursive: true });
	});

	const written = () => sandbox.requests().filter(({ method, path }) => method !== 'GET' && !/^\/(search|inboxes\/\w+)$/.test(path));
	const on = (conversationId: string) => ({
		baseUrl: sandbox.baseUrl,
		token: sandbox.tokens.personal,
		clock: systemClock,
		conversationId,
		tell: () => undefined,
	});

	it('writes over the real wire once it is agreed to, and the report names what answered', async () => {
		const writes = await tryWritesOn({ ...on(thread(sandbox).record.id), agreed: async () => true });
		const report = withWrites(reportOf({ readings: [], passing: [], requests: 0 }, 0), writes);
		expect(isReport(report)).toBe(true);
		expect(report.writes).toEqual(writes);
		expect([report.endpoints.addNote, report.endpoints.replyToConversation.state]).toEqual([{ state: 'answers' }, 'not asked']);
		expect(written().length).toBeGreaterThan(12);
		expect(JSON.stringify(report)).not.toContain(thread(sandbox).record.id);
	});

	it('writes nothing without a terminal at which to agree, and still reports what it read', async () => {
		const { id } = thread(sandbox).record;
		const env = { ...process.env, INIT_CWD: folder, HELPDESK_BASE_URL: sandbox.baseUrl, HELPDESK_TOKEN: sandbox.tokens.personal };
		const args = ['tools/commands/run.mjs', 'service:check', '--try-writes-on', id, '--out', 'mine.json'];
		const { stdout, status } = await new Promise<{ stdout: string; status: number | null }>((resolve) => {
			const child = execFile(process.execPath, args, { cwd: project, env }, (_, out) => resolve({ stdout: out, status: child.exitCode }));
			child.stdin!.end('yes\n');
		});
		expect(stdout).toContain('adds a note for the team, which stays');
		expect(stdout).toContain('There is no terminal to ask at: nothing was written.');
		expect([status, existsSync(join(folder, 'mine.json'))]).toEqual([0, true]);
		expect(written()).toEqual([]);
	}, 60_000);
});
