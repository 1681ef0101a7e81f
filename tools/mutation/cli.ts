/**
 * `npm run mutation -- [--count 200] [--seed 1] [--in transport] [--workers 2]`: makes small mistakes in shipped code
 * and in the sandbox, one at a time, and reports those that no fast test notices.
 */
import { rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { mutantsOf, sample, type Mutant } from './mutants';
import { filesOf, MutantCopy, NO_MUTANT } from './mutantCopy';

const SOURCES = /^(transport|nodes|credentials|sandbox)\/.*(?<!\.d)\.ts$/;
const TESTS = /^test\/(unit|engine|sandbox|contract|simulation)\/.*\.test\.ts$/;

/** Test files that cover no shipped code, or take long. */
const LEFT_OUT = /^test\/(simulation\/(hour|workers)|unit\/(n8n|release|project))/;

/** Coverage is not measured in the threads of these tests. */
const UNSEEN = /^test\/simulation\/trigger/;
const REACHED_UNSEEN = /^nodes\/HelpdeskTrigger/;

/** Number of test files that share a process. The first, shortest ones notice most mistakes. */
const FILES = 6;

/** Number of mistakes that share a process. */
const MISTAKES = 12;

/**
 * Maximum silence of a round (ms), and the addition for each second that its tests take without a mistake. They are
 * long for busy machines.
 */
const SILENT_MS = 120_000;
const SILENT_MS_PER_SECOND = 10_000;
const MEASURING_MS = 1_800_000;

const { values } = parseArgs({
	options: {
		count: { type: 'string', default: '200' },
		seed: { type: 'string', default: String(Date.now() % 1_000_000) },
		in: { type: 'string', default: '' },
		workers: { type: 'string', default: String(availableParallelism()) },
	},
});
const project = join(__dirname, '..', '..');

async function main(): Promise<void> {
	const files = filesOf(project);
	const sources = files.filter((file) => SOURCES.test(file));
	const { mutants, texts } = await mutantsOf(project, sources);
	const possible = mutants.filter(({ file }) => file.startsWith(values.in));
	const chosen = sample(possible, Number(values.count), Number(values.seed));
	console.log(`${chosen.length} of ${possible.length} mutants, seed ${values.seed}`);
	const mutantCopy = new MutantCopy(project, texts);
	const hunt = new Hunt(mutantCopy, chosen);
	await hunt.measure(files.filter((file) => TESTS.test(file) && !LEFT_OUT.test(file)));
	await hunt.decide();
	rmSync(mutantCopy.folder, { recursive: true });
	const survived = chosen.filter(({ id }) => !(id in hunt.killers)).map(({ name }) => name);
	const killed = chosen.length - survived.length;
	console.log(`\nSurvived:\n${survived.sort().join('\n')}`);
	const percent = ((100 * killed) / chosen.length).toFixed(1);
	console.log(
		`\nseed ${values.seed}: ${killed} of ${chosen.length} killed, ${survived.length} survived: ${percent} %`,
	);
}

/** Runs the test files that reach a mistake, the shortest first, until a test fails. */
class Hunt {
	/** Time of each test file, and the mistakes that it reaches. */
	private readonly files: Record<string, { seconds: number; reached: string[] }> = {};
	/** Tests that fail without any mistake. */
	private readonly ignored: string[] = [];
	/** The test that noticed a mistake, by the mistake. */
	readonly killers: Record<string, string> = {};
	/** For each mistake: the first file of each group that did not notice it. */
	private readonly passed: Record<string, string[]> = {};

	constructor(
		private readonly mutantCopy: MutantCopy,
		private readonly chosen: Mutant[],
	) {}

	async measure(files: string[]): Promise<void> {
		await this.share(groupsOf(files, MISTAKES), async (group, name) => {
			console.log(`Measuring ${group.length} test files from ${group[0]}`);
			const lines = await this.mutantCopy.play(name, new Map([[NO_MUTANT, group]]), MEASURING_MS);
			const failed = lines.flatMap(({ test, isFailed }) => (isFailed ? test! : []));
			for (const test of failed) console.log(`Fails without any mistake, and is ignored: ${test}`);
			this.ignored.push(...failed);
			const { coverage } = lines.at(-1)!;
			for (const file of group) {
				const seconds = lines.reduce((sum, line) => sum + (line.file === file ? line.seconds! : 0), 0);
				// Code that runs while files are loaded is reached by every file.
				const ran = { ...coverage?.static, ...coverage?.perTest[file] };
				const isReached = (mutant: Mutant) =>
					mutant.id in ran || (UNSEEN.test(file) && REACHED_UNSEEN.test(mutant.file));
				this.files[file] = { seconds, reached: this.chosen.filter(isReached).map(({ id }) => id) };
			}
		});
	}

	async decide(): Promise<void> {
		await this.share(this.work(), async ({ files, mutants }, name) => {
			for (let left = mutants; left.length > 0; left = left.filter((mutant) => this.isOpen(mutant, files)))
				await this.play(name, files, left);
		});
	}

	/** Yields groups of files with the mistakes that no earlier group has noticed. */
	private *work(): Generator<{ files: string[]; mutants: Mutant[] }> {
		const secondsOf = (file: string) => this.files[file]!.seconds;
		const files = Object.keys(this.files).sort((one, other) => secondsOf(one) - secondsOf(other));
		for (const group of groupsOf(files, FILES)) {
			const open = this.chosen.filter((mutant) => this.isOpen(mutant, group));
			for (const mutants of groupsOf(open, MISTAKES)) yield { files: group, mutants };
		}
	}

	private isOpen({ id }: Mutant, files: string[]): boolean {
		return (
			!(id in this.killers) &&
			!this.passed[id]?.includes(files[0]!) &&
			files.some((file) => this.reaches(file, id))
		);
	}

	private reaches(file: string, mutant: string): boolean {
		return this.files[file]!.reached.includes(mutant);
	}

	/** Runs one process. If it ends early, the active mistake counts as noticed, and later ones stay open. */
	private async play(name: string, files: string[], mutants: Mutant[]): Promise<void> {
		const seconds = files.reduce((sum, file) => sum + this.files[file]!.seconds, 0);
		const rounds = new Map(mutants.map(({ id }) => [id, files.filter((file) => this.reaches(file, id))]));
		const silentMs = SILENT_MS + seconds * SILENT_MS_PER_SECOND;
		const lines = await this.mutantCopy.play(name, rounds, silentMs, this.ignored);
		const last = lines.at(-1)!;
		for (const { id, name: shown } of mutants) {
			const own = lines.filter(({ mutant }) => mutant === id);
			const killer =
				own.find((line) => line.killer)?.killer ?? (last.mutant === id && !last.isOver && 'The process ended');
			if (killer) {
				this.killers[id] = killer;
				console.log(`killed    ${shown}\n          ${killer}`);
			} else if (own.some(({ isOver }) => isOver)) (this.passed[id] ??= []).push(files[0]!);
		}
	}

	/** Distributes work among the workers. */
	private async share<T>(work: Iterable<T>, doOne: (one: T, name: string) => Promise<void>): Promise<void> {
		const left = work[Symbol.iterator]();
		const worker = async (_: unknown, number: number) => {
			for (let next = left.next(); !next.done; next = left.next()) await doOne(next.value, `worker-${number}`);
		};
		await Promise.all(Array.from({ length: Number(values.workers) }, worker));
	}
}

function groupsOf<T>(all: T[], size: number): T[][] {
	return Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size));
}

void main();
