import type { Mutant } from './mutants';
import type { ReachingTest } from './reach';
import type { Outcome, Round, Workshop } from './workshop';

/**
 * Most mistakes are noticed by the first few tests. So tests are run in stages: a few cheap ones, then as many as patience allows, then the
 * slow ones. `together` is the number of mistakes that share a process.
 */
const STAGES = [
	{ together: 12, seconds: 5, files: 6 },
	{ together: 3, seconds: Infinity, files: Infinity },
	{ together: 1, seconds: Infinity, files: Infinity },
];
const LAST_STAGE = STAGES.length - 1;

/** Added to the time of each test, so that none is free. */
const TEST_SECONDS = 0.05;

/** For a round without its tests, and for each second that they take without a mistake, on a busy machine. */
const ROUND_MS = 180_000;
const MS_PER_SECOND_OF_TESTS = 10_000;

/** The outcome of a mistake, and the test that noticed it. */
export interface Decision {
	outcome: Outcome['kind'];
	killer?: string;
	why?: string;
}

export interface Tests {
	tests: ReachingTest[];
	/** Run last: they take long. */
	last: ReachingTest[];
	/** The mutants that run while files are loaded, which any test may notice. */
	loading: Set<string>;
	/** How many seconds of tests, without the last ones, one mistake is worth. */
	patience: number;
}

/** Searches for a test that fails with a mistake among the tests that reach it, cheapest first. */
export class Hunt {
	constructor(private readonly all: Tests) {}

	/** Calls `decide` for each mutant as soon as its outcome is known. */
	async decideAll(workshop: Workshop, mutants: Mutant[], workers: number, decide: (mutant: Mutant, decision: Decision) => void): Promise<void> {
		let open = mutants;
		const asked = new Map<string, Set<string>>(mutants.map(({ id }) => [id, new Set()]));
		for (const [stage, { together }] of STAGES.entries()) {
			const withTests = open
				.map((mutant) => ({ mutant, tests: this.testsFor(mutant, stage, asked.get(mutant.id)!) }))
				.filter(({ tests }) => tests.length > 0);
			const groups = Array.from({ length: Math.ceil(withTests.length / together) }, (_, at) =>
				withTests.slice(at * together, (at + 1) * together),
			);
			const decided = new Set<Mutant>();
			const work = async (worker: number) => {
				for (let group = groups.shift(); group; group = groups.shift()) {
					const rounds = group.map(({ mutant, tests }) => ({ mutant: mutant.id, ...roundOf(tests) }));
					const outcomes = await workshop.play(`hunt-${worker}`, rounds);
					for (const [index, { mutant, tests }] of group.entries()) {
						const outcome = outcomes[index];
						// The process ended before this mutant's turn: it gets a process of its own, and ends that one itself if it does so again.
						if (!outcome && group.length > 1) groups.push([{ mutant, tests }]);
						else if (outcome?.kind === 'survived') for (const { id } of tests) asked.get(mutant.id)!.add(id);
						else {
							decided.add(mutant);
							decide(mutant, { outcome: outcome?.kind ?? 'timed out', killer: outcome?.killers[0], why: outcome?.why });
						}
					}
				}
			};
			await Promise.all(Array.from({ length: workers }, async (_, worker) => await work(worker)));
			open = open.filter((mutant) => !decided.has(mutant));
		}
		for (const mutant of open) decide(mutant, { outcome: 'survived' });
	}

	/** Returns which of these tests fail without any mistake. They are not run again. */
	async doubtful(workshop: Workshop, killers: string[]): Promise<string[]> {
		const tests = [...this.all.tests, ...this.all.last].filter(({ id }) => killers.includes(id));
		if (tests.length === 0) return [];
		const [outcome] = await workshop.play('doubt', [{ ...roundOf(tests), toTheEnd: true }]);
		const doubtful = outcome?.killers ?? [];
		const isTrusted = ({ id }: ReachingTest) => !doubtful.includes(id);
		Object.assign(this.all, { tests: this.all.tests.filter(isTrusted), last: this.all.last.filter(isTrusted) });
		return doubtful;
	}

	/** The tests of a stage: short ones, and ones that reach little else, come first. */
	private testsFor({ id: mutant }: Mutant, stage: number, asked: Set<string>): ReachingTest[] {
		const { seconds, files } = STAGES[stage]!;
		const rank = (test: ReachingTest) => (test.seconds + TEST_SECONDS) * test.reached.size;
		const ordered = (stage === LAST_STAGE ? this.all.last : this.all.tests)
			.filter(({ id, reached }) => !asked.has(id) && (reached.has(mutant) || this.all.loading.has(mutant)))
			.sort((one, other) => rank(one) - rank(other));
		const some = filesOf(ordered).slice(0, files);
		let left = stage === LAST_STAGE ? Infinity : Math.min(seconds, this.all.patience);
		return ordered.filter((test) => some.includes(test.file) && (left -= test.seconds) >= 0);
	}
}

function roundOf(tests: ReachingTest[]): Round {
	const seconds = tests.reduce((sum, test) => sum + test.seconds, 0);
	return { files: filesOf(tests), only: tests.map(({ id }) => id), limitMs: ROUND_MS + seconds * MS_PER_SECOND_OF_TESTS };
}

/** In the order of their first tests. */
const filesOf = (tests: ReachingTest[]) => [...new Set(tests.map(({ file }) => file))];
