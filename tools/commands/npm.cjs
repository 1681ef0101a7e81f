// @ts-check
const { execFile } = require('node:child_process');
const { promisify } = require('node:util');

/** Number of lines of npm's output in an error. */
const TAIL_LINES = 40;

/** Interval (ms) of the lines that show that a long command still runs. */
const ALIVE_MS = 15_000;

/**
 * Prints the elapsed time every 15 seconds.
 *
 * @param {string} what
 * @returns {() => void} stops it
 */
function heartbeat(what) {
	const started = Date.now();
	const beat = setInterval(
		() => console.error(`  ${what}: ${Math.round((Date.now() - started) / 1000)} s so far`),
		ALIVE_MS,
	);
	beat.unref();
	return () => clearInterval(beat);
}

/**
 * Runs npm in a folder without input. Shows its output only if it fails.
 *
 * @param {string} folder
 * @param {string[]} args
 * @param {Record<string, string>} [env] added to this process's environment
 * @returns {Promise<void>} rejects with the end of npm's output
 */
async function npm(folder, args, env = {}) {
	// The npm that started this process. It also works where `npm` is a shell script.
	const script = process.env.npm_execpath;
	const [command, first] = script?.endsWith('npm-cli.js') ? [process.execPath, [script]] : ['npm', []];
	const options = { cwd: folder, env: { ...process.env, ...env }, maxBuffer: Infinity };
	const running = promisify(execFile)(command, [...first, ...args], options);
	running.child.stdin?.end();
	const killChild = () => void running.child.kill();
	const stopBeat = heartbeat(`npm ${args.slice(0, 2).join(' ')}`);
	process.once('exit', killChild);
	try {
		await running;
	} catch (/** @type {any} */ { code, message, stdout = message, stderr = '' }) {
		const tail = `${stdout}${stderr}`.trimEnd().split('\n').slice(-TAIL_LINES).join('\n');
		throw new Error(`npm ${args[0]} failed in ${folder} (exit code ${code}):\n${tail}`);
	} finally {
		stopBeat();
		process.off('exit', killChild);
	}
}

module.exports = { heartbeat, npm };
