// Jest loads the runner, which is TypeScript.
require('tsx/cjs/api').register();

const transform = {
	'^.+\\.tsx?$': ['@swc/jest', { jsc: { target: 'es2022', parser: { syntax: 'typescript' } } }],
	'bottleneck[\\\\/]light\\.js$': '<rootDir>/tools/build/bottleneckTimers.js',
};

/**
 * In jest's own context every use of a global costs a look-up by name, a third of the processor's time of some tests: these are
 * handed to each module. Not among them is what packages declare anew, such as Buffer and URL.
 */
const FAST_GLOBALS = [
	...['Math', 'Object', 'Array', 'JSON', 'Map', 'Set', 'WeakMap', 'Number', 'String', 'Promise', 'Error', 'RegExp', 'Symbol'],
	...['Boolean', 'Date', 'Intl', 'Proxy', 'Reflect', 'TypeError', 'isNaN', 'parseInt'],
];

const project = (name, extra = {}) => ({
	displayName: name,
	testMatch: [`<rootDir>/test/${name}/**/*.test.ts`],
	testEnvironment: 'node',
	transform,
	transformIgnorePatterns: ['/node_modules/(?!bottleneck/)'],
	// Copies of the project, for the mutation run and the verification.
	modulePathIgnorePatterns: ['<rootDir>/.cache/'],
	sandboxInjectedGlobals: FAST_GLOBALS,
	...extra,
});

/** The files of a level load what they need a few times in all, and not each for itself. */
const together = { runner: '<rootDir>/tools/commands/together.ts' };

/** The levels that need the real n8n share one for the whole run. */
const withN8n = {
	globalSetup: '<rootDir>/test/n8n/support/globalSetup.ts',
	globalTeardown: '<rootDir>/test/n8n/support/globalTeardown.ts',
	setupFilesAfterEnv: ['<rootDir>/test/n8n/support/setUpFile.ts'],
};

/** The browser's set-up begins with the browser itself. */
const withBrowser = { ...withN8n, globalSetup: '<rootDir>/test/browser/support/globalSetup.ts' };

/** One project a level, so that `jest --selectProjects unit` answers in seconds. */
module.exports = {
	// Against a hang only: a test on a busy machine takes many times as long.
	testTimeout: 600_000,
	// Jest would leave one processor alone, which of two is half of the machine.
	maxWorkers: '100%',
	projects: [
		project('unit', together),
		project('engine', together),
		project('simulation', together),
		project('sandbox', together),
		project('contract', together),
		project('verification', together),
		project('n8n', { ...withN8n, ...together }),
		project('browser', { ...withBrowser, ...together }),
		project('long', withN8n),
		project('crash', { ...withN8n, globalSetup: '<rootDir>/test/crash/support/globalSetup.ts' }),
	],
};
