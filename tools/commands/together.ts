/**
 * Runs the test files of a level in a few bundles. Jest gives every test file its own modules, and loading n8n's
 * engine, the contract and the sandbox takes longer than the tests of most files.
 */
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

import type { Test } from '@jest/test-result';
import TestRunner from 'jest-runner';

/** Enough to keep all processors busy until the end. */
const BUNDLES = 6;

/** Fewer files in a bundle save little. */
const MIN_FILES = 4;

/** A file that begins with this comment gets its own process. */
const ALONE = '/** @alone';

export default class TogetherRunner extends TestRunner {
	override async runTests(...[tests, watcher, options]: Parameters<TestRunner['runTests']>): Promise<void> {
		const rootDir = tests[0]?.context.config.rootDir ?? '.';
		const folder = join(rootDir, '.cache', 'together', String(process.pid));
		mkdirSync(folder, { recursive: true });
		const levels = [...new Set(tests.map(({ context }) => context))].map((context) =>
			tests.filter((test) => test.context === context),
		);
		const groups = levels.flatMap((level) => {
			const share = Math.round((BUNDLES * bytesOf(level)) / bytesOf(tests));
			return grouped(
				level,
				options.serial ? 1 : Math.max(1, Math.min(share, Math.ceil(level.length / MIN_FILES))),
			);
		});
		groups.sort((one, other) => bytesOf(other) - bytesOf(one));
		try {
			const bundles = groups.map((group, index) => {
				const path = join(folder, `${index + 1}.js`);
				const files = group.map((test) => relative(rootDir, test.path));
				writeFileSync(path, textOf(rootDir, files));
				return { context: group[0]!.context, path };
			});
			await super.runTests(bundles, watcher, options);
		} finally {
			rmSync(folder, { recursive: true, force: true });
		}
	}
}

/** By size, because equal sizes take about equal times. */
const bytesOf = (tests: Test[]) => tests.reduce((sum, { path }) => sum + statSync(path).size, 0);

/**
 * Distributes the files of a level into groups of about equal size. Files that need their own process are single
 * groups.
 */
function grouped(tests: Test[], count: number): Test[][] {
	const alone = tests.filter(({ path }) => readFileSync(path, 'utf8').startsWith(ALONE));
	const others = tests
		.filter((test) => !alone.includes(test))
		.sort((one, other) => bytesOf([other]) - bytesOf([one]));
	const groups = Array.from({ length: count }, (): Test[] => []);
	for (const test of others)
		groups.reduce((least, group) => (bytesOf(group) < bytesOf(least) ? group : least)).push(test);
	return [...groups, ...alone.map((test) => [test])].filter((group) => group.length > 0);
}

/** Returns the text of a test file that loads others, each in a block named by its path. */
export function textOf(rootDir: string, files: string[]): string {
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
