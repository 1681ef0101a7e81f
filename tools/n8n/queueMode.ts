import { execFile, execFileSync, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmod, chown, mkdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';

import axios from 'axios';

import { installDebianPackages } from './install';
import {
	freePort,
	kill,
	launch,
	launchN8n,
	LOOPBACK,
	readLog,
	ready,
	startN8n,
	stop,
	type LogLine,
	type RunningN8n,
} from './start';

const READY_WITHIN_MS = 120_000;

/** Redis and PostgreSQL of this machine. */
interface QueueModePrograms {
	redisServer: string;
	/** The folder of `initdb` and `postgres`. */
	postgresBin: string;
}

/**
 * Finds Redis and PostgreSQL, or installs Debian's packages if allowed. Blocks until then, so that a test
 * file can choose its tests by the result.
 *
 * @returns the programs, or the reason why they are missing
 */
export function queueModePrograms(report: (line: string) => void): QueueModePrograms | string {
	const found = find();
	if (found) return found;
	report('Installing redis-server and postgresql (apt-get)');
	try {
		installDebianPackages('redis-server', 'postgresql');
	} catch (error) {
		return `Redis or PostgreSQL is missing, and ${(error as Error).message}`;
	}
	return find() ?? 'Redis or PostgreSQL is missing';
}

/** Debian keeps each version of PostgreSQL in a folder outside of the PATH. */
function find(): QueueModePrograms | undefined {
	const first = (command: string) =>
		execFileSync('sh', ['-c', `${command} || true`], { encoding: 'utf8' }).split('\n')[0]!;
	const redisServer = first('command -v redis-server');
	const initdb = first('ls -1 /usr/lib/postgresql/*/bin/initdb 2>/dev/null | sort -rV | grep . || command -v initdb');
	return redisServer && initdb ? { redisServer, postgresBin: join(initdb, '..') } : undefined;
}

interface QueueModeOptions {
	programs: QueueModePrograms;
	/** The folder for all files of n8n and the servers. */
	folder: string;
	/** The packed community package. */
	tarball: string;
	workers: number;
	env?: Record<string, string>;
}

/** An `n8n worker`, which runs one execution at a time. */
export interface Worker {
	log(): LogLine[];
	kill(): Promise<void>;
	stop(): Promise<void>;
}

export interface QueueMode {
	/** Distributes the work. It runs no execution itself, not even those started by hand. */
	main: RunningN8n;
	workers: Worker[];
	stop(): Promise<void>;
}

/** Starts n8n in queue mode: a main process and workers, with Redis and PostgreSQL, all on the loopback address. */
export async function startQueueMode({
	programs,
	folder,
	tarball,
	workers,
	env,
}: QueueModeOptions): Promise<QueueMode> {
	/** Stopped in reverse order, because n8n needs its servers until it has stopped. */
	const started: Array<{ stop(): Promise<void> }> = [];
	const stopAll = async () => {
		for (const each of started.splice(0).reverse()) await each.stop();
	};
	try {
		const servers = await startServers(programs, folder, (child) => started.push({ stop: () => stop(child) }));
		const common = {
			...servers,
			N8N_ENCRYPTION_KEY: randomUUID(),
			OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true',
			...env,
		};
		const userFolder = join(folder, 'n8n');
		const main = await startN8n({ userFolder, tarball, env: common });
		started.push(main);
		const names = Array.from({ length: workers }, (_, index) => `worker ${index + 1}`);
		const all = await Promise.all(
			names.map((name) =>
				startWorker(join(userFolder, `${name}.log`), userFolder, { ...common, WEBHOOK_URL: main.url }),
			),
		);
		started.push(...all);
		return { main, workers: all, stop: stopAll };
	} catch (error) {
		await stopAll();
		throw error;
	}
}

async function startWorker(logFile: string, userFolder: string, common: Record<string, string>): Promise<Worker> {
	const port = await freePort();
	const health = {
		QUEUE_HEALTH_CHECK_ACTIVE: 'true',
		QUEUE_HEALTH_CHECK_PORT: String(port),
		N8N_WORKER_SERVER_ADDRESS: LOOPBACK,
	};
	const child = await launchN8n(['worker', '--concurrency=1'], userFolder, logFile, {
		N8N_PORT: String(await freePort()),
		...common,
		...health,
	});
	const url = `http://${LOOPBACK}:${port}/healthz/readiness`;
	const isReady = async () =>
		(await axios.get(url, { timeout: 2_000, proxy: false }).catch(() => undefined))?.status === 200;
	await ready(child, isReady, READY_WITHIN_MS, logFile);
	return { log: () => readLog(logFile), kill: () => kill(child), stop: () => stop(child) };
}

/** Starts an empty Redis and an empty PostgreSQL. Returns the environment that n8n needs for them. */
async function startServers(
	{ redisServer, postgresBin }: QueueModePrograms,
	folder: string,
	started: (child: ChildProcess) => void,
) {
	const [redisPort, postgresPort] = [await freePort(), await freePort()];
	const data = join(folder, 'postgres');
	await mkdir(data, { recursive: true });
	// Both servers end with this process. PostgreSQL refuses to run as root, and its user needs access to the folder.
	const alone = ['--pdeathsig', 'KILL', '--'];
	const asPostgres =
		process.getuid?.() === 0 ? ['--reuid=postgres', '--regid=postgres', '--clear-groups', ...alone] : alone;
	await chmod(folder, 0o755);
	if (asPostgres !== alone) {
		const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
		await chown(data, id('-u'), id('-g'));
	}
	const serve = async (name: string, port: number, args: string[]) => {
		const logFile = join(folder, `${name}.log`);
		const child = launch('setpriv', args, { cwd: data, env: process.env, logFile });
		started(child);
		await ready(child, async () => await isListening(port), READY_WITHIN_MS, logFile);
	};
	const redis = [
		'--port',
		String(redisPort),
		'--bind',
		LOOPBACK,
		'--dir',
		folder,
		'--save',
		'',
		'--appendonly',
		'no',
	];
	await serve('redis', redisPort, [...alone, redisServer, ...redis]);
	const initdb = [
		join(postgresBin, 'initdb'),
		'-D',
		data,
		'-U',
		'n8n',
		'-A',
		'trust',
		'--no-sync',
		'-E',
		'UTF8',
		'--locale=C',
	];
	await promisify(execFile)('setpriv', [...asPostgres, ...initdb], { cwd: data });
	const settings = [`listen_addresses=${LOOPBACK}`, 'unix_socket_directories=', 'fsync=off'].flatMap((setting) => [
		'-c',
		setting,
	]);
	await serve('postgres', postgresPort, [
		...asPostgres,
		join(postgresBin, 'postgres'),
		'-D',
		data,
		'-p',
		String(postgresPort),
		...settings,
	]);
	return {
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
}

async function isListening(port: number): Promise<boolean> {
	const socket = connect(port, LOOPBACK);
	return await once(socket, 'connect')
		.then(
			() => true,
			() => false,
		)
		.finally(() => socket.destroy());
}
