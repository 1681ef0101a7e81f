// @ts-check
const { TestEnvironment } = require('jest-environment-node');

/** Ends the whole run at the first test that fails: a mistake that one test notices is noticed. */
class FirstFailureEnds extends TestEnvironment {
	/** @param {{ name: string, test?: { name: string, errors: unknown[] } }} event of jest-circus */
	handleTestEvent({ name, test }) {
		if (name !== 'test_done' || !test?.errors.length) return;
		process.stderr.write(`  ● ${test.name}\n`);
		process.exit(1);
	}
}

module.exports = FirstFailureEnds;
