import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { projects } from '../../jest.config.js';
import { textOf } from '../commands/together';

/** Random tests play the same cases each time. */
const SEEDS = { HELPDESK_WIRE_CASES: '220', HELPDESK_WIRE_SEED: '1', HELPDESK_WORLDS_SEED: '1', HELPDESK_SEED: '1', SEED: '1' };

/** A slow machine is no sign of a mistake: a round has a limit of its own. */
const TEST_TIMEOUT_MS = 300_000;

/** How often it is looked whether a round takes too long, in ms. */
const LOOK_MS = 1_000;

/** Tests of some files, with one mistake or none. */
export interface Round {
	/** Stryker's number of the mistake. */
	mutant?: string;
	files: string[];
	/** The tests, by file and titles; all of the files where it is left out. */
	only?: string[];
	/** Of the first round: a file for what the tests reach and how long they take. */
	reachInto?: string;
	/** Also after a test failed. */
	toTheEnd?: boolean;
	/** A mistake may make a loop that never ends. */
	limitMs: number;
}

/** What rounds.ts tells; no killer where a file could not be loaded. */
export type Line = { round: number } & ({ started: true } | { over: true } | { killer: string | null; why: string });

/** What became of a round. */
export interface Outcome {
	kind: 'killed' | 'timed out' | 'survived';
	killers: string[];
	why?: string;
}

/** A copy of the project, below it so that it finds its packages, with sources that have every mistake in them and none active. */
export class Workshop {
	readonly folder: string;

	/** @param texts of the sources, instrumented by Stryker */
	constructor(
		private readonly project: string,
		texts: Map<string, string>,
	) {
		this.folder = join(project, '.cache', 'mutation', 'copy');
		const tracked = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: project, encoding: 'utf8' });
		for (const file of tracked.split('\0').filter((path) => path !== '' && existsSync(join(project, path)))) {
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
		mkdirSync(join(this.folder, 'mutation'), { recursive: true });
		const text = `require('tsx/cjs/api').register();\nmodule.exports = ${JSON.stringify(config)};\n`;
		writeFileSync(join(this.folder, 'mutation', 'jest.config.cjs'), text);
	}

	/**
	 * Runs rounds in one process, which loads the packages once. An outcome is undefined if the process ended before its round began.
	 *
	 * @param name of the process among those at the same time
	 */
	async play(name: string, rounds: Round[]): Promise<Array<Outcome | undefined>> {
		const at = (file: string) => join(this.folder, 'mutation', file);
		const into = at(`${name}.jsonl`);
		rmSync(into, { force: true });
		writeFileSync(
			at(`${name}.js`),
			PREAMBLE + rounds.map(({ files }, number) => `round(${number}, () => {\n${textOf(this.folder, files)}});\n`).join(''),
		);
		writeFileSync(at(`${name}.json`), JSON.stringify({ rounds, into }));
		const options = ['--config', at('jest.config.cjs'), '--runInBand', '--silent', '--forceExit', '--runTestsByPath', at(`${name}.js`)];
		const child = spawn(process.execPath, [join(this.project, 'node_modules/jest/bin/jest.js'), ...options], {
			cwd: this.folder,
			env: { ...process.env, ...SEEDS, ...activeIn(rounds), HELPDESK_MUTATION_PLAN: at(`${name}.json`) },
			stdio: ['ignore', 'ignore', 'pipe'],
		});
		let output = '';
		child.stderr.on('data', (text) => (output += String(text)));
		let heard = { at: Date.now(), lines: 0 };
		const look = setInterval(() => {
			const lines = linesOf(into);
			if (lines.length !== heard.lines) heard = { at: Date.now(), lines: lines.length };
			const playing = lines.filter((line) => 'started' in line).at(-1);
			const limitMs = playing ? rounds[playing.round]!.limitMs : rounds.reduce((sum, round) => sum + round.limitMs, 0);
			if (Date.now() - heard.at > limitMs) child.kill('SIGKILL');
		}, LOOK_MS);
		const [, signal] = (await once(child, 'close')) as [number | null, string | null];
		clearInterval(look);
		const lines = linesOf(into);
		if (lines.length === 0) console.log(output.slice(0, 2_000));
		const isStopped = signal === 'SIGKILL';
		return rounds.map((_, number) =>
			outcomeOf(
				lines.filter(({ round }) => round === number),
				isStopped,
			),
		);
	}
}

/** Where all rounds have one mistake, for threads and processes that a test begins: Stryker's own way to name it. */
function activeIn(rounds: Round[]): Record<string, string> {
	const [mutant, ...others] = [...new Set(rounds.map((round) => round.mutant))];
	return mutant === undefined || others.length > 0 ? {} : { __STRYKER_ACTIVE_MUTANT__: mutant };
}

const PREAMBLE = `function round(number, files) {
	describe(String(number), () => { beginRound(number); load(files); });
}
`;

function linesOf(file: string): Line[] {
	if (!existsSync(file)) return [];
	return readFileSync(file, 'utf8')
		.split('\n')
		.slice(0, -1)
		.map((line) => JSON.parse(line) as Line);
}

/** @param isStopped whether the process took too long */
function outcomeOf(lines: Line[], isStopped: boolean): Outcome | undefined {
	const failures = lines.flatMap((line) => ('killer' in line ? line : []));
	if (failures.length > 0) return { kind: 'killed', killers: failures.flatMap(({ killer }) => killer ?? []), why: failures[0]!.why };
	if (lines.some((line) => 'over' in line)) return { kind: 'survived', killers: [] };
	if (!lines.some((line) => 'started' in line)) return undefined;
	return isStopped ? { kind: 'timed out', killers: [] } : { kind: 'killed', killers: [], why: 'The process ended' };
}
