import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

import { installDebianPackages } from './debianPackages';

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
 * and that is allowed. Waits for all of it, so that a test file can decide by it
 * which tests it has.
 *
 * @param report told before something is installed
 * @returns the programs, or in words why they cannot be had
 */
export function queueModePrograms(report: (line: string) => void): QueueModePrograms | string {
	const found = find();
	if (typeof found !== 'string') return found;
	report(`${found}: installing redis-server and postgresql (apt-get)`);
	try {
		installDebianPackages('redis-server', 'postgresql');
	} catch (error) {
		return `${found}, and ${(error as Error).message}`;
	}
	return find();
}

function find(): QueueModePrograms | string {
	const redisServer = inPath('redis-server');
	if (!redisServer) return 'redis-server is missing';
	const versions = existsSync(DEBIAN_POSTGRES) ? readdirSync(DEBIAN_POSTGRES) : [];
	const newestFirst = versions.sort((a, b) => Number(b) - Number(a)).map((version) => join(DEBIAN_POSTGRES, version, 'bin'));
	const postgres = firstExecutable([...newestFirst, ...pathFolders()].map((folder) => join(folder, 'initdb')));
	if (!postgres) return 'PostgreSQL is missing';
	return { redisServer, postgresBin: join(postgres, '..') };
}

function inPath(name: string): string | undefined {
	return firstExecutable(pathFolders().map((folder) => join(folder, name)));
}

function pathFolders(): string[] {
	return (process.env.PATH ?? '').split(delimiter);
}

function firstExecutable(files: string[]): string | undefined {
	return files.find((file) => {
		try {
			accessSync(file, constants.X_OK);
			return true;
		} catch {
			return false;
		}
	});
}
