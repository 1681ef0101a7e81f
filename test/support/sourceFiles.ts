import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

const project = join(__dirname, '../..');

/** Returns the TypeScript files in folders of the project, including uncommitted ones. */
export function sourceFiles(folders: string[]) {
	const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', ...folders], {
		cwd: project,
		encoding: 'utf8',
	});
	return listed
		.trim()
		.split('\n')
		.filter((path) => path.endsWith('.ts'))
		.map((path) => join(project, path));
}
