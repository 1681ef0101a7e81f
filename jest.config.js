// Jest loads the runner, which is TypeScript.
require('tsx/cjs/api').register();

// n8n's engine would log the progress of every run.
process.env.N8N_LOG_LEVEL ??= 'silent';

const transform = {
	'^.+\\.tsx?$': ['@swc/jest', { jsc: { target: 'es2022', parser: { syntax: 'typescript' } } }],
	'\\.html$': '<rootDir>/tools/build/htmlText.js',
	'bottleneck[\\\\/]light\\.js$': '<rootDir>/tools/build/bottleneckTimers.js',
};

/**
 * In jest's context, every use of a global costs a look-up by name, which took a third of some tests' time. So these
 * globals are passed to each module, except those that packages declare again, such as Buffer and URL.
 */
const FAST_GLOBALS = [
	...[
		'Math',
		'Object',
		'Array',
		'JSON',
		'Map',
		'Set',
		'WeakMap',
		'Number',
		'String',
		'Promise',
		'Error',
		'RegExp',
		'Symbol',
	],
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

/** Runs files in bundles, so that modules are loaded a few times in all, not for each file. */
const bundled = { runner: '<rootDir>/tools/commands/bundledRunner.ts' };

/** Starts one real n8n for all files of a level. */
const withN8n = {
	globalSetup: '<rootDir>/test/n8n/support/globalSetup.ts',
	globalTeardown: '<rootDir>/test/n8n/support/globalTeardown.ts',
	setupFilesAfterEnv: ['<rootDir>/test/n8n/support/setUpFile.ts'],
};

/** The browser level's set-up also finds the browser. */
const withBrowser = { ...withN8n, globalSetup: '<rootDir>/test/browser/support/globalSetup.ts' };

/** One project per level, so that `jest --selectProjects unit` takes seconds. */
module.exports = {
	// Only guards against a hang, because a busy machine takes many times as long.
	testTimeout: 600_000,
	// By default, jest leaves one processor idle, which is half of a machine with two.
	maxWorkers: '100%',
	projects: [
		project('unit', bundled),
		project('engine', bundled),
		project('simulation', bundled),
		project('sandbox', bundled),
		project('contract', bundled),
		project('verification', bundled),
		project('n8n', { ...withN8n, ...bundled }),
		project('browser', { ...withBrowser, ...bundled }),
		project('long', { setupFilesAfterEnv: withN8n.setupFilesAfterEnv }),
		project('crash', { ...withN8n, globalSetup: '<rootDir>/test/crash/support/globalSetup.ts' }),
	],
};
