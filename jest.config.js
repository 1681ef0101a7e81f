const transform = { '^.+\\.tsx?$': ['@swc/jest', { jsc: { target: 'es2022', parser: { syntax: 'typescript' } } }] };
const project = (name, extra = {}) => ({
	displayName: name,
	testMatch: [`<rootDir>/test/${name}/**/*.test.ts`],
	testEnvironment: 'node',
	transform,
	...extra,
});

/** One project a level, so that `jest --selectProjects unit` answers in seconds. */
module.exports = {
	projects: [project('unit'), project('contract'), project('n8n'), project('browser'), project('long')],
};
