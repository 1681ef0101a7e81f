import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const project = join(__dirname, '..', '..', '..');

it('CONTRIBUTING names every folder of the project, and only existing folders', () => {
	const tracked = execFileSync('git', ['ls-files'], { cwd: project, encoding: 'utf8' }).trim().split('\n');
	const folders = new Set(tracked.map((file) => /^([^./][^/]*\/)/.exec(file)?.[1]).filter((folder) => folder));
	const tree = /## Where things are\n\n```\n([\s\S]*?)```/.exec(
		readFileSync(join(project, 'CONTRIBUTING.md'), 'utf8'),
	)![1]!;
	const named = tree
		.trim()
		.split('\n')
		.map((line) => line.split(' ')[0]);
	expect(named.sort()).toEqual([...folders].sort());
});
