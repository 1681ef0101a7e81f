/**
 * `npm start`, `npm test` and the scripts that need more than one command, also on a fresh clone: plain Node,
 * because it installs the dependencies first when they are missing or out of date.
 */
import { missingPrerequisite } from '../n8n/prerequisites.cjs';
import { installDependencies } from './dependencies.mjs';
import { runSteps } from './steps.mjs';

const OLDEST_NODE = [20, 15];

const tasks = {
	start: async () => {
		// The demo stops what it started before it ends.
		process.off('SIGTERM', exitAtOnce);
		await import('tsx');
		await import('../demo/start.ts');
	},
	test: () => runSteps(['lint', 'format', 'types', 'fast'], [['n8n'], ['browser']]),
	'test:long': () => runSteps(['long'], [['crash']], ['measured']),
	'test:oldest': () => runSteps(['oldest']),
	'release:check': async () => {
		await import('tsx');
		await import('../release/check.ts');
	},
	'contract:compare': async () => {
		await import('tsx');
		await import('../compare/cli.ts');
	},
	'service:check': async () => {
		await import('tsx');
		await import('../service/cli.ts');
	},
	bench: async () => {
		await import('tsx');
		await import('../../bench/run.ts');
	},
	'docs:pictures': async () => {
		process.env.HELPDESK_PICTURES = 'write';
		await runSteps(['browser']);
	},
};

/** Done on a machine that could not install n8n, too. */
const withoutN8n = ['contract:compare', 'service:check'];

const task = tasks[process.argv[2]];
if (!task) fail(`Usage: node tools/commands/run.mjs ${Object.keys(tasks).join('|')}`);

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor < OLDEST_NODE[1])) {
	fail(`This needs Node ${OLDEST_NODE.join('.')} or later; this is Node ${process.versions.node}.`);
}
const problem = withoutN8n.includes(process.argv[2]) ? undefined : missingPrerequisite();
if (problem) fail(problem);

process.on('SIGTERM', exitAtOnce);
if (process.env.npm_lifecycle_event) endWithParent();
try {
	await installDependencies();
	await task();
} catch (error) {
	fail(error.message);
}

/** Unlike the default, an exit of our own takes the commands below us along. */
function exitAtOnce() {
	process.exit(143);
}

/** npm passes a SIGTERM to the shell between us, which ends without passing it on. */
function endWithParent() {
	const parent = process.ppid;
	const look = () => process.ppid === parent || process.kill(process.pid, 'SIGTERM');
	setInterval(look, 1000).unref();
}

function fail(message) {
	console.error(`\n${message}\n`);
	process.exit(1);
}
