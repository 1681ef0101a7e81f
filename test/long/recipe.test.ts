import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { project, ProjectCopy } from './support/copy';

const CONTRACT = 'contract/helpdesk.openapi.yaml';
const RESOURCE = 'nodes/Helpdesk/resources/conversation.ts';

const guide = readFileSync(join(project, 'CONTRIBUTING.md'), 'utf8');
const [, recipe = ''] = /## Add an operation([\s\S]*?)### Parts of an operation/.exec(guide) ?? [];
const [, recipeEvent = ''] = /## Add an event to the trigger([\s\S]*?)\n## /.exec(guide) ?? [];

/** Returns the code blocks of a text in this language, in order and without indentation. */
function snippets(text: string, language: string) {
	const found = text.matchAll(new RegExp(`^( *)\`\`\`${language}\n([\\s\\S]*?)^ *\`\`\`$`, 'gm'));
	return [...found].map(([, indent = '', code = '']) => code.replace(new RegExp(`^${indent}`, 'gm'), ''));
}

/** Applies both recipes to one copy, because compiling it takes half a minute. */
describe('the recipes in CONTRIBUTING', () => {
	let copy: ProjectCopy;
	/** Imports a name into the resource's file, unless it is imported already. */
	const use = (name: string, from: string, how: string) => {
		const text = copy.read(RESOURCE);
		if (!new RegExp(`^import .*\\b${name}\\b.* from '${from}';`, 'm').test(text))
			copy.write(RESOURCE, `${how} { ${name} } from '${from}';\n${text}`);
	};
	const append = (path: string, before: string, text: string) => copy.change(path, before, text + before);

	beforeAll(() => {
		copy = new ProjectCopy();
		const [pin, pinned] = snippets(recipe, 'yaml');
		const [pinOperation, pinnedOperation, field] = snippets(recipe, 'ts');
		append(CONTRACT, '\ncomponents:\n', `\n${pin}\n${pinned}`);
		copy.change(RESOURCE, '\n\t},\n);\n', `\n${pinOperation}${pinnedOperation}\t},\n);\n`);
		append(RESOURCE, 'export const conversation =', `${field}\n`);
		use('text', '../../shared/fields/build', 'import');
		const [entry] = snippets(recipeEvent, 'ts entry');
		const [row] = snippets(recipeEvent, 'ts row');
		append('nodes/HelpdeskTrigger/core/events.ts', '} satisfies Record<string, TriggerEvent>;', entry!);
		append('test/unit/trigger/events.test.ts', '];\n\n/** Events with tests elsewhere', row!);
		for (const script of ['endpoints', 'docs', 'schemas'])
			copy.run('node_modules/tsx/dist/cli.mjs', `tools/docs/${script}.ts`);
		copy.run('node_modules/typescript/bin/tsc');
	});
	afterAll(() => copy.remove());

	it('add an event with one entry and one row, and its tests pass', () => {
		expect(copy.read('docs/trigger.md')).toContain('| Subject Changed To |');
		copy.run(
			'node_modules/jest/bin/jest.js',
			'--selectProjects',
			'unit',
			'contract',
			'-w',
			'1',
			'test/(unit/trigger/events|contract/docs).test',
		);
	});

	it('add operations with changes in two files, and their tests pass', () => {
		expect(copy.read('docs/operations.md')).toContain('### Get Pinned (`getPinned`)');
		const jest = copy.run(
			'node_modules/jest/bin/jest.js',
			'--selectProjects',
			'contract',
			'engine',
			'-w',
			'1',
			'--json',
			'-t',
			'pin|inned|endpoint|npm run docs|request body|has Additional Body|every field that the editor|the receipt of',
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
				expect.stringMatching(/conversation\.pin sends only what the contract allows/),
				expect.stringMatching(/conversation\.getPinned sends only what the contract allows/),
				expect.stringMatching(/conversation\.getPinned outputs at most ten flat fields/),
				expect.stringMatching(/every field that the editor offers is output/),
			]),
		);
		expect(numPassedTests).toBeGreaterThan(5);
	});
});
