/**
 * `npm run mutation -- [--count 200] [--seed 1] [--in transport]`: makes small mistakes in what ships and in the
 * sandbox, one at a time, and says which of them no test of the fast levels notices. `--patience 60` gives one mutant's tests
 * so many seconds. Each fate is written at once: begun again with the same seed, what was killed is not tried again.
 */
import { execFileSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { Fates, type Fate } from './fates';
import { Hunt } from './hunt';
import { mutantsOf, sample, type Mutant } from './mutants';
import { reachOf, type ReachingTest } from './reach';
import { Workshop } from './workshop';

const FOLDERS = ['transport', 'nodes', 'credentials', 'sandbox'];
const LEVELS = ['unit', 'engine', 'sandbox', 'contract', 'simulation'];

/** What tests no code that ships, copies the project or measures its process. */
const LEFT_OUT =
	/^test\/(engine\/node\/(memory|linearTime)|contract\/(recipe|compare|operations|service\/cli)|simulation\/(hour|workers)|unit\/(n8n|release|project))/;

/** Random worlds, and what takes many seconds: only what survived all others is held against these. */
const LAST =
	/^test\/(engine\/(worlds|wire|once\/(ledger|unchangedSince)|trigger\/failures|operations\/gate)|contract\/(service|contractSandbox)|simulation\/(trigger|fairness|stopping|storm)|sandbox\/cli)/;

/** Plays in threads, where nobody sees what it reaches: what the trigger's other tests do. */
const UNSEEN = /^test\/simulation\/trigger/;
const SEEN_INSTEAD = /^test\/(unit|engine)\/trigger/;

/** So many are decided before others are begun: easy ones die first, and what a run that ends early has decided is to be as random as the whole. */
const PIECE = 32;

const MAX_SHOWN_LENGTH = 160;

const { values } = parseArgs({
	options: {
		count: { type: 'string', default: '200' },
		seed: { type: 'string', default: String(Date.now() % 1_000_000) },
		in: { type: 'string' },
		workers: { type: 'string', default: String(availableParallelism()) },
		patience: { type: 'string', default: '60' },
	},
});

async function main(): Promise<void> {
	const project = join(__dirname, '..', '..');
	const tracked = (...folders: string[]) =>
		execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '--', ...folders], { cwd: project, encoding: 'utf8' })
			.trim()
			.split('\n');
	const made = await mutantsOf(
		project,
		tracked(...FOLDERS).filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts')),
	);
	const mutants = made.mutants.filter(({ file }) => file.startsWith(values.in ?? ''));
	const chosen = sample(mutants, Number(values.count), Number(values.seed));
	console.log(`${chosen.length} of ${mutants.length} mutants, seed ${values.seed}`);
	const workers = Number(values.workers);
	const workshop = new Workshop(project, made.texts);
	const files = tracked(...LEVELS.map((level) => `test/${level}`)).filter((file) => file.endsWith('.test.ts') && !LEFT_OUT.test(file));
	const { tests, loading } = await reachOf(project, made, workshop, files, workers);
	const triggers = new Set(tests.filter(({ file }) => SEEN_INSTEAD.test(file)).flatMap(({ reached }) => [...reached]));
	for (const test of tests.filter(({ file }) => UNSEEN.test(file))) test.reached = triggers;
	const isLast = ({ file }: ReachingTest) => LAST.test(file);
	const hunt = new Hunt({
		mutants: made.mutants,
		tests: tests.filter((test) => !isLast(test)),
		last: tests.filter(isLast),
		loading,
		patience: Number(values.patience),
	});
	const fates = new Fates(join(project, '.cache', 'mutation', `fates-${values.seed}.jsonl`));
	const of = (...wanted: Fate[]) => chosen.filter((mutant) => wanted.includes(fates.of(mutant)?.fate ?? 'survived'));
	for (let doubtful = ['all']; doubtful.length > 0; fates.forget(doubtful)) {
		const open = of('survived');
		while (open.length > 0) {
			await hunt.fatesOf(workshop, open.splice(0, PIECE), workers, (mutant, told) => {
				fates.add(mutant, told);
				console.log(`${told.fate.padEnd(9)} ${String(told.seconds).padStart(3)} s  ${shown(mutant)}`);
			});
		}
		doubtful = await hunt.doubtful(workshop, fates.killers(chosen));
		if (doubtful.length > 0) console.log(`Fail alone without any mistake:\n${doubtful.join('\n')}`);
	}
	workshop.clear();
	const dead = of('killed', 'timed out').length;
	console.log(`\nSurvived:\n${of('survived').map(shown).sort().join('\n')}`);
	console.log(
		`\nseed ${values.seed}: ${dead} of ${chosen.length} killed (${of('timed out').length} of them by time), ` +
			`${of('survived').length} survived: ${((100 * dead) / chosen.length).toFixed(1)} %; half of the killed in ${fates.medianSeconds(chosen)} s or less`,
	);
}

function shown({ file, line, kind, original, replacement }: Mutant): string {
	const short = (text: string) => text.replace(/\s+/g, ' ').slice(0, MAX_SHOWN_LENGTH);
	return `${file}:${line} ${kind}: ${short(original)} → ${short(replacement)}`;
}

void main();
