import { spawn, type ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { detectPort } from 'detect-port';

import { N8nClient } from './client';
import { installPack } from './install';
import { isInstalled, n8nScript, nodeBinary, runtimeFolder } from './runtime.cjs';

const READY_WITHIN_MS = 300_000;
const STOPPED_WITHIN_MS = 10_000;

/** Number of lines of n8n's log in the error of a failed start. */
const LAST_LINES = 20;

/** The address of n8n and the sandbox. No other machine can reach it. */
export const LOOPBACK = '127.0.0.1';

/**
 * Returns a free port below Linux's range for outgoing connections. Another process may take it before the caller
 * listens.
 *
 * @param wanted preferred port; if it is taken, the next free one is used
 */
export async function freePort(wanted = randomInt(10_000, 32_768)): Promise<number> {
	return await detectPort({ port: wanted, hostname: LOOPBACK });
}

/** Maximum number of ports that are tried. */
const MAX_PORTS = 20;

export const LISTENING = 'Editor is now accessible';

/** The error of a server whose port is taken, from Node or in n8n's log. */
const IS_TAKEN = /EADDRINUSE|port \d+ is already in use/;

/**
 * Starts a server on a free port. If another process takes the port before the server listens, the next one is used.
 *
 * @param wanted preferred port
 */
export async function onFreePort<T>(wanted: number | undefined, start: (port: number) => Promise<T>): Promise<T> {
	let port = await freePort(wanted);
	for (let tries = 1; ; tries += 1) {
		try {
			return await start(port);
		} catch (error) {
			if (tries === MAX_PORTS || !IS_TAKEN.test((error as Error).message)) throw error;
			port = await freePort(port + 1);
		}
	}
}

interface StartOptions {
	/** n8n's `N8N_USER_FOLDER`. A new folder means a new n8n; an old one has a database that n8n continues with. */
	userFolder: string;
	/** Default: any free port. */
	port?: number;
	/** A packed community package to install first, unless the folder has it. */
	tarball?: string;
	env?: Record<string, string>;
	/** Ends n8n if aborted before it is ready. */
	signal?: AbortSignal;
}

export interface RunningN8n {
	/** The address of the editor. */
	url: string;
	/** Signed in as the owner. */
	client: N8nClient;
	/** Lets n8n end its executions. Kills it after ten seconds. */
	stop(): Promise<void>;
	/** Kills n8n and its task runners at once, as a crash would. */
	kill(): Promise<void>;
	/** The process of n8n itself, without its task runners. */
	pid: number;
	/** For `readLog`. An n8n that starts again in the same folder appends to it. */
	logFile: string;
}

/**
 * Starts the installed n8n on the loopback address and signs in as its owner. n8n ends with this process, however that
 * ends.
 *
 * @throws {Error} with n8n's last lines if it is not ready within five minutes
 */
export async function startN8n({ userFolder, port, tarball, env, signal }: StartOptions): Promise<RunningN8n> {
	if (!isInstalled()) throw new Error('n8n is not installed yet: `npm start` and `npm test` install it.');
	await mkdir(userFolder, { recursive: true });
	if (tarball) await installPack(userFolder, tarball);
	signal?.throwIfAborted();
	return await onFreePort(port, async (free) => {
		const url = `http://${LOOPBACK}:${free}`;
		const client = new N8nClient(url);
		const logFile = join(userFolder, 'n8n.log');
		const before = existsSync(logFile) ? readLog(logFile).length : 0;
		const child = await launchN8n(['start'], userFolder, logFile, { N8N_PORT: String(free), ...env });
		// Reads the log, because another n8n may have taken the port and answer.
		const listens = () =>
			readLog(logFile)
				.slice(before)
				.some(({ message }) => message.includes(LISTENING));
		const isSignedIn = async () =>
			listens() && (await client.isReady()) && (await client.signIn().then(() => true));
		await ready(child, isSignedIn, READY_WITHIN_MS, logFile, signal);
		return { url, client, logFile, pid: child.pid!, stop: () => stop(child), kill: () => kill(child) };
	});
}

/** Starts a command of n8n, such as `worker`, with an environment that is the same on every machine. */
export async function launchN8n(
	args: string[],
	userFolder: string,
	logFile: string,
	env: Record<string, string>,
): Promise<ChildProcess> {
	const folder = runtimeFolder();
	const lifeline = require.resolve('./dieWithParent.cjs');
	const all = { ...(await n8nEnvironment(folder)), N8N_USER_FOLDER: userFolder, ...env };
	return launch(nodeBinary(folder), ['--require', lifeline, n8nScript(folder), ...args], {
		cwd: userFolder,
		env: all,
		logFile,
	});
}

/** Things that n8n does unasked: telemetry, news, banners, calls to other hosts. */
const SWITCHED_OFF = [
	...[
		'DIAGNOSTICS',
		'DYNAMIC_BANNERS',
		'HIRING_BANNER',
		'PERSONALIZATION',
		'TEMPLATES',
		'VERIFIED_PACKAGES',
		'VERSION_NOTIFICATIONS',
	],
	'VERSION_NOTIFICATIONS_WHATS_NEW',
];

/** Inherited variables. They exclude settings of n8n, npm, jest and proxies. */
const INHERITED = ['HOME', 'LANG', 'TMPDIR', 'TZ', 'USER'];

async function n8nEnvironment(folder: string): Promise<NodeJS.ProcessEnv> {
	return {
		...Object.fromEntries(INHERITED.map((name) => [name, process.env[name]])),
		...Object.fromEntries(SWITCHED_OFF.map((name) => [`N8N_${name}_ENABLED`, 'false'])),
		// n8n starts its task runner as plain `node`.
		PATH: dirname(nodeBinary(folder)) + delimiter + process.env.PATH,
		// This module calls another host. n8n does not start if a disabled module does not exist.
		N8N_DISABLED_MODULES: ['mcp-registry']
			.filter((name) => existsSync(join(n8nScript(folder), '../../dist/modules', name)))
			.join(),
		N8N_LISTEN_ADDRESS: LOOPBACK,
		N8N_RUNNERS_BROKER_PORT: String(await freePort()),
		N8N_ENFORCE_SETTINGS_FILE_PERMISSIONS: 'false',
		N8N_GRACEFUL_SHUTDOWN_TIMEOUT: '5',
		N8N_LOG_FORMAT: 'json',
		// This is the default. If it is not set, n8n warns that the default will change.
		N8N_UNVERIFIED_PACKAGES_ENABLED: 'true',
		// The session cookie has to work over http.
		N8N_SECURE_COOKIE: 'false',
	};
}

interface Launch {
	cwd: string;
	env: NodeJS.ProcessEnv;
	logFile: string;
}

/** Starts a program in a process group of its own. Descriptor 3 is a pipe that closes when this process ends. */
export function launch(command: string, args: string[], { cwd, env, logFile }: Launch): ChildProcess {
	const log = openSync(logFile, 'a');
	const child = spawn(command, args, { cwd, env, detached: true, stdio: ['ignore', log, log, 'pipe'] });
	closeSync(log);
	return child;
}

/**
 * Resolves when `isReady` resolves to true.
 *
 * @throws {Error} with the last lines of the log if the process ends first or takes too long; it is then killed
 */
export async function ready(
	child: ChildProcess,
	isReady: () => Promise<boolean>,
	withinMs: number,
	logFile: string,
	signal?: AbortSignal,
): Promise<void> {
	try {
		for (const deadline = Date.now() + withinMs; !(await isReady()); await sleep(200, undefined, { signal })) {
			if (hasEnded(child)) throw new Error(`it ended with exit code ${child.exitCode ?? child.signalCode}`);
			if (Date.now() > deadline) throw new Error(`it was not ready within ${withinMs / 1000} s`);
		}
	} catch (error) {
		await kill(child);
		signal?.throwIfAborted();
		const lines = readLog(logFile).slice(-LAST_LINES);
		throw new Error(['It did not start', (error as Error).message, ...lines.map(({ text }) => text)].join('\n'), {
			cause: error,
		});
	}
}

/** Lets a process end by itself, and kills it after ten seconds. */
export async function stop(child: ChildProcess): Promise<void> {
	if (!hasEnded(child)) {
		child.kill('SIGTERM');
		await Promise.race([once(child, 'exit'), sleep(STOPPED_WITHIN_MS, undefined, { ref: false })]);
	}
	await kill(child);
}

/** Kills a whole process group at once. */
export async function kill(child: ChildProcess): Promise<void> {
	const exited = hasEnded(child) ? undefined : once(child, 'exit');
	try {
		process.kill(-(child.pid ?? NaN), 'SIGKILL');
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
	}
	await exited;
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null;

/** A line that n8n wrote. Text that is not JSON has the level `plain`. */
export interface LogLine {
	level: string;
	message: string;
	/** The whole line. */
	text: string;
}

/** Returns the lines of n8n's output so far. */
export function readLog(file: string): LogLine[] {
	const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
	return lines.map((text) => {
		try {
			const { level, message } = JSON.parse(text) as LogLine;
			return { level, message, text };
		} catch {
			return { level: 'plain', message: text, text };
		}
	});
}
