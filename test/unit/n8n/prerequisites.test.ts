import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const RUN = join(__dirname, '../../../tools/commands/run.mjs');
const EMPTY_FOLDER = join(__dirname, 'nothing-is-here');

describe('npm start and npm test on a machine without a compiler', () => {
	it.each(['tools/demo/start.ts', 'test'])('%s says at once what is missing and how to get it', (task) => {
		const env = { PATH: EMPTY_FOLDER, HELPDESK_CACHE: EMPTY_FOLDER };
		const { status, stderr, stdout } = spawnSync(process.execPath, [RUN, task], { env, encoding: 'utf8' });
		expect(stderr).toContain('missing: make, a C++ compiler, Python 3');
		expect(stderr).toMatch(/install .*make|xcode-select --install|package manager/i);
		expect(stdout).toBe('');
		expect(status).toBe(1);
	});
});
