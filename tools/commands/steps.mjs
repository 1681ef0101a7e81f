import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { constants, setPriority, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const project = fileURLToPath(new URL('../..', import.meta.url));

/** Files that measure memory or the rate limit, or must not wait for a processor. */
const MEASURED = 'long/(linearTime|memory)|n8n/rateLimit';

/** The files of test/n8n that `npm test` runs: the pack in a real n8n, a triage, and a trigger. */
const FIRST_IN_N8N = 'n8n/(pack|triage|trigger)\\.test';

/** Steps by name: a command, or jest projects, whose tests are counted. */
const steps = {
	// Only changed files are checked again. CI starts from a fresh clone, so it checks all.
	lint: {
		command: [
			'eslint/bin/eslint.js',
			'--cache',
			'--cache-location',
			'.cache/eslint',
			'--cache-strategy',
			'content',
			'.',
		],
	},
	format: {
		command: [
			'prettier/bin/prettier.cjs',
			'--check',
			'--log-level',
			'warn',
			'--cache',
			'--cache-location',
			'.cache/prettier',
			'.',
		],
	},
	types: { command: ['typescript/bin/tsc', '--incremental', '--tsBuildInfoFile', '.cache/types.tsbuildinfo'] },
	// Runs all levels at once, so that no processor waits for the last file of a level. Silent, because n8n's engine
	// logs.
	fast: { projects: ['unit', 'engine', 'simulation', 'sandbox', 'contract'], more: ['--silent'] },
	verification: { projects: ['verification'] },
	// Runs two files at once, because they share one n8n and mostly wait for it.
	n8n: { projects: ['n8n'], more: ['--silent', '--maxWorkers=2', `--testPathPatterns=${FIRST_IN_N8N}`] },
	examples: { projects: ['n8n'], more: ['--maxWorkers=2', `--testPathIgnorePatterns=${FIRST_IN_N8N}|${MEASURED}`] },
	// Has its own n8n, because the editor chooses the newest credential for each new node.
	browser: { projects: ['browser'], more: ['--runInBand'] },
	// Runs alone, because these files measure.
	measured: { projects: ['n8n', 'long'], more: ['--runInBand', `--testPathPatterns=${MEASURED}`] },
	// `forceExit`: a sandbox that a test left open must not block the end.
	long: { projects: ['long'], more: ['--maxWorkers=2', '--forceExit', `--testPathIgnorePatterns=${MEASURED}`] },
	// Runs three files at once, because they mostly wait.
	crash: { projects: ['crash'], more: ['--maxWorkers=3'] },
	// Leaves out queue mode and the limit, which take minutes, and examples that need a newer n8n
	// (docs/compatibility.md).
	oldest: {
		projects: ['n8n'],
		more: ['--runInBand', '--testPathIgnorePatterns=queueMode|rateLimit|dataTable'],
	},
};

/** Number of failures whose titles are repeated at the end. */
const MAX_SHOWN = 10;
const MAX_SHOWN_LENGTH = 240;

/**
 * Runs steps in order, up to the first failure. Then prints the time of each step, the first failures, and `N passed, N
 * failed`, which counts tests, and failed steps without tests. With CI=true a skipped test is a failure.
 *
 * @param {Array<keyof typeof steps>} names
 * @param {Array<Array<keyof typeof steps>>} [beside] lists of steps that run at the same time, with priority because
 * they depend on real time
 * @param {Array<keyof typeof steps>} [first] steps that run before all others
 */
export async function runSteps(names, beside = [], first = []) {
	const total = { passed: 0, failed: 0 };
	const [times, failures] = [[], []];
	const run = async (list, isPrefixed, isLessUrgent) => {
		for (const name of list) {
			if (total.failed) return;
			console.log(`\n== ${name}`);
			const started = Date.now();
			const { passed, failed, shown = [] } = await runStep(steps[name], isPrefixed && name, isLessUrgent);
			failures.push(...shown);
			times.push(
				`${failed ? 'failed' : 'ok    '} ${((Date.now() - started) / 1000).toFixed(1).padStart(7)} s  ${name}`,
			);
			total.passed += passed;
			total.failed += failed;
		}
	};
	const several = beside.length > 0;
	await run(first, false, false);
	await Promise.all([run(names, several, several), ...beside.map((list) => run(list, true, false))]);
	console.log(
		`\n${[...times, ...failures.slice(0, MAX_SHOWN)].join('\n')}\n\n${total.passed} passed, ${total.failed} failed`,
	);
	process.exitCode = total.failed ? 1 : 0;
}

async function runStep({ command, projects, more = [] }, prefix, isLessUrgent) {
	if (command) return { passed: 0, failed: (await node(command, prefix, isLessUrgent)) ? 1 : 0 };
	const folder = mkdtempSync(join(tmpdir(), 'helpdesk-jest-'));
	const outputFile = join(folder, 'results.json');
	const jest = ['jest/bin/jest.js', '--selectProjects', ...projects, '--json', '--outputFile', outputFile, ...more];
	const code = await node(jest, prefix, isLessUrgent);
	// If jest ended before it wrote results, it has run no tests.
	const results = existsSync(outputFile) ? JSON.parse(readFileSync(outputFile, 'utf8')) : {};
	const sumOf = (...kinds) => kinds.reduce((sum, kind) => sum + (results[`num${kind}`] ?? 0), 0);
	rmSync(folder, { recursive: true });
	const skipped = process.env.CI === 'true' ? sumOf('PendingTests', 'TodoTests') : 0;
	if (skipped) console.error(`${skipped} skipped tests: in CI every test has to run`);
	const failed = sumOf('FailedTests', 'RuntimeErrorTestSuites') + skipped;
	return { passed: sumOf('PassedTests'), failed: failed || (code ? 1 : 0), shown: failuresOf(results) };
}

/** Returns file and title of each failure, or the error of a file that could not run. */
function failuresOf({ testResults = [] }) {
	return testResults.flatMap(({ name, message, assertionResults }) => {
		const titles = assertionResults.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName);
		return (titles.length === 0 && message ? [message.slice(0, MAX_SHOWN_LENGTH)] : titles).map(
			(title) => `✕ ${relative(project, name)}: ${title}`,
		);
	});
}

/** Runs a Node script of a package. Each line of its output begins with `prefix`, if given. */
async function node([script, ...args], prefix, isLessUrgent) {
	const output = prefix ? 'pipe' : 'inherit';
	const child = spawn(process.execPath, [join(project, 'node_modules', script), ...args], {
		cwd: project,
		stdio: ['inherit', output, output],
	});
	if (isLessUrgent) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
	for (const stream of [child.stdout, child.stderr]) {
		if (stream) createInterface({ input: stream }).on('line', (line) => console.log(`${prefix} | ${line}`));
	}
	const killChild = () => child.kill();
	process.once('exit', killChild);
	const [code] = await once(child, 'close');
	process.off('exit', killChild);
	return code ?? 1;
}
