import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

import { N8nClient } from './client';
import { n8nEnvironment } from './environment';
import { installPack } from './installPack';
import { readLog } from './log';
import { freePort, LOOPBACK } from './ports';
import { kill, launch, ready, stop } from './process';
import { isInstalled, n8nScript, nodeBinary, runtimeFolder } from './runtime.cjs';

const READY_WITHIN_MS = 300_000;

/** Of n8n's log, in the error of a failed start. */
const LAST_LINES = 20;

export interface StartOptions {
	/** n8n's `N8N_USER_FOLDER`: a new one is a new n8n, an old one goes on with its database. */
	userFolder: string;
	/** Default: any free port. */
	port?: number;
	/** A packed community package to install first; absent where the folder has it already. */
	tarball?: string;
	env?: Record<string, string>;
	/** Gives up the start and ends n8n when aborted before it is ready. */
	signal?: AbortSignal;
}

export interface RunningN8n {
	/** Where the editor is. */
	url: string;
	/** Signed in as the owner. */
	client: N8nClient;
	/** Lets n8n end its executions, and forces it after ten seconds. */
	stop(): Promise<void>;
	/** Ends n8n and its task runners at once, as a crash would. */
	kill(): Promise<void>;
	/** Of n8n itself, without its task runners. */
	pid: number;
	/** What it writes, for `readLog`; goes on where an n8n before it in this folder ended. */
	logFile: string;
}

/**
 * Starts the installed n8n on the loopback address and signs in as its owner, who is set up when new.
 * It ends with this process, however that ends.
 *
 * @throws {Error} with n8n's last lines when it is not ready within five minutes
 */
export async function startN8n({ userFolder, port, tarball, env: extra, signal }: StartOptions): Promise<RunningN8n> {
	if (!isInstalled()) throw new Error('n8n is not installed yet: `npm start` and `npm test` install it.');
	await mkdir(userFolder, { recursive: true });
	if (tarball) await installPack(userFolder, tarball);
	signal?.throwIfAborted();

	const logFile = join(userFolder, 'n8n.log');
	const listensOn = await freePort(port);
	const folder = runtimeFolder();
	const env = await n8nEnvironment(userFolder, listensOn, extra);
	const child = launch({ node: nodeBinary(folder), script: n8nScript(folder), args: ['start'], cwd: userFolder, env, logFile });

	const url = `http://${LOOPBACK}:${listensOn}`;
	const client = new N8nClient(url);
	try {
		await ready(child, () => client.isReady(), READY_WITHIN_MS, signal);
		await client.signIn();
	} catch (error) {
		await kill(child);
		signal?.throwIfAborted();
		const lastLines = readLog(logFile)
			.slice(-LAST_LINES)
			.map(({ text }) => text);
		throw new Error(['n8n did not start', (error as Error).message, ...lastLines].join('\n'), { cause: error });
	}
	return { url, client, logFile, pid: child.pid!, stop: () => stop(child), kill: () => kill(child) };
}
