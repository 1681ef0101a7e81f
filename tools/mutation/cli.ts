/**
 * `npm run mutation -- [--count 200] [--seed 1] [--in transport] [--workers 2] [--patience 60]`: makes small mistakes in what ships and in
 * the sandbox, one at a time, and reports which of them no test of the fast levels notices. `--patience` limits the tests for one mistake,
 * in seconds. A second run with the same seed continues an interrupted one.
 */
import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { Hunt, type Decision } from './hunt';
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
const BATCH = 48;

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
const workers = Number(values.workers);
const project = join(__dirname, '..', '..');
const decisionsFile = join(project, '.cache', 'mutation', `decisions-${values.seed}.jsonl`);

const tracked = (...folders: string[]) =>
	execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '--', ...folders], { cwd: project, encoding: 'utf8' })
		.trim()
		.split('\n')
		.filter((file) => existsSync(join(project, file)));

async function main(): Promise<void> {
	const isSource = (file: string) => file.endsWith('.ts') && !file.endsWith('.d.ts');
	const made = await mutantsOf(project, tracked(...FOLDERS).filter(isSource));
	const mutants = made.mutants.filter(({ file }) => file.startsWith(values.in));
	const chosen = sample(mutants, Number(values.count), Number(values.seed));
	console.log(`${chosen.length} of ${mutants.length} mutants, seed ${values.seed}`);
	const workshop = new Workshop(project, made.texts);
	const files = tracked(...LEVELS.map((level) => `test/${level}`)).filter((file) => file.endsWith('.test.ts') && !LEFT_OUT.test(file));
	const { tests, loading } = await reachOf(project, made, workshop, files, workers);
	const ofTrigger = new Set(tests.filter(({ file }) => SEEN_INSTEAD.test(file)).flatMap(({ reached }) => [...reached]));
	for (const test of tests.filter(({ file }) => UNSEEN.test(file))) test.reached = ofTrigger;
	const isLast = ({ file }: ReachingTest) => LAST.test(file);
	const [some, last] = [tests.filter((test) => !isLast(test)), tests.filter(isLast)];
	const hunt = new Hunt({ tests: some, last, loading, patience: Number(values.patience) });
	const decisions = readDecisions();
	const decide = (mutant: Mutant, decision: Decision) => {
		decisions.set(shown(mutant), decision);
		appendFileSync(decisionsFile, JSON.stringify([shown(mutant), decision]) + '\n');
		console.log(`${decision.outcome.padEnd(9)} ${shown(mutant)}`);
	};
	for (let isSettled = false; !isSettled;) {
		const open = chosen.filter((mutant) => !decisions.has(shown(mutant)));
		while (open.length > 0) await hunt.decideAll(workshop, open.splice(0, BATCH), workers, decide);
		const killers = [...decisions.values()].flatMap(({ killer }) => killer ?? []);
		const doubtful = await hunt.doubtful(workshop, killers);
		for (const [name, { killer }] of decisions) if (killer && doubtful.includes(killer)) decisions.delete(name);
		if (doubtful.length > 0) console.log(`Fail alone without any mistake:\n${doubtful.join('\n')}`);
		isSettled = doubtful.length === 0;
	}
	rmSync(workshop.folder, { recursive: true, force: true });
	const of = (outcome: Decision['outcome']) => chosen.map(shown).filter((name) => decisions.get(name)?.outcome === outcome);
	const [survived, timedOut] = [of('survived'), of('timed out').length];
	const dead = chosen.length - survived.length;
	console.log(`\nSurvived:\n${survived.sort().join('\n')}`);
	const percent = ((100 * dead) / chosen.length).toFixed(1);
	console.log(`\nseed ${values.seed}: ${dead} of ${chosen.length} killed (${timedOut} of them by time), ${survived.length} survived: ${percent} %`);
}

/** The decisions of an interrupted run. */
function readDecisions(): Map<string, Decision> {
	const lines = existsSync(decisionsFile) ? readFileSync(decisionsFile, 'utf8').trim().split('\n') : [];
	return new Map(lines.map((line) => JSON.parse(line) as [string, Decision]));
}

function shown({ file, line, column, kind, original, replacement }: Mutant): string {
	const short = (text: string) => text.replace(/\s+/g, ' ').slice(0, MAX_SHOWN_LENGTH);
	return `${file}:${line}:${column} ${kind}: ${short(original)} → ${short(replacement)}`;
}

void main();
