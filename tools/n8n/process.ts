import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const STOPPED_WITHIN_MS = 10_000;

export interface Launch {
	/** A Node binary. */
	node: string;
	script: string;
	args: string[];
	cwd: string;
	env: NodeJS.ProcessEnv;
	/** Its output is appended to. */
	logFile: string;
}

/** Starts a Node script in a process group of its own that ends with this process, however that ends. */
export function launch({ node, script, args, cwd, env, logFile }: Launch): ChildProcess {
	const log = openSync(logFile, 'a');
	const child = spawn(node, ['--require', require.resolve('./dieWithParent.cjs'), script, ...args], {
		cwd,
		env,
		detached: true,
		stdio: ['ignore', log, log, 'pipe'],
	});
	closeSync(log);
	return child;
}

/** Resolves when `isReady` does so with true; throws when the process ends before, or `withinMs` are over. */
export async function ready(child: ChildProcess, isReady: () => Promise<boolean>, withinMs: number, signal?: AbortSignal): Promise<void> {
	const deadline = Date.now() + withinMs;
	while (!(await isReady())) {
		if (hasEnded(child)) throw new Error(`it ended with exit code ${child.exitCode ?? child.signalCode}`);
		if (Date.now() > deadline) throw new Error(`it was not ready within ${withinMs / 1000} s`);
		await sleep(200, undefined, { signal });
	}
}

/** Lets it end by itself, and forces it after ten seconds. */
export async function stop(child: ChildProcess): Promise<void> {
	if (!hasEnded(child)) {
		child.kill('SIGTERM');
		await Promise.race([once(child, 'exit'), sleep(STOPPED_WITHIN_MS, undefined, { ref: false })]);
	}
	await kill(child);
}

/** Ends its whole process group at once, as a crash would. */
export async function kill(child: ChildProcess): Promise<void> {
	const exited = hasEnded(child) ? undefined : once(child, 'exit');
	try {
		process.kill(-(child.pid ?? NaN), 'SIGKILL');
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
	}
	await exited;
}

function hasEnded(child: ChildProcess): boolean {
	return child.exitCode !== null || child.signalCode !== null;
}
