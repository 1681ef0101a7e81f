/**
 * Runs a task of several steps, such as `test`, or a TypeScript file of the project. Plain Node, because on a fresh
 * clone it installs the dependencies first.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { missingPrerequisite } from '../n8n/runtime.cjs';
import { npm } from './npm.cjs';
import { runSteps } from './steps.mjs';

/** As in `engines` of package.json. */
const OLDEST_NODE = [20, 19];

const tasks = {
	test: () => runSteps(['lint', 'format', 'types', 'fast'], [['n8n']]),
	'test:long': () => runSteps(['verification', 'long'], [['crash'], ['examples', 'browser']], ['measured']),
	'test:oldest': () => runSteps(['oldest']),
	'docs:pictures': () => runSteps(['browser']),
};

const project = fileURLToPath(new URL('../..', import.meta.url));
const name = process.argv[2];

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor < OLDEST_NODE[1])) {
	fail(`This needs Node ${OLDEST_NODE.join('.')} or later; this is Node ${process.versions.node}.`);
}
const problem = missingPrerequisite();
if (problem) fail(problem);

// Unlike the default, `exit` also ends child commands.
process.on('SIGTERM', () => process.exit(143));
if (process.env.npm_lifecycle_event) endWithParent();
try {
	await installDependencies();
	await (tasks[name] ?? script)();
} catch (error) {
	fail(error.message);
}

/** Runs `npm ci` unless node_modules matches the lock. Two commands at once install one after the other. */
async function installDependencies() {
	if (isInstalled()) return;
	const lock = join(project, '.cache', 'npm-ci.lock');
	mkdirSync(join(project, '.cache'), { recursive: true });
	while (!isTaken(lock)) await sleep(1_000);
	try {
		if (isInstalled()) return;
		console.log('Installing the dependencies of this project (npm ci): 1 minute, up to 10 on a busy machine');
		await npm(project, ['ci']);
	} finally {
		rmSync(lock, { force: true });
	}
}

/** Returns whether this process got the lock. Removes a lock whose process has ended. */
function isTaken(lock) {
	try {
		writeFileSync(lock, String(process.pid), { flag: 'wx' });
		return true;
	} catch (error) {
		if (error.code !== 'EEXIST') throw error;
	}
	try {
		process.kill(Number(readFileSync(lock, 'utf8')), 0);
	} catch {
		rmSync(lock, { force: true });
	}
	return false;
}

/** Compares the lock with npm's own record of node_modules. */
function isInstalled() {
	const packagesOf = (lock) =>
		existsSync(join(project, lock)) ? JSON.parse(readFileSync(join(project, lock), 'utf8')).packages : {};
	const installed = packagesOf('node_modules/.package-lock.json');
	const isStale = ([path, { version, optional, peer }]) =>
		path !== '' && (installed[path] ? installed[path].version !== version : !optional && !peer);
	return !Object.entries(packagesOf('package-lock.json')).some(isStale);
}

/** Runs a TypeScript file by importing it. */
async function script() {
	await import('tsx');
	await import(join(project, name));
}

/** Ends this process with its parent: npm sends SIGTERM to a shell, which does not pass it on. */
function endWithParent() {
	const parent = process.ppid;
	setInterval(() => process.ppid === parent || process.kill(process.pid, 'SIGTERM'), 1000).unref();
}

function fail(message) {
	console.error(`\n${message}\n`);
	process.exit(1);
}
