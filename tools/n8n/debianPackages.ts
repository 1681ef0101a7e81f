import { execFileSync } from 'node:child_process';

const INSTALLED_WITHIN_MS = 300_000;

/** Runlevel 1: Debian starts no server of its own. sudo passes on no environment, so that it is set behind it. */
const QUIETLY = ['env', 'DEBIAN_FRONTEND=noninteractive', 'RUNLEVEL=1', 'apt-get'];

/**
 * Installs packages with apt-get: as root, else by a sudo that asks for no password. Waits for all of it.
 *
 * @throws {Error} in one line, where that is not allowed or does not work
 */
export function installDebianPackages(...names: string[]): void {
	const [command, ...first] = process.getuid?.() === 0 ? QUIETLY : ['sudo', '-n', ...QUIETLY];
	const run = (...args: string[]) =>
		execFileSync(command!, [...first, ...args], { env: process.env, timeout: INSTALLED_WITHIN_MS, stdio: ['ignore', 'ignore', 'pipe'] });
	try {
		run('update', '-qq');
		run('install', '-y', '-qq', '--no-install-recommends', ...names);
	} catch (error) {
		throw new Error(`apt-get could not install it: ${(error as Error).message.trim().split('\n').at(-1)!.slice(0, 300)}`);
	}
}
