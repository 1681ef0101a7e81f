import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { createServer } from 'node:http';
import { once } from 'node:events';

import { startSandbox } from '../../../sandbox';
import { onFreePort } from '../../../tools/n8n/start';

const RUN = join(__dirname, '../../../tools/commands/run.mjs');
const EMPTY_FOLDER = join(__dirname, 'nothing-is-here');

describe('npm start and npm test on a machine without a compiler', () => {
	it.each(['tools/demo/start.ts', 'test'])('%s reports at once what is missing and how to get it', (task) => {
		const env = { PATH: EMPTY_FOLDER, HELPDESK_CACHE: EMPTY_FOLDER };
		const { status, stderr, stdout } = spawnSync(process.execPath, [RUN, task], { env, encoding: 'utf8' });
		expect(stderr).toContain('missing: make, a C++ compiler, Python 3');
		expect(stderr).toMatch(/install .*make|xcode-select --install|package manager/i);
		expect(stdout).toBe('');
		expect(status).toBe(1);
	});
});

it('a server gets another port if its own is taken before it listens', async () => {
	const other = createServer();
	const tried: number[] = [];
	const sandbox = await onFreePort(undefined, async (port) => {
		tried.push(port);
		if (!other.listening) await once(other.listen(port, '127.0.0.1'), 'listening');
		return await startSandbox({ port, conversations: 0 });
	});
	expect(tried).toHaveLength(2);
	expect(sandbox.baseUrl).toBe(`http://127.0.0.1:${tried[1]}/v1`);
	await sandbox.close();
	other.close();
});
