import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

import axios from 'axios';

import { n8nEnvironment } from './environment';
import { readLog, type LogLine } from './log';
import { freePort, LOOPBACK } from './ports';
import { kill, launch, ready, stop } from './process';
import type { QueueModePrograms } from './queueModePrograms';
import { startQueueModeServers } from './queueModeServers';
import { n8nScript, nodeBinary, runtimeFolder } from './runtime.cjs';
import { startN8n, type RunningN8n } from './start';

const READY_WITHIN_MS = 120_000;

export interface QueueModeOptions {
	programs: QueueModePrograms;
	/** For all that n8n and the servers write. */
	folder: string;
	/** The packed community package. */
	tarball: string;
	workers: number;
	env?: Record<string, string>;
}

/** One `n8n worker`, which runs one execution at a time. */
export interface Worker {
	log(): LogLine[];
	/** Ends it as a crash would. */
	kill(): Promise<void>;
}

export interface QueueMode {
	/** Takes the work and hands it out; runs nothing itself, not even what is started by hand. */
	main: RunningN8n;
	workers: Worker[];
	stop(): Promise<void>;
}

/**
 * Starts n8n as operators do who have more work than one process can do: a main process and workers, with Redis
 * and PostgreSQL between them, all on the loopback address.
 */
export async function startQueueMode({ programs, folder, tarball, workers, env }: QueueModeOptions): Promise<QueueMode> {
	const servers = await startQueueModeServers(programs, join(await made(folder), 'servers'));
	const common = { ...servers.env, N8N_ENCRYPTION_KEY: randomUUID(), OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true', ...env };
	const ends: Array<() => Promise<void>> = [servers.stop];
	const stopAll = async () => {
		for (const end of ends.splice(0).reverse()) await end();
	};
	try {
		const userFolder = join(folder, 'n8n');
		const main = await startN8n({ userFolder, tarball, env: common });
		ends.push(main.stop);
		const names = Array.from({ length: workers }, (_, index) => `worker ${index + 1}`);
		const started = await Promise.all(names.map(async (name) => await startWorker(name, userFolder, common)));
		ends.push(async () => void (await Promise.all(started.map(async ({ child }) => await stop(child)))));
		return { main, workers: started, stop: stopAll };
	} catch (error) {
		await stopAll();
		throw error;
	}
}

async function startWorker(name: string, userFolder: string, common: Record<string, string>): Promise<Worker & { child: ChildProcess }> {
	const logFile = join(userFolder, `${name}.log`);
	const port = await freePort();
	const health = { QUEUE_HEALTH_CHECK_ACTIVE: 'true', QUEUE_HEALTH_CHECK_PORT: String(port), N8N_WORKER_SERVER_ADDRESS: LOOPBACK };
	const env = await n8nEnvironment(userFolder, await freePort(), { ...common, ...health });
	const folder = runtimeFolder();
	const args = ['worker', '--concurrency=1'];
	const child = launch({ node: nodeBinary(folder), script: n8nScript(folder), args, cwd: userFolder, env, logFile });
	try {
		await ready(child, async () => await isReady(port), READY_WITHIN_MS);
	} catch (error) {
		await kill(child);
		const lines = readLog(logFile).map(({ text }) => text);
		throw new Error([`${name} did not start: ${(error as Error).message}`, ...lines].join('\n'), { cause: error });
	}
	return { child, log: () => readLog(logFile), kill: async () => await kill(child) };
}

async function isReady(port: number): Promise<boolean> {
	const url = `http://${LOOPBACK}:${port}/healthz/readiness`;
	return await axios.get(url, { timeout: 2_000, proxy: false }).then(
		({ status }) => status === 200,
		() => false,
	);
}

async function made(folder: string): Promise<string> {
	await mkdir(join(folder, 'servers'), { recursive: true });
	return folder;
}
