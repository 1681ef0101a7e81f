// @ts-check
/**
 * Runs the test files of a level in few bundles. Jest gives every test file modules of its own, and to load n8n's engine, the
 * contract and the sandbox anew takes longer than most files' tests.
 */
const { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } = require('node:fs');
const { join, relative } = require('node:path');
const { default: TestRunner } = require('jest-runner');

/** Bundles of a run on several processors: enough to keep every one of them busy to the end. */
const BUNDLES = 6;

/** A bundle of fewer files saves little. */
const MIN_FILES = 4;

/** Of a file that never ran here. */
const UNKNOWN_SECONDS = 1;

/** No file counts as nothing. */
const MIN_SECONDS = 0.01;

/** A file that begins in this way says why it needs a process without others. */
const ALONE = '/** @alone';

/** @typedef {import('@jest/test-result').Test} Test */

class TogetherRunner extends TestRunner {
	/**
	 * @override
	 * @type {TestRunner['runTests']}
	 */
	async runTests(tests, watcher, options) {
		const rootDir = tests[0]?.context.config.rootDir ?? '.';
		const times = new Times(join(rootDir, '.cache', 'together', 'seconds.json'));
		const folder = join(rootDir, '.cache', 'together', String(process.pid));
		mkdirSync(folder, { recursive: true });
		this.on('test-file-success', ([, { testResults }]) => times.add(testResults));
		/** @type {Map<Test['context'], Test[]>} */
		const levels = new Map();
		for (const test of tests) levels.set(test.context, [...(levels.get(test.context) ?? []), test]);
		const all = times.of(tests);
		const groups = [...levels.values()].flatMap((level) => {
			const share = Math.round((BUNDLES * times.of(level)) / all);
			const count = options.serial ? 1 : Math.min(share, Math.ceil(level.length / MIN_FILES));
			return grouped(level, times, Math.max(1, count));
		});
		const longestFirst = groups.sort((one, other) => other.seconds - one.seconds);
		try {
			await super.runTests(
				longestFirst.map((group, index) => bundle(group.tests, join(folder, `${index + 1}.js`))),
				watcher,
				options,
			);
		} finally {
			times.save();
			rmSync(folder, { recursive: true, force: true });
		}
	}
}

/** How long the tests of each file took at its last run, in seconds. */
class Times {
	/** @param {string} file */
	constructor(file) {
		this.file = file;
		this.known = this.read();
		/** @type {Record<string, number>} */
		this.seen = {};
	}

	/** @returns {Record<string, number>} */
	read() {
		return existsSync(this.file) ? JSON.parse(readFileSync(this.file, 'utf8')) : {};
	}

	/** @param {Test[]} tests */
	of(tests) {
		const seconds = tests.map(({ context, path }) => this.known[relative(context.config.rootDir, path)] ?? UNKNOWN_SECONDS);
		return seconds.reduce((sum, each) => sum + Math.max(each, MIN_SECONDS), 0);
	}

	/** @param {import('@jest/test-result').AssertionResult[]} results */
	add(results) {
		for (const { ancestorTitles, duration } of results) {
			const path = ancestorTitles[0] ?? '';
			// A test that was left out has none, and says nothing of its file.
			if (path.endsWith('.test.ts') && duration) this.seen[path] = (this.seen[path] ?? 0) + duration / 1000;
		}
	}

	/** In one step, as another run may read at the same time, and beside what that has written meanwhile. */
	save() {
		const written = `${this.file}.${process.pid}`;
		writeFileSync(written, JSON.stringify({ ...this.read(), ...this.seen }));
		renameSync(written, this.file);
	}
}

/**
 * The files of a level in groups that take about the same time.
 *
 * @param {Test[]} tests
 * @param {Times} times
 * @param {number} count of groups, those for one file alone not among them
 */
function grouped(tests, times, count) {
	const alone = tests.filter(({ path }) => readFileSync(path, 'utf8').startsWith(ALONE));
	const others = tests.filter((test) => !alone.includes(test)).sort((one, other) => times.of([other]) - times.of([one]));
	const groups = Array.from({ length: count }, () => ({ seconds: 0, tests: /** @type {Test[]} */ ([]) }));
	for (const test of others) {
		const shortest = groups.reduce((least, group) => (group.seconds < least.seconds ? group : least));
		shortest.seconds += times.of([test]);
		shortest.tests.push(test);
	}
	return [...groups, ...alone.map((test) => ({ seconds: times.of([test]), tests: [test] }))].filter((group) => group.tests.length > 0);
}

/**
 * A test file that takes in others, each as a block with its path.
 *
 * @param {Test[]} tests of one level, at least one
 * @param {string} path where it is written
 * @returns {Test}
 */
function bundle(tests, path) {
	const { context } = /** @type {Test} */ (tests[0]);
	const { rootDir } = context.config;
	writeFileSync(
		path,
		textOf(
			rootDir,
			tests.map((test) => relative(rootDir, test.path)),
		),
	);
	return { context, path };
}

/**
 * @param {string} rootDir
 * @param {string[]} files from there
 */
function textOf(rootDir, files) {
	return TAKE + files.map((file) => `take(${JSON.stringify(file)}, () => void require(${JSON.stringify(join(rootDir, file))}));\n`).join('');
}

/** Of the files' own timeouts, which only guard against a hang, the longest holds for all. */
const TAKE = `const timeout = Symbol.for('TEST_TIMEOUT_SYMBOL');
function take(path, file) {
	const before = globalThis[timeout] ?? 0;
	describe(path, file);
	globalThis[timeout] = Math.max(before, globalThis[timeout] ?? 0) || undefined;
}
`;

module.exports = Object.assign(TogetherRunner, { textOf });
