// @ts-check
const { appendFileSync, readFileSync, writeFileSync } = require('node:fs');
const { TestEnvironment } = require('jest-environment-node');

/**
 * @typedef {{ name: string, type: string, parent?: Block, children: Array<Block | Test> }} Block of jest-circus
 * @typedef {{ name: string, type: 'test', parent: Block, mode?: string | null, errors: unknown[], duration?: number | null }} Test
 * @typedef {import('./workshop').Round} Round
 * @typedef {import('./workshop').Line} Line
 */

/**
 * Runs rounds, each a block with test files and with one mistake, or none, in sources that Stryker instrumented. A round is
 * over with its first test that fails. One that reaches notes which mistakes each test reaches.
 */
class RoundsEnvironment extends TestEnvironment {
	/** @type {{ rounds: Round[], into: string }} */
	plan = JSON.parse(readFileSync(process.env.HELPDESK_MUTATION_PLAN ?? '', 'utf8'));
	/** @type {Record<string, { seconds: number, failed: boolean }>} */
	tests = {};
	stryker = (this.global.__stryker__ = /** @type {any} */ ({}));
	/** @type {{ currentDescribeBlock: Block, rootDescribeBlock: Block } | undefined} */
	circus = undefined;
	number = 0;

	/** @override */
	async setup() {
		await super.setup();
		const { global } = /** @type {{ global: any }} */ (this);
		global.beginRound = (/** @type {number} */ number) => {
			this.begin(number);
			global.forgetModules();
		};
		global.load = (/** @type {() => void} */ file) => this.load(file);
	}

	/** @param {number} number */
	begin(number) {
		this.number = number;
		this.stryker.activeMutant = this.plan.rounds[number]?.mutant;
		this.stryker.currentTestId = undefined;
	}

	/**
	 * A mistake that a file cannot even be loaded with is noticed.
	 *
	 * @param {() => void} file
	 */
	load(file) {
		const block = this.circus?.currentDescribeBlock;
		try {
			file();
		} catch (error) {
			if (this.circus && block) this.circus.currentDescribeBlock = block;
			this.write({ round: this.number, killer: null, why: firstLine(error) });
		}
	}

	/**
	 * @param {{ name: string, test?: Test, describeBlock?: Block, hook?: { type: string, parent: Block } }} event of jest-circus
	 * @param {NonNullable<RoundsEnvironment['circus']>} state
	 */
	handleTestEvent({ name, test, describeBlock, hook }, state) {
		this.circus = state;
		const isRound = describeBlock?.parent === state.rootDescribeBlock;
		if (name === 'run_start') this.choose(state.rootDescribeBlock);
		if (name === 'run_describe_start' && isRound) {
			this.begin(Number(describeBlock.name));
			this.write({ round: this.number, started: true });
		}
		if (name === 'hook_start' && hook?.type === 'beforeAll') this.stryker.currentTestId = pathOf(hook.parent)[0];
		if (name === 'test_start' && test) this.stryker.currentTestId = pathOf(test).join(' › ');
		if (name === 'test_done' && test) this.done(test, state.rootDescribeBlock);
		if (name === 'run_describe_finish' && isRound) this.write({ round: this.number, over: true });
		if (name === 'run_finish' && this.plan.rounds[0]?.reachInto) {
			writeFileSync(this.plan.rounds[0].reachInto, JSON.stringify({ tests: this.tests, coverage: this.stryker.mutantCoverage }));
		}
	}

	/** @param {Block} root */
	choose(root) {
		for (const block of root.children) {
			const only = this.plan.rounds[Number(block.name)]?.only;
			if (only) leave(/** @type {Block} */ (block), new Set(only));
		}
	}

	/**
	 * @param {Test} test
	 * @param {Block} root
	 */
	done(test, root) {
		const id = pathOf(test).join(' › ');
		this.tests[id] = { seconds: (test.duration ?? 0) / 1000, failed: test.errors.length > 0 };
		if (test.errors.length === 0) return;
		this.write({ round: this.number, killer: id, why: firstLine([test.errors[0]].flat()[0]) });
		if (this.plan.rounds[this.number]?.toTheEnd) return;
		const round = root.children.find(({ name }) => name === String(this.number));
		leave(/** @type {Block} */ (round), new Set());
	}

	/** @param {Line} line */
	write(line) {
		appendFileSync(this.plan.into, JSON.stringify(line) + '\n');
	}
}

/** @param {unknown} error */
function firstLine(error) {
	return String(/** @type {Error} */ (error)?.message ?? error).split('\n', 1)[0] ?? '';
}

/**
 * Its names from the file on.
 *
 * @param {Block | Test} node
 * @returns {string[]}
 */
function pathOf(node) {
	return node.parent?.parent ? [...pathOf(node.parent), node.name] : [];
}

/**
 * @param {Block} block
 * @param {Set<string>} only the tests that are not left out
 */
function leave(block, only) {
	for (const child of block.children) {
		if (child.type !== 'test') leave(/** @type {Block} */ (child), only);
		else if (!only.has(pathOf(child).join(' › '))) /** @type {Test} */ (child).mode = 'skip';
	}
}

module.exports = RoundsEnvironment;
