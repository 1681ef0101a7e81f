import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { installVerification } from './install';

const run = promisify(execFile);

/** What n8n's verification would say. */
export interface Verdict {
	passed: boolean;
	/** Every finding with file, line and rule; absent where there is none. */
	details?: string;
	/** What went wrong in one line. */
	message?: string;
}

/** Scans the source as n8n does: the sources that ship and package.json, comments that disable a rule ignored. */
export async function scanSource(projectFolder: string): Promise<Verdict> {
	return await scan(projectFolder, 'source');
}

/** Scans a packed tarball as n8n does with what is published. */
export async function scanTarball(tarball: string): Promise<Verdict> {
	return await withTemporaryFolder(async (folder) => {
		await run('tar', ['-xzf', tarball, '-C', folder, '--strip-components=1']);
		return await scan(folder, 'tarball');
	});
}

async function scan(packageFolder: string, kind: 'source' | 'tarball'): Promise<Verdict> {
	const installed = await installVerification((line) => console.error(line));
	return await withTemporaryFolder(async (TMPDIR) => {
		const script = [join(__dirname, 'scan.mjs'), installed, packageFolder, kind];
		// The rules take every file for a node when they run in jest's environment, where NODE_ENV is test.
		const env = { ...process.env, TMPDIR, NODE_ENV: 'production' };
		const { stdout } = await run(process.execPath, script, { env, maxBuffer: 100_000_000 });
		return JSON.parse(stdout) as Verdict;
	});
}

async function withTemporaryFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
	const folder = await mkdtemp(join(tmpdir(), 'helpdesk-verification-'));
	try {
		return await work(folder);
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}
