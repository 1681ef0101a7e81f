import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { project, ProjectCopy } from './support/copy';

const CONTRACT = 'contract/helpdesk.openapi.yaml';
const RESOURCE = 'nodes/Helpdesk/resources/conversation.ts';

/** Returns the code blocks of CONTRIBUTING in this language, in order and without indentation. */
function snippets(language: string): string[] {
	const text = readFileSync(join(project, 'CONTRIBUTING.md'), 'utf8');
	const [, recipe = ''] = /## Add an operation([\s\S]*?)### Parts of an operation/.exec(text) ?? [];
	const found = recipe.matchAll(new RegExp(`^( *)\`\`\`${language}\n([\\s\\S]*?)^ *\`\`\`$`, 'gm'));
	return [...found].map(([, indent = '', code = '']) => code.replace(new RegExp(`^${indent}`, 'gm'), ''));
}

describe('the example operations in CONTRIBUTING', () => {
	let copy: ProjectCopy;
	/** Imports a name into the resource's file, unless it is imported already. */
	const use = (name: string, from: string, how: string) => {
		const text = copy.read(RESOURCE);
		if (!new RegExp(`^import .*\\b${name}\\b.* from '${from}';`, 'm').test(text))
			copy.write(RESOURCE, `${how} { ${name} } from '${from}';\n${text}`);
	};

	beforeAll(() => (copy = new ProjectCopy()));
	afterAll(() => copy.remove());

	it('need changes in two files only, and their tests pass at the first run', () => {
		const [pin, pinned] = snippets('yaml');
		const [pinOperation, pinnedOperation, field] = snippets('ts');
		copy.change(CONTRACT, '\ncomponents:\n', `\n${pin}\n${pinned}\ncomponents:\n`);
		copy.change(RESOURCE, '\n\t}),\n};\n', `\n${pinOperation}${pinnedOperation}\t}),\n};\n`);
		copy.change(RESOURCE, 'export const conversation:', `${field}\nexport const conversation:`);
		use('text', '../../shared/fields/build', 'import');
		copy.run('node_modules/tsx/dist/cli.mjs', 'tools/docs/endpoints.ts');
		copy.run('node_modules/tsx/dist/cli.mjs', 'tools/docs/docs.ts');
		copy.run('node_modules/tsx/dist/cli.mjs', 'tools/docs/schemas.ts');
		expect(copy.read('docs/operations.md')).toContain('### Get Pinned (`getPinned`)');
		copy.run('node_modules/typescript/bin/tsc');
		const jest = copy.run(
			'node_modules/jest/bin/jest.js',
			'--selectProjects',
			'contract',
			'engine',
			'-w',
			'1',
			'--json',
			'-t',
			'pin|inned|endpoint|npm run docs|open body|accepts more|every field that the editor|the receipt of',
			'test/(contract/(operations|docs|provisional|contractGaps)|engine/(operations/(outputChoice|layout)|worlds/worlds|once/receipt)).test',
		);
		const { numPassedTests, testResults } = JSON.parse(jest) as {
			numPassedTests: number;
			testResults: Array<{ assertionResults: Array<{ fullName: string; status: string }> }>;
		};
		const passed = testResults
			.flatMap(({ assertionResults }) => assertionResults)
			.filter(({ status }) => status === 'passed')
			.map(({ fullName }) => fullName);
		expect(passed).toEqual(
			expect.arrayContaining([
				expect.stringMatching(/conversation\.pin sends only fields/),
				expect.stringMatching(/conversation\.getPinned sends only fields/),
				expect.stringMatching(/conversation\.getPinned outputs at most ten flat fields/),
				expect.stringMatching(/every field that the editor offers is output/),
			]),
		);
		expect(numPassedTests).toBeGreaterThan(5);
	});
});
