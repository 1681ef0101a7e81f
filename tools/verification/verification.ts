import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

import { npm } from '../commands/npm.cjs';
import { installOnce } from '../n8n/install';
import { installationFolder } from '../n8n/runtime.cjs';

const run = promisify(execFile);

/**
 * Runs in its own process, because the scanner is an ES module that loads its own ESLint. The scanner exports no
 * patterns for a tarball.
 */
const SCAN = `const [, scanner, folder, kind] = process.argv;
const { analyzePackage, SOURCE_FILE_PATTERNS } = await import(scanner);
const { passed, message, details } = await analyzePackage(folder, kind === 'source' ? SOURCE_FILE_PATTERNS : ['**/*.js', 'package.json']);
console.log(JSON.stringify({ passed, message, details }));`;

/** The result of n8n's verification. */
export interface Verdict {
	passed: boolean;
	/** Every finding with file, line and rule; absent without findings. */
	details?: string;
	/** The error in one line. */
	message?: string;
}

/** Scans shipped sources and package.json as n8n does, ignoring comments that disable a rule. */
export async function scanSource(projectFolder: string): Promise<Verdict> {
	return await scan(projectFolder, 'source');
}

/** Scans a packed tarball as n8n scans a published one. */
export async function scanTarball(tarball: string): Promise<Verdict> {
	return await withTemporaryFolder(async (folder) => {
		await run('tar', ['-xzf', tarball, '-C', folder, '--strip-components=1']);
		return await scan(folder, 'tarball');
	});
}

async function scan(packageFolder: string, kind: 'source' | 'tarball'): Promise<Verdict> {
	const installed = await installScanner();
	return await withTemporaryFolder(async (TMPDIR) => {
		const scanner = join(installed, 'node_modules/@n8n/scan-community-package/scanner/scanner.mjs');
		const script = ['--input-type=module', '--eval', SCAN, pathToFileURL(scanner).href, packageFolder, kind];
		// With jest's NODE_ENV=test, the rules treat every file as a node.
		const env = { ...process.env, TMPDIR, NODE_ENV: 'production' };
		const { stdout } = await run(process.execPath, script, { env, maxBuffer: 100_000_000 });
		return JSON.parse(stdout) as Verdict;
	});
}

/**
 * Installs n8n's scanner into the cache unless it is there: about 15 seconds and 220 MB, once per machine. It has its
 * own folder, because it crashes without the peers that this project does not install.
 */
async function installScanner(): Promise<string> {
	const lock = join(__dirname, 'runtime');
	const folder = installationFolder('verification', lock);
	await installOnce(folder, lock, console.error, (partial) =>
		npm(partial, ['ci', '--ignore-scripts', '--legacy-peer-deps=false']),
	);
	return folder;
}

async function withTemporaryFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
	const folder = await mkdtemp(join(tmpdir(), 'helpdesk-verification-'));
	try {
		return await work(folder);
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}
