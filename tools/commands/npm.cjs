// @ts-check
/** npm for scripts: it says little while it works, so a line every ten seconds tells how far it is. */
const { spawn } = require('node:child_process');
const { existsSync, readdirSync } = require('node:fs');
const { join } = require('node:path');

const HEARTBEAT_MS = 10_000;

/** Lines of npm's own output that a failure shows. */
const TAIL_LINES = 40;

/**
 * Runs npm in a folder, with no input and with its output kept back unless it fails.
 *
 * @param {string} folder
 * @param {string[]} args
 * @param {(line: string) => void} report called with the seconds and, for `npm ci`, the number of unpacked packages
 * @param {Record<string, string>} [env] added to this process's environment
 * @returns {Promise<void>} rejects with the end of npm's output when npm fails
 */
function npm(folder, args, report, env = {}) {
	const [command, first] = npmCommand();
	const child = spawn(command, [...first, ...args], {
		cwd: folder,
		env: { ...process.env, ...env },
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	const killChild = () => void child.kill();
	process.once('exit', killChild);
	let output = '';
	child.stdout.on('data', (chunk) => (output += chunk));
	child.stderr.on('data', (chunk) => (output += chunk));

	const started = Date.now();
	const heartbeat = setInterval(() => {
		const seconds = Math.round((Date.now() - started) / 1000);
		const unpacked = args[0] === 'ci' ? `, ${packagesIn(folder)} packages` : '';
		report(`npm ${args[0]}: ${seconds} s${unpacked}`);
	}, HEARTBEAT_MS);

	/** @type {Promise<void>} */
	const ended = new Promise((resolve, reject) => {
		child.on('error', reject);
		child.on('close', (code) => {
			if (code === 0) return resolve();
			const tail = output.trimEnd().split('\n').slice(-TAIL_LINES).join('\n');
			reject(new Error(`npm ${args[0]} failed in ${folder} (exit code ${code}):\n${tail}`));
		});
	});
	return ended.finally(() => {
		clearInterval(heartbeat);
		process.off('exit', killChild);
	});
}

/**
 * The npm that started us, which also works where `npm` is a shell script; else the one on the PATH.
 *
 * @returns {[string, string[]]} command and first arguments
 */
function npmCommand() {
	const script = process.env.npm_execpath;
	return script?.endsWith('npm-cli.js') ? [process.execPath, [script]] : ['npm', []];
}

/**
 * The unpacked packages: npm makes all folders at once, and fills them one by one.
 *
 * @param {string} folder
 */
function packagesIn(folder) {
	const modules = join(folder, 'node_modules');
	const names = list(modules).flatMap((name) => (name.startsWith('@') ? list(join(modules, name)).map((of) => join(name, of)) : name));
	return names.filter((name) => existsSync(join(modules, name, 'package.json'))).length;
}

/** @param {string} folder @returns {string[]} */
function list(folder) {
	try {
		return readdirSync(folder).filter((name) => !name.startsWith('.'));
	} catch {
		return [];
	}
}

module.exports = { npm };
