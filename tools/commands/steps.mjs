import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { constants, setPriority, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const project = fileURLToPath(new URL('../..', import.meta.url));
const modules = join(project, 'node_modules');

/** The files of test/long that are held to a time or to memory. */
const MEASURED = 'long/(memory|queueMode|rateLimit)';

/** Every step by its name; those with `projects` are jest projects, whose tests are counted. */
const steps = {
	// What was checked before and has not changed is not checked again; in CI, on a fresh clone, all is.
	lint: { command: ['eslint/bin/eslint.js', '--cache', '--cache-location', '.cache/eslint', '--cache-strategy', 'content', '.'] },
	format: { command: ['prettier/bin/prettier.cjs', '--check', '--log-level', 'warn', '--cache', '--cache-location', '.cache/prettier', '.'] },
	types: { command: ['typescript/bin/tsc', '--incremental', '--tsBuildInfoFile', '.cache/types.tsbuildinfo'] },
	// In one run, so that no processor waits for the last file of a level.
	fast: { projects: ['unit', 'engine', 'simulation', 'sandbox', 'contract', 'verification'] },
	// One n8n for all files, which wait for it more than they work: two at once.
	n8n: { projects: ['n8n'], more: ['--maxWorkers=2'] },
	// In an n8n of its own: its editor takes the newest credential for each new node, and asks with it.
	browser: { projects: ['browser'], more: ['--runInBand'] },
	// Nothing else may take the processor from what is held to a time or to memory.
	measured: { projects: ['long'], more: ['--runInBand', `--testPathPatterns=${MEASURED}`] },
	// A simulated helpdesk that a test left open would keep it from ending after half an hour of tests.
	long: { projects: ['long'], more: ['--runInBand', '--forceExit', `--testPathIgnorePatterns=${MEASURED}`] },
	// They wait for minutes and measure no time.
	crash: { projects: ['crash'], more: ['--maxWorkers=3'] },
	// Which n8n that is, the environment says (tools/n8n/runtime.cjs); without queue mode, which takes minutes more, and without the
	// examples that want a newer one (docs/compatibility.md).
	oldest: { projects: ['n8n'], more: ['--runInBand', '--testPathIgnorePatterns=queueMode|examples(ApproveReply|DataTable)'] },
};

/** Of a long output often only the end is seen, so that the failures stand there, in short. */
const MAX_SHOWN = 3;
const MAX_SHOWN_LENGTH = 240;

/**
 * Runs steps in order up to the first that fails, says how long each took and what failed, and ends with the line
 * `N passed, N failed`: tests, where a step without tests that fails counts as one.
 * With CI=true a skipped test is a failure.
 *
 * @param {Array<keyof typeof steps>} names
 * @param {Array<Array<keyof typeof steps>>} [beside] steps that run at the same time, each list in an order of its own; they go
 *   first where processors are short, as they are the ones that have to do with real time
 * @param {Array<keyof typeof steps>} [alone] steps that run before all others
 */
export async function runSteps(names, beside = [], alone = []) {
	const total = { passed: 0, failed: 0 };
	const [times, failures] = [[], []];
	const run = async (lane, options) => {
		for (const name of lane) {
			if (total.failed) return;
			console.log(`\n== ${name}`);
			const started = Date.now();
			const { passed, failed, shown = [] } = await runStep(steps[name], { ...options, name });
			failures.push(...shown);
			times.push(`${failed ? 'failed' : 'ok    '} ${((Date.now() - started) / 1000).toFixed(1).padStart(7)} s  ${name}`);
			total.passed += passed;
			total.failed += failed;
		}
	};
	const several = beside.length > 0;
	await run(alone, { named: false, stepsBack: false });
	const lanes = beside.map(async (lane) => await run(lane, { named: true, stepsBack: false }));
	await Promise.all([run(names, { named: several, stepsBack: several }), ...lanes]);
	console.log(`\n${[...times, ...failures.slice(0, MAX_SHOWN)].join('\n')}\n`);
	console.log(`${total.passed} passed, ${total.failed} failed`);
	process.exitCode = total.failed ? 1 : 0;
}

async function runStep({ command, projects, more = [] }, options) {
	if (command) return { passed: 0, failed: (await node(command, options)) ? 1 : 0 };
	const folder = mkdtempSync(join(tmpdir(), 'helpdesk-jest-'));
	try {
		const outputFile = join(folder, 'results.json');
		const code = await node(['jest/bin/jest.js', '--selectProjects', ...projects, '--json', '--outputFile', outputFile, ...more], options);
		return count(outputFile, code);
	} finally {
		rmSync(folder, { recursive: true });
	}
}

function count(outputFile, code) {
	const results = readResults(outputFile);
	const skipped = process.env.CI === 'true' ? results.numPendingTests + results.numTodoTests : 0;
	if (skipped) console.error(`${skipped} skipped tests: in CI every test has to run`);
	const failed = results.numFailedTests + results.numRuntimeErrorTestSuites + skipped;
	return { passed: results.numPassedTests, failed: failed || (code ? 1 : 0), shown: shortly(results) };
}

/** The first failures: the file, the test, and how its message begins. */
function shortly({ testResults = [] }) {
	const failures = testResults.flatMap(({ name, message, assertionResults }) => {
		const tests = assertionResults.filter(({ status }) => status === 'failed');
		const told = tests.map(({ fullName, failureMessages }) => `${fullName}\n  ${plain(failureMessages.join('\n'))}`);
		return (told.length === 0 && message ? [plain(message)] : told).map((text) => `✕ ${relative(project, name)}: ${text}`);
	});
	return failures.slice(0, MAX_SHOWN);
}

/** Without colours, blank lines and where it was thrown, cut off. */
function plain(text) {
	return text
		.replace(/\u001b\[\d+m/g, '')
		.replace(/\n\s*at .*/g, '')
		.replace(/\n\s*/g, '\n  ')
		.slice(0, MAX_SHOWN_LENGTH);
}

/** A jest that ended before it could write its results has run no tests. */
function readResults(file) {
	try {
		return JSON.parse(readFileSync(file, 'utf8'));
	} catch {
		return { numPassedTests: 0, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0, numRuntimeErrorTestSuites: 0 };
	}
}

/** `named`: each line of its output begins with the step's name. `stepsBack`: others go first where processors are short. */
async function node([script, ...args], { name, named, stepsBack }) {
	const output = named ? 'pipe' : 'inherit';
	const child = spawn(process.execPath, [join(modules, script), ...args], { cwd: project, stdio: ['inherit', output, output] });
	if (stepsBack) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
	for (const stream of [child.stdout, child.stderr]) {
		if (stream) createInterface({ input: stream }).on('line', (line) => console.log(`${name} | ${line}`));
	}
	const killChild = () => child.kill();
	process.once('exit', killChild);
	const [code] = await once(child, 'close');
	process.off('exit', killChild);
	return code ?? 1;
}
