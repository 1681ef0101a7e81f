import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { access, readdir } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Where Debian puts the programs of each version of PostgreSQL. */
const DEBIAN_POSTGRES = '/usr/lib/postgresql';

/** What queue mode needs besides n8n. */
export interface QueueModePrograms {
	redisServer: string;
	/** The folder of `initdb` and `postgres`. */
	postgresBin: string;
}

/**
 * Finds Redis and PostgreSQL on this machine, and installs them from Debian's packages where they are missing
 * and that is possible (as root, with apt-get).
 *
 * @param report told before something is installed
 * @returns the programs, or in words why they can not be had
 */
export async function queueModePrograms(report: (line: string) => void): Promise<QueueModePrograms | string> {
	const found = await find();
	if (typeof found !== 'string') return found;
	const aptGet = await inPath('apt-get');
	if (!aptGet || process.getuid?.() !== 0) return `${found} and cannot be installed: that takes root and apt-get`;
	report(`${found}: installing redis-server and postgresql with apt-get`);
	const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
	try {
		await run(aptGet, ['update', '-qq'], { env });
		await run(aptGet, ['install', '-y', '-qq', '--no-install-recommends', 'redis-server', 'postgresql'], { env });
	} catch (error) {
		return `${found} and apt-get could not install it: ${(error as Error).message.slice(0, 300)}`;
	}
	return await find();
}

async function find(): Promise<QueueModePrograms | string> {
	const redisServer = await inPath('redis-server');
	if (!redisServer) return 'redis-server is missing';
	const versions = await readdir(DEBIAN_POSTGRES).catch((): string[] => []);
	const newestFirst = versions.sort((a, b) => Number(b) - Number(a)).map((version) => join(DEBIAN_POSTGRES, version, 'bin'));
	const postgres = await firstExecutable([...newestFirst, ...pathFolders()].map((folder) => join(folder, 'initdb')));
	if (!postgres) return 'PostgreSQL is missing';
	return { redisServer, postgresBin: join(postgres, '..') };
}

async function inPath(name: string): Promise<string | undefined> {
	return await firstExecutable(pathFolders().map((folder) => join(folder, name)));
}

function pathFolders(): string[] {
	return (process.env.PATH ?? '').split(delimiter);
}

async function firstExecutable(files: string[]): Promise<string | undefined> {
	for (const file of files) {
		if (await access(file, constants.X_OK).then(() => true, () => false)) return file;
	}
	return undefined;
}
