import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const project = join(__dirname, '..', '..');

it('the event in CONTRIBUTING needs one entry and one row, and its tests are green', () => {
	const guide = readFileSync(join(project, 'CONTRIBUTING.md'), 'utf8');
	const snippet = (name: string) => new RegExp(`^ *\`\`\`ts ${name}\n([\\s\\S]*?)^ *\`\`\`$`, 'm').exec(guide)![1]!.replace(/^ {3}/gm, '');
	const copy = mkdtempSync(join(tmpdir(), 'helpdesk-event-'));
	const append = (path: string, before: string, text: string) => {
		const file = readFileSync(join(copy, path), 'utf8');
		expect(file).toContain(before);
		writeFileSync(
			join(copy, path),
			file.replace(before, () => text + before),
		);
	};
	const run = (...command: string[]) => {
		const { status, stdout, stderr } = spawnSync(process.execPath, command, { cwd: copy, encoding: 'utf8' });
		if (status !== 0) throw new Error(`${command.join(' ')} failed:\n${stdout.slice(-3_000)}${stderr.slice(-3_000)}`);
	};
	try {
		const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: project, encoding: 'utf8' }).trim().split('\n');
		for (const file of files) cpSync(join(project, file), join(copy, file));
		symlinkSync(join(project, 'node_modules'), join(copy, 'node_modules'));
		append('nodes/HelpdeskTrigger/core/events.ts', '} satisfies Record<string, TriggerEvent>;', snippet('entry'));
		append('test/unit/trigger/events.test.ts', '];\n\n/** Events whose tests need more', snippet('row'));
		run('node_modules/tsx/dist/cli.mjs', 'tools/docs/docs.ts');
		expect(readFileSync(join(copy, 'docs/trigger.md'), 'utf8')).toContain('| Subject Changed To |');
		run('node_modules/typescript/bin/tsc');
		run('node_modules/jest/bin/jest.js', '--selectProjects', 'unit', 'contract', '-w', '1', 'test/(unit/trigger/events|contract/docs).test');
	} finally {
		rmSync(copy, { recursive: true });
	}
});
