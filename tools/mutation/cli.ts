/**
 * `npm run mutation -- [--count 200] [--seed 1] [--in transport] [--workers 2] [--patience 60]`: makes small mistakes in what ships and in
 * the sandbox, one at a time, and reports which of them no test of the fast levels notices. `--patience` is the time of tests for one
 * mistake, in seconds. Each fate is written at once: a second run with the same seed continues.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { Hunt, type Told } from './hunt';
import { mutantsOf, sample, type Mutant } from './mutants';
import { reachOf, type ReachingTest } from './reach';
import { Workshop } from './workshop';

const FOLDERS = ['transport', 'nodes', 'credentials', 'sandbox'];
const LEVELS = ['unit', 'engine', 'sandbox', 'contract', 'simulation'];

/** Files that test no code that ships, copy the project or measure its process. */
const LEFT_OUT = /^test\/(engine\/(node\/memory|service\/cli)|contract\/operations|simulation\/(hour|workers)|unit\/(n8n|release|project))/;

/** Random worlds and slow files: only for mistakes that survived all others. */
const LAST =
	/^test\/(engine\/(worlds|http|once\/(ledger|unchangedSince)|trigger\/failures|operations\/gate)|engine\/service|contract\/contractSandbox|simulation\/(trigger|fairness|stopping|storm)|sandbox\/cli)/;

/** Runs in threads, where coverage is not measured. It reaches what the trigger's other tests reach. */
const UNSEEN = /^test\/simulation\/trigger/;
const SEEN_INSTEAD = /^test\/(unit|engine)\/trigger/;

/** Mistakes that are decided before others begin, so that an interrupted run is a random sample as well. */
const PIECE = 32;

const MAX_SHOWN_LENGTH = 160;

const { values } = parseArgs({
	options: {
		count: { type: 'string', default: '200' },
		seed: { type: 'string', default: String(Date.now() % 1_000_000) },
		in: { type: 'string', default: '' },
		workers: { type: 'string', default: String(availableParallelism()) },
		patience: { type: 'string', default: '60' },
	},
});
const project = join(__dirname, '..', '..');

/** The fate of each mistake, in a file with one line each. */
class Fates {
	private readonly path = join(project, '.cache', 'mutation', `fates-${values.seed}.jsonl`);
	private readonly known = new Map<string, Told>();

	constructor() {
		const lines = existsSync(this.path) ? readFileSync(this.path, 'utf8').trim().split('\n') : [];
		for (const { key, ...told } of lines.map((line) => JSON.parse(line) as Told & { key: string })) this.known.set(key, told);
	}

	of(mutant: Mutant): Told | undefined {
		return this.known.get(keyOf(mutant));
	}

	add(mutant: Mutant, told: Told): void {
		const { file, line, kind, original, replacement } = mutant;
		this.known.set(keyOf(mutant), told);
		appendFileSync(this.path, JSON.stringify({ key: keyOf(mutant), ...told, file, line, kind, original, replacement }) + '\n');
	}

	/** Makes the results of these tests count no more. */
	forget(killers: string[]): void {
		for (const [key, { killer }] of this.known) if (killer !== undefined && killers.includes(killer)) this.known.delete(key);
	}
}

const keyOf = ({ file, from, original, replacement }: Mutant) =>
	createHash('sha256').update([file, from, original, replacement].join('\0')).digest('hex').slice(0, 16);

const tracked = (...folders: string[]) =>
	execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '--', ...folders], { cwd: project, encoding: 'utf8' })
		.trim()
		.split('\n');

async function main(): Promise<void> {
	const made = await mutantsOf(
		project,
		tracked(...FOLDERS).filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts')),
	);
	const mutants = made.mutants.filter(({ file }) => file.startsWith(values.in));
	const chosen = sample(mutants, Number(values.count), Number(values.seed));
	console.log(`${chosen.length} of ${mutants.length} mutants, seed ${values.seed}`);
	const workers = Number(values.workers);
	const workshop = new Workshop(project, made.texts);
	const files = tracked(...LEVELS.map((level) => `test/${level}`)).filter((file) => file.endsWith('.test.ts') && !LEFT_OUT.test(file));
	const { tests, loading } = await reachOf(project, made, workshop, files, workers);
	const ofTrigger = new Set(tests.filter(({ file }) => SEEN_INSTEAD.test(file)).flatMap(({ reached }) => [...reached]));
	for (const test of tests.filter(({ file }) => UNSEEN.test(file))) test.reached = ofTrigger;
	const isLast = ({ file }: ReachingTest) => LAST.test(file);
	const [some, last] = [tests.filter((test) => !isLast(test)), tests.filter(isLast)];
	const hunt = new Hunt({ mutants: made.mutants, tests: some, last, loading, patience: Number(values.patience) });
	const fates = new Fates();
	const of = (...wanted: Array<Told['fate']>) => chosen.filter((mutant) => wanted.includes(fates.of(mutant)?.fate ?? 'survived'));
	for (let doubtful = ['all']; doubtful.length > 0; fates.forget(doubtful)) {
		for (const open = of('survived'); open.length > 0;) {
			await hunt.fatesOf(workshop, open.splice(0, PIECE), workers, (mutant, told) => {
				fates.add(mutant, told);
				console.log(`${told.fate.padEnd(9)} ${String(told.seconds).padStart(3)} s  ${shown(mutant)}`);
			});
		}
		doubtful = await hunt.doubtful(workshop, [...new Set(chosen.flatMap((mutant) => fates.of(mutant)?.killer ?? []))]);
		if (doubtful.length > 0) console.log(`Fail alone without any mistake:\n${doubtful.join('\n')}`);
	}
	workshop.clear();
	const [dead, timedOut, survived] = [of('killed', 'timed out').length, of('timed out').length, of('survived')];
	console.log(`\nSurvived:\n${survived.map(shown).sort().join('\n')}`);
	const percent = ((100 * dead) / chosen.length).toFixed(1);
	console.log(`\nseed ${values.seed}: ${dead} of ${chosen.length} killed (${timedOut} of them by time), ${survived.length} survived: ${percent} %`);
}

function shown({ file, line, kind, original, replacement }: Mutant): string {
	const short = (text: string) => text.replace(/\s+/g, ' ').slice(0, MAX_SHOWN_LENGTH);
	return `${file}:${line} ${kind}: ${short(original)} → ${short(replacement)}`;
}

void main();
