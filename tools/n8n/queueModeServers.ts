import { execFile, type ChildProcess } from 'node:child_process';
import { chmod, chown, mkdir, readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { freePort, LOOPBACK } from './ports';
import { kill, launch, ready, stop } from './process';
import type { QueueModePrograms } from './queueModePrograms';

const run = promisify(execFile);
const READY_WITHIN_MS = 30_000;

export interface QueueModeServers {
	/** What n8n has to be told about them. */
	env: Record<string, string>;
	stop(): Promise<void>;
}

/**
 * Starts a Redis and a PostgreSQL on free ports of the loopback address, with nothing in them. They end with
 * this process, however that ends.
 *
 * @param folder holds all that they write; everybody has to be able to pass it
 * @throws {Error} with the server's output when it does not start
 */
export async function startQueueModeServers({ redisServer, postgresBin }: QueueModePrograms, folder: string): Promise<QueueModeServers> {
	const [redisPort, postgresPort] = [await freePort(), await freePort()];
	const started: ChildProcess[] = [];
	const stopAll = async () => void (await Promise.all(started.map(stop)));
	try {
		started.push(
			await serve(folder, 'redis', redisPort, redisServer, [
				...['--port', String(redisPort), '--bind', LOOPBACK, '--dir', folder],
				...['--save', '', '--appendonly', 'no'],
			]),
		);
		const data = join(folder, 'postgres');
		const owner = await postgresUser();
		await mkdir(data, { recursive: true });
		await chmod(folder, 0o755);
		if (owner) await chown(data, owner.uid, owner.gid);
		const options = { ...owner, cwd: data };
		await run(join(postgresBin, 'initdb'), ['-D', data, '-U', 'n8n', '-A', 'trust', '--no-sync', '-E', 'UTF8', '--locale=C'], options);
		started.push(
			await serve(
				folder,
				'postgres',
				postgresPort,
				join(postgresBin, 'postgres'),
				[
					...['-D', data, '-p', String(postgresPort), '-c', `listen_addresses=${LOOPBACK}`],
					...['-c', 'unix_socket_directories=', '-c', 'fsync=off'],
				],
				owner,
			),
		);
	} catch (error) {
		await stopAll();
		throw error;
	}
	const env = {
		EXECUTIONS_MODE: 'queue',
		QUEUE_BULL_REDIS_HOST: LOOPBACK,
		QUEUE_BULL_REDIS_PORT: String(redisPort),
		DB_TYPE: 'postgresdb',
		DB_POSTGRESDB_HOST: LOOPBACK,
		DB_POSTGRESDB_PORT: String(postgresPort),
		DB_POSTGRESDB_DATABASE: 'postgres',
		DB_POSTGRESDB_USER: 'n8n',
		DB_POSTGRESDB_PASSWORD: 'n8n',
	};
	return { env, stop: stopAll };
}

interface User {
	uid: number;
	gid: number;
}

/** PostgreSQL refuses to run as root; Debian's package brings a user for it. */
async function postgresUser(): Promise<User | undefined> {
	if (process.getuid?.() !== 0) return undefined;
	const id = async (what: string) => Number((await run('id', [what, 'postgres'])).stdout);
	return { uid: await id('-u'), gid: await id('-g') };
}

async function serve(folder: string, name: string, port: number, command: string, args: string[], user?: User): Promise<ChildProcess> {
	const logFile = join(folder, `${name}.log`);
	const script = require.resolve('./runAlong.cjs');
	const what = JSON.stringify({ command, args, ...user });
	const child = launch({ node: process.execPath, script, args: [what], cwd: folder, env: process.env, logFile });
	try {
		await ready(child, async () => await answers(port), READY_WITHIN_MS);
		return child;
	} catch (error) {
		await kill(child);
		throw new Error(`${name}: ${(error as Error).message}\n${await readFile(logFile, 'utf8')}`, { cause: error });
	}
}

async function answers(port: number): Promise<boolean> {
	return await new Promise((resolve) => {
		const socket = connect({ port, host: LOOPBACK });
		const end = (connected: boolean) => {
			socket.destroy();
			resolve(connected);
		};
		socket.once('connect', () => end(true));
		socket.once('error', () => end(false));
	});
}
