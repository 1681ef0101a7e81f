import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// Compiles a copy of the project and runs tests in it.
jest.setTimeout(900_000);

const project = join(__dirname, '..', '..');
const CONTRACT = 'contract/helpdesk.openapi.yaml';
const RESOURCE = 'nodes/Helpdesk/resources/conversation.ts';

/** What CONTRIBUTING tells to write, by its language and in its order, without the indentation of its list. */
function snippets(language: string): string[] {
	const text = readFileSync(join(project, 'CONTRIBUTING.md'), 'utf8');
	const [, recipe = ''] = /## Add an operation([\s\S]*?)### What an operation is made of/.exec(text) ?? [];
	const found = recipe.matchAll(new RegExp(`^( *)\`\`\`${language}\n([\\s\\S]*?)^ *\`\`\`$`, 'gm'));
	return [...found].map(([, indent = '', code = '']) => code.replace(new RegExp(`^${indent}`, 'gm'), ''));
}

describe('the operations that CONTRIBUTING shows', () => {
	let copy: string;
	const change = (path: string, from: string, to: string) => {
		const text = readFileSync(join(copy, path), 'utf8');
		expect(text).toContain(from);
		writeFileSync(
			join(copy, path),
			text.replace(from, () => to),
		);
	};
	/** Imports a name into the resource's file, unless it is imported there already. */
	const use = (name: string, from: string, how: string) => {
		const text = readFileSync(join(copy, RESOURCE), 'utf8');
		if (!new RegExp(`^import .*\\b${name}\\b.* from '${from}';`, 'm').test(text))
			writeFileSync(join(copy, RESOURCE), `${how} { ${name} } from '${from}';\n${text}`);
	};
	/** What a command says; throws with it where it fails. */
	const run = (...command: string[]) => {
		const { status, stdout, stderr } = spawnSync(process.execPath, command, { cwd: copy, encoding: 'utf8' });
		if (status !== 0) throw new Error(`${command.join(' ')} failed:\n${stdout.slice(-3_000)}${stderr.slice(-3_000)}`);
		return stdout;
	};

	beforeAll(() => {
		copy = mkdtempSync(join(tmpdir(), 'helpdesk-recipe-'));
		const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: project, encoding: 'utf8' }).trim().split('\n');
		for (const file of files) cpSync(join(project, file), join(copy, file));
		symlinkSync(join(project, 'node_modules'), join(copy, 'node_modules'));
	});
	afterAll(() => rmSync(copy, { recursive: true }));

	it('take two files written by hand, and everything is right at the first run', () => {
		const [pin, pinned] = snippets('yaml');
		const [pinOperation, pinnedOperation, field] = snippets('ts');
		change(CONTRACT, '\ncomponents:\n', `\n${pin}\n${pinned}\ncomponents:\n`);
		change(RESOURCE, '\n\t],\n};\n', `\n${pinOperation}${pinnedOperation}\t],\n};\n`);
		change(RESOURCE, 'export const conversation', `${field}\nexport const conversation`);
		use('Field', '../../shared/field', 'import type');
		use('text', '../../shared/fields/readers', 'import');
		run('node_modules/tsx/dist/cli.mjs', 'tools/docs/endpoints.ts');
		run('node_modules/tsx/dist/cli.mjs', 'tools/docs/docs.ts');
		run('node_modules/tsx/dist/cli.mjs', 'tools/docs/schemas.ts');
		expect(readFileSync(join(copy, 'docs/operations.md'), 'utf8')).toContain('### Get Pinned (`getPinned`)');
		run('node_modules/typescript/bin/tsc');
		const jest = run(
			'node_modules/jest/bin/jest.js',
			'--selectProjects',
			'contract',
			'engine',
			'-w',
			'1',
			'--json',
			'-t',
			'pin|inned|endpoint|npm run docs|open body|takes more|every field that the editor',
			'test/(contract/(operations|docs|provisional|contractGaps|compare/cli|compare/styles)|engine/(operations/outputChoice|worlds/outputs)).test',
		);
		const { numPassedTests, testResults } = JSON.parse(jest) as {
			numPassedTests: number;
			testResults: Array<{ assertionResults: Array<{ title: string; status: string }> }>;
		};
		const passed = testResults
			.flatMap(({ assertionResults }) => assertionResults)
			.filter(({ status }) => status === 'passed')
			.map(({ title }) => title);
		expect(passed).toEqual(
			expect.arrayContaining([
				expect.stringMatching(/^conversation\.pin keeps/),
				expect.stringMatching(/^conversation\.getPinned keeps/),
				expect.stringMatching(/^conversation\.getPinned has at most ten fields/),
				expect.stringMatching(/^every field that the editor offers comes/),
			]),
		);
		expect(numPassedTests).toBeGreaterThan(5);
	});
});
