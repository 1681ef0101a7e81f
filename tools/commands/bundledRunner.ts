/**
 * Runs test files in a few bundles. Jest gives every test file its own modules, and loading n8n's engine, the contract
 * and the sandbox takes longer than the tests of most files.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

import type { Test, TestResult } from '@jest/test-result';
import TestRunner from 'jest-runner';

/** Enough that no processor waits long for the last bundle. */
const BUNDLES_PER_WORKER = 2;

/** Fewer files in a bundle save little. */
const MIN_FILES = 4;

/** Estimate for files that have not run yet: this many bytes of tests take a second. */
const BYTES_PER_SECOND = 4_000;

/** The seconds that each file took in its last complete run on this machine, by path. */
type Seconds = Record<string, number>;

export default class BundledRunner extends TestRunner {
	override async runTests(...[tests, watcher, options]: Parameters<TestRunner['runTests']>): Promise<void> {
		const rootDir = tests[0]?.context.config.rootDir ?? '.';
		const folder = join(rootDir, '.cache', 'bundles', String(process.pid));
		const record = join(rootDir, '.cache', 'seconds.json');
		mkdirSync(folder, { recursive: true });
		const seconds: Seconds = existsSync(record) ? (JSON.parse(readFileSync(record, 'utf8')) as Seconds) : {};
		const weights = new Map(
			tests.map((test) => {
				const known = seconds[relative(rootDir, test.path)];
				return [test, known ?? statSync(test.path).size / BYTES_PER_SECOND] as const;
			}),
		);
		const workers = options.serial ? 1 : this._globalConfig.maxWorkers;
		const count = workers > 1 ? workers * BUNDLES_PER_WORKER : 1;
		// Levels with equal set-up share bundles.
		const setUps = [...new Set(tests.map(setUpOf))];
		const groups = setUps.flatMap((setUp) => grouped(weights, setUp, count));
		const bundles = groups.map((group, index) => {
			const path = join(folder, `${index + 1}.js`);
			const files = group.map((test) => relative(rootDir, test.path));
			writeFileSync(path, bundleText(rootDir, files));
			return { context: group[0]!.context, path };
		});
		const stop = this.on('test-file-success', ([, result]) => void Object.assign(seconds, secondsOf(result)));
		try {
			await super.runTests(bundles, watcher, options);
		} finally {
			stop();
			writeFileSync(record, JSON.stringify(seconds, null, '\t'));
			rmSync(folder, { recursive: true, force: true });
		}
	}
}

const setUpOf = ({ context }: Test): string => context.config.setupFilesAfterEnv.join();

/** Distributes the files of a set-up into at most `count` groups that take about equal time, the longest first. */
function grouped(weights: Map<Test, number>, setUp: string, count: number): Test[][] {
	const weightOf = (group: Test[]) => group.reduce((sum, test) => sum + weights.get(test)!, 0);
	const longestFirst = [...weights.keys()]
		.filter((test) => setUpOf(test) === setUp)
		.sort((one, other) => weights.get(other)! - weights.get(one)!);
	const size = Math.max(1, Math.min(count, Math.ceil(longestFirst.length / MIN_FILES)));
	const groups = Array.from({ length: size }, (): Test[] => []);
	for (const test of longestFirst)
		groups.reduce((least, group) => (weightOf(group) < weightOf(least) ? group : least)).push(test);
	return groups.filter((group) => group.length > 0).sort((one, other) => weightOf(other) - weightOf(one));
}

/** Returns the seconds of each file in a bundle whose tests all ran. */
function secondsOf({ testResults, numPendingTests }: TestResult): Seconds {
	const seconds: Seconds = {};
	if (numPendingTests > 0) return seconds;
	for (const { ancestorTitles, duration } of testResults)
		seconds[ancestorTitles[0]!] = (seconds[ancestorTitles[0]!] ?? 0) + (duration ?? 0) / 1000;
	return seconds;
}

/** Returns the text of a test file that loads others, each in a block named by its path. */
export function bundleText(rootDir: string, files: string[]): string {
	return (
		TAKE +
		files
			.map(
				(file) =>
					`take(${JSON.stringify(file)}, () => void require(${JSON.stringify(join(rootDir, file))}));\n`,
			)
			.join('')
	);
}

/** The longest timeout of the files applies to all, because it only guards against a hang. */
const TAKE = `const timeout = Symbol.for('TEST_TIMEOUT_SYMBOL');
function take(path, file) {
	const before = globalThis[timeout] ?? 0;
	describe(path, file);
	globalThis[timeout] = Math.max(before, globalThis[timeout] ?? 0) || undefined;
}
`;
