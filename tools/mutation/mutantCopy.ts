import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { projects } from '../../jest.config.js';
import { bundleText } from '../commands/bundledRunner.js';

/** Seeds with which random tests always play the same cases. */
const SEEDS = {
	HELPDESK_WIRE_CASES: '220',
	HELPDESK_WIRE_SEED: '1',
	HELPDESK_SEED: '1',
};

/** Long, because a slow machine is no sign of a mistake. `play` has its own limit. */
const TEST_TIMEOUT_MS = 300_000;

/** Interval (ms) of the check for a process that is silent too long. */
const LOOK_MS = 1_000;

/** Marks a round without a mistake. */
export const NO_MUTANT = 'none';

/** The work of one process, for rounds.ts. */
export interface Plan {
	isMeasuring: boolean;
	/** Tests that fail without any mistake. */
	ignored: string[];
	/** The file to which the process writes its lines. */
	into: string;
}

/** A line that rounds.ts writes about a round. */
export interface Line {
	mutant: string;
	isOver?: true;
	/** The test that failed, or the error of a file that could not be loaded. */
	killer?: string;
	/** A measured test, by file and titles. */
	test?: string;
	isFailed?: boolean;
	file?: string;
	seconds?: number;
	/** How often mutants ran: while files were loaded (`static`), and by file. */
	coverage?: { static: Record<string, number>; perTest: Record<string, Record<string, number>> };
}

/**
 * A copy of the project whose sources contain every mistake, none of them active. It is inside the project, so that it
 * finds the packages.
 */
export class MutantCopy {
	readonly folder: string;

	/** @param texts of the sources, instrumented by Stryker */
	constructor(
		private readonly project: string,
		texts: Map<string, string>,
	) {
		this.folder = join(project, '.cache', 'mutation', 'copy');
		rmSync(this.folder, { recursive: true, force: true });
		for (const file of filesOf(project)) {
			const copy = join(this.folder, file);
			mkdirSync(dirname(copy), { recursive: true });
			if (texts.has(file)) writeFileSync(copy, texts.get(file)!);
			else cpSync(join(project, file), copy);
		}
		const { transform, transformIgnorePatterns } = projects[0]!;
		const config = {
			rootDir: this.folder,
			testMatch: ['<rootDir>/mutation/*.js'],
			testEnvironment: join(__dirname, 'rounds.ts'),
			runtime: join(__dirname, 'runtime.ts'),
			testTimeout: TEST_TIMEOUT_MS,
			transform,
			transformIgnorePatterns,
		};
		mkdirSync(join(this.folder, 'mutation'));
		const text = `require('tsx/cjs/api').register();\nmodule.exports = ${JSON.stringify(config)};\n`;
		writeFileSync(join(this.folder, 'mutation', 'jest.config.cjs'), text);
	}

	/**
	 * Runs test files with one mistake after the other, in one process that loads the packages once. A round without a
	 * mistake measures the tests.
	 *
	 * @param name name of the process among the concurrent ones
	 * @param rounds test files of each round, by its mistake
	 * @param silentMs maximum time of a round, because a mistake may cause an endless loop
	 */
	async play(name: string, rounds: Map<string, string[]>, silentMs: number, ignored: string[] = []): Promise<Line[]> {
		const at = (file: string) => join(this.folder, 'mutation', file);
		const plan: Plan = { isMeasuring: rounds.has(NO_MUTANT), ignored, into: at(`${name}.jsonl`) };
		rmSync(plan.into, { force: true });
		const blocks = [...rounds].map(
			([mutant, files]) =>
				`describe('${mutant}', () => round('${mutant}', () => {\n${bundleText(this.folder, files)}}));\n`,
		);
		writeFileSync(at(`${name}.js`), blocks.join(''));
		writeFileSync(at(`${name}.json`), JSON.stringify(plan));
		const options = [
			'--config',
			at('jest.config.cjs'),
			'--runInBand',
			'--silent',
			'--forceExit',
			'--runTestsByPath',
			at(`${name}.js`),
		];
		const child = spawn(process.execPath, [join(this.project, 'node_modules/jest/bin/jest.js'), ...options], {
			cwd: this.folder,
			env: { ...process.env, ...SEEDS, HELPDESK_MUTATION_PLAN: at(`${name}.json`) },
			stdio: ['ignore', 'ignore', 'pipe'],
		});
		let output = '';
		child.stderr.on('data', (text) => (output += String(text)));
		let heard = { at: Date.now(), lines: 0 };
		const look = setInterval(() => {
			const { length } = linesOf(plan.into);
			if (length !== heard.lines) heard = { at: Date.now(), lines: length };
			if (Date.now() - heard.at > silentMs) child.kill('SIGKILL');
		}, LOOK_MS);
		await once(child, 'close');
		clearInterval(look);
		const lines = linesOf(plan.into);
		if (lines.length === 0) throw new Error(output.slice(0, 2_000));
		return lines;
	}
}

/** Returns the project's files that Git does not ignore. */
export function filesOf(project: string): string[] {
	const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
		cwd: project,
		encoding: 'utf8',
	});
	return files.split('\n').filter((file) => file !== '' && existsSync(join(project, file)));
}

function linesOf(file: string): Line[] {
	const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
	return text
		.split('\n')
		.slice(0, -1)
		.map((line) => JSON.parse(line) as Line);
}
