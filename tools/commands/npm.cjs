// @ts-check
/** npm for scripts: npm reports little while it works, so `report` gets a line every ten seconds. */
const { spawn } = require('node:child_process');

const HEARTBEAT_MS = 10_000;

/** Lines of npm's own output that a failure shows. */
const TAIL_LINES = 40;

/**
 * Runs npm in a folder without input. Shows its output only if it fails.
 *
 * @param {string} folder
 * @param {string[]} args
 * @param {(line: string) => void} report gets the seconds so far
 * @param {Record<string, string>} [env] added to this process's environment
 * @returns {Promise<void>} rejects with the end of npm's output
 */
async function npm(folder, args, report, env = {}) {
	// The npm that started us also works where `npm` is a shell script.
	const script = process.env.npm_execpath;
	const [command, first] = script?.endsWith('npm-cli.js') ? [process.execPath, [script]] : ['npm', []];
	const child = spawn(command, [...first, ...args], { cwd: folder, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
	const killChild = () => void child.kill();
	process.once('exit', killChild);
	let output = '';
	for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
	const started = Date.now();
	const heartbeat = setInterval(() => report(`npm ${args[0]}: ${Math.round((Date.now() - started) / 1000)} s`), HEARTBEAT_MS);
	try {
		const code = await new Promise((resolve, reject) => child.on('error', reject).on('close', resolve));
		if (code === 0) return;
		const tail = output.trimEnd().split('\n').slice(-TAIL_LINES).join('\n');
		throw new Error(`npm ${args[0]} failed in ${folder} (exit code ${code}):\n${tail}`);
	} finally {
		clearInterval(heartbeat);
		process.off('exit', killChild);
	}
}

module.exports = { npm };
