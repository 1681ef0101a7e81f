const transform = {
	'^.+\\.tsx?$': ['@swc/jest', { jsc: { target: 'es2022', parser: { syntax: 'typescript' } } }],
	'bottleneck[\\\\/]light\\.js$': '<rootDir>/build/jestBottleneck.js',
};
const project = (name, extra = {}) => ({
	displayName: name,
	testMatch: [`<rootDir>/test/${name}/**/*.test.ts`],
	testEnvironment: 'node',
	transform,
	transformIgnorePatterns: ['/node_modules/(?!bottleneck/)'],
	...extra,
});

/** One project a level, so that `jest --selectProjects unit` answers in seconds. */
module.exports = {
	projects: [project('unit'), project('contract'), project('n8n'), project('browser'), project('long')],
};
