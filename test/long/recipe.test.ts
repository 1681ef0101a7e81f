import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const project = join(__dirname, '..', '..');
const CONTRACT = 'contract/helpdesk.openapi.yaml';
const RESOURCE = 'nodes/Helpdesk/resources/unconfirmed/conversation.ts';

/** Returns the code blocks of CONTRIBUTING in this language, in order and without indentation. */
function snippets(language: string): string[] {
	const text = readFileSync(join(project, 'CONTRIBUTING.md'), 'utf8');
	const [, recipe = ''] = /## Add an operation([\s\S]*?)### Parts of an operation/.exec(text) ?? [];
	const found = recipe.matchAll(new RegExp(`^( *)\`\`\`${language}\n([\\s\\S]*?)^ *\`\`\`$`, 'gm'));
	return [...found].map(([, indent = '', code = '']) => code.replace(new RegExp(`^${indent}`, 'gm'), ''));
}

describe('the operations in CONTRIBUTING', () => {
	let copy: string;
	const change = (path: string, from: string, to: string) => {
		const text = readFileSync(join(copy, path), 'utf8');
		expect(text).toContain(from);
		writeFileSync(
			join(copy, path),
			text.replace(from, () => to),
		);
	};
	/** Imports a name into the resource's file, unless it does so already. */
	const use = (name: string, from: string, how: string) => {
		const text = readFileSync(join(copy, RESOURCE), 'utf8');
		if (!new RegExp(`^import .*\\b${name}\\b.* from '${from}';`, 'm').test(text))
			writeFileSync(join(copy, RESOURCE), `${how} { ${name} } from '${from}';\n${text}`);
	};
	/** Returns the output of a command, or throws it if the command fails. */
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

	it('need two files, and their tests are green at the first run', () => {
		const [pin, pinned] = snippets('yaml');
		const [pinOperation, pinnedOperation, field] = snippets('ts');
		change(CONTRACT, '\ncomponents:\n', `\n${pin}\n${pinned}\ncomponents:\n`);
		change(RESOURCE, '\n\t},\n});\n', `\n${pinOperation}${pinnedOperation}\t},\n});\n`);
		change(RESOURCE, 'export const conversationOperations', `${field}\nexport const conversationOperations`);
		use('text', '../../../shared/fields/build', 'import');
		run('node_modules/tsx/dist/cli.mjs', 'tools/docs/endpoints.ts');
		run('node_modules/tsx/dist/cli.mjs', 'tools/docs/docs.ts');
		run('node_modules/tsx/dist/cli.mjs', 'tools/docs/schemas.ts');
		expect(readFileSync(join(copy, 'docs/operations.md'), 'utf8')).toContain('### Conversation: Get Pinned (`conversationGetPinned`)');
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
			'pin|inned|endpoint|npm run docs|open body|accepts more|every field that the editor',
			'test/(contract/(operations|docs|provisional|contractGaps)|engine/(operations/(outputChoice|layout)|worlds/worlds)).test',
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
				expect.stringMatching(/^unconfirmed\.conversationPin keeps/),
				expect.stringMatching(/^unconfirmed\.conversationGetPinned keeps/),
				expect.stringMatching(/^unconfirmed\.conversationGetPinned outputs at most ten flat fields/),
				expect.stringMatching(/^every field that the editor offers is output/),
			]),
		);
		expect(numPassedTests).toBeGreaterThan(5);
	});
});
