import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const project = join(__dirname, '..', '..', '..');

/** A copy of the project, including uncommitted files. */
export class ProjectCopy {
	private readonly folder = mkdtempSync(join(tmpdir(), 'helpdesk-copy-'));

	constructor() {
		const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: project, encoding: 'utf8' })
			.trim()
			.split('\n');
		for (const file of files) cpSync(join(project, file), join(this.folder, file));
		symlinkSync(join(project, 'node_modules'), join(this.folder, 'node_modules'));
	}

	read(path: string) {
		return readFileSync(join(this.folder, path), 'utf8');
	}

	write(path: string, text: string) {
		writeFileSync(join(this.folder, path), text);
	}

	change(path: string, from: string, to: string) {
		expect(this.read(path)).toContain(from);
		this.write(
			path,
			this.read(path).replace(from, () => to),
		);
	}

	/** Runs a Node script. Returns its output, or throws it if the script fails. */
	run(...command: string[]) {
		const { status, stdout, stderr } = spawnSync(process.execPath, command, { cwd: this.folder, encoding: 'utf8' });
		if (status !== 0)
			throw new Error(`${command.join(' ')} failed:\n${stdout.slice(-3_000)}${stderr.slice(-3_000)}`);
		return stdout;
	}

	remove() {
		rmSync(this.folder, { recursive: true });
	}
}
