import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import type { Mutant } from './mutants';

/** Of the random tests the long ones are left out, and the other plays the same few cases each time. */
const FAST = { HELPDESK_WIRE_CASES: '220', HELPDESK_WIRE_SEED: '1' };
const LEFT_OUT = 'engine/worlds';

/** A mistake may make a loop that never ends. */
const MAX_RUN_MS = 900_000;

/** The fast levels, in the order in which they notice a mistake in the fewest seconds. */
const LEVELS = ['unit', 'engine', 'sandbox'];
const LEVELS_OF_SANDBOX = ['sandbox', 'unit', 'engine'];

export type Fate = 'killed' | 'survived' | 'timed out';

/** A copy of the project in which mistakes are made, below the project so that it finds its packages. */
export class Workshop {
	private readonly folder: string;
	/** The tests that failed last, by their titles. */
	failed: string[] = [];

	constructor(
		private readonly project: string,
		number: number,
	) {
		this.folder = join(project, '.cache', 'mutation', String(number));
		this.clear();
		const tracked = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: project, encoding: 'utf8' });
		for (const file of tracked.split('\0').filter((name) => name !== '')) {
			mkdirSync(dirname(join(this.folder, file)), { recursive: true });
			cpSync(join(project, file), join(this.folder, file));
		}
	}

	/** Whether a test that has to do with the file dies of the mistake. */
	async fateOf({ file, content }: Pick<Mutant, 'file' | 'content'>): Promise<Fate> {
		const path = join(this.folder, file);
		const original = readFileSync(path);
		writeFileSync(path, content);
		try {
			for (const level of file.startsWith('sandbox/') ? LEVELS_OF_SANDBOX : LEVELS) {
				const fate = await this.test(level, path);
				if (fate !== 'survived') return fate;
			}
			return 'survived';
		} finally {
			writeFileSync(path, original);
		}
	}

	clear(): void {
		rmSync(this.folder, { recursive: true, force: true });
	}

	/** In one process, so that none is left behind when it is stopped. */
	private async test(level: string, path: string): Promise<Fate> {
		const jest = join(this.project, 'node_modules', 'jest', 'bin', 'jest.js');
		const args = [
			jest,
			'--selectProjects',
			level,
			'--runInBand',
			'--silent',
			'--env',
			join(__dirname, 'environment.cjs'),
			'--passWithNoTests',
			'--testPathIgnorePatterns',
			LEFT_OUT,
			'--findRelatedTests',
			path,
		];
		const child = spawn(process.execPath, args, { cwd: this.folder, env: { ...process.env, ...FAST }, stdio: ['ignore', 'ignore', 'pipe'] });
		let output = '';
		child.stderr.on('data', (text) => (output += String(text)));
		const timer = setTimeout(() => child.kill('SIGKILL'), MAX_RUN_MS);
		const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
		clearTimeout(timer);
		this.failed = output.match(/^ {2}● .+$/gm) ?? [];
		if (signal === 'SIGKILL') return 'timed out';
		return code === 0 ? 'survived' : 'killed';
	}
}
