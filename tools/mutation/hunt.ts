import { dirname } from 'node:path';

import type { Mutant } from './mutants';
import type { ReachingTest } from './reach';
import type { Outcome, Round, Workshop } from './workshop';

/**
 * Most mistakes are noticed by the first few tests. So there are four stages: unit tests, which need no engine; tests of a few files; as many
 * as patience allows; and the slow ones. The number of mistakes that share a process, by stage:
 */
const ROUNDS = [16, 10, 3, 1];
const LAST_STAGE = ROUNDS.length - 1;
const UNIT_SECONDS = 4;
const FEW_SECONDS = 6;
const FEW_FILES = 6;

/** What a test costs in any case, and what part of any file it may have to do with: neither is ever nothing. */
const TEST_SECONDS = 0.05;
const SHARE = 0.005;

/** For a round without its tests, and for each second that they take without a mistake, on a busy machine. */
const ROUND_MS = 180_000;
const MS_PER_SECOND_OF_TESTS = 10_000;

/** The fate of a mistake. */
export interface Told {
	fate: 'killed' | 'survived' | 'timed out';
	/** The test that noticed it, and its message. */
	killer?: string;
	why?: string;
	/** Of its processes, each shared by several mistakes. */
	seconds: number;
	/** Number of tests that did not notice it. */
	asked?: number;
}

interface Open {
	mutant: Mutant;
	stage: number;
	/** Tests that did not notice it. */
	asked: Set<string>;
	/** Has a process for itself. */
	alone: boolean;
	seconds: number;
}

/** What mistakes are held against. */
export interface Tests {
	/** All of them, also those that nobody asks about. */
	mutants: Mutant[];
	tests: ReachingTest[];
	/** Asked last: they take long. */
	last: ReachingTest[];
	/** The mutants that run while files are loaded, which any test may notice. */
	loading: Set<string>;
	/** How many seconds of tests, without the last ones, one mistake is worth. */
	patience: number;
}

type Tell = (mutant: Mutant, told: Told) => void;

/** Looks for the test that dies of a mistake: only among those that reach it, those that died of its neighbours and the cheapest first. */
export class Hunt {
	/** By test and file, which part of all mistakes that the test reaches are in the file: a test of a part reaches little else. */
	private readonly shares: Map<string, Map<string, number>>;
	/** How many mistakes in files of a folder each test died of. */
	private readonly kills = new Map<string, number>();
	private readonly distrusted = new Set<string>();

	constructor(private readonly all: Tests) {
		const fileOf = new Map(all.mutants.map(({ id, file }) => [id, file]));
		const sharesOf = ({ reached }: ReachingTest) => {
			const shares = new Map<string, number>();
			for (const file of [...reached].map((mutant) => fileOf.get(mutant) ?? '')) shares.set(file, (shares.get(file) ?? 0) + 1 / reached.size);
			return shares;
		};
		this.shares = new Map([...all.tests, ...all.last].map((test) => [test.id, sharesOf(test)]));
	}

	/** Tells what became of each mistake, as soon as it is known. */
	async fatesOf(workshop: Workshop, mutants: Mutant[], workers: number, tell: Tell): Promise<void> {
		const open: Open[] = mutants.map((mutant) => ({ mutant, stage: 0, asked: new Set(), alone: false, seconds: 0 }));
		let playing = 0;
		const work = async (number: number) => {
			while (open.length > 0 || playing > 0) {
				const some = this.next(open, tell);
				if (some.length === 0) {
					if (playing === 0) return;
					await new Promise((resolve) => setTimeout(resolve, 1_000));
					continue;
				}
				playing += 1;
				const started = Date.now();
				const outcomes = await workshop.play(
					`hunt-${process.pid}-${number}`,
					some.map(({ round }) => round),
				);
				const seconds = (Date.now() - started) / 1000 / some.length;
				some.forEach(({ one, round }, index) =>
					open.push(...this.after({ ...one, seconds: one.seconds + seconds }, round, outcomes[index], tell)),
				);
				playing -= 1;
			}
		};
		await Promise.all(Array.from({ length: workers }, async (_, number) => await work(number)));
	}

	/** Which of these tests fail by themselves without any mistake; they are not asked again. */
	async doubtful(workshop: Workshop, killers: string[]): Promise<string[]> {
		const tests = [...this.all.tests, ...this.all.last].filter(({ id }) => killers.includes(id));
		if (tests.length === 0) return [];
		const [outcome] = await workshop.play('doubt', [{ ...roundOf(tests), toTheEnd: true }]);
		for (const id of outcome!.killers) this.distrusted.add(id);
		return outcome!.killers;
	}

	/** Those of one stage that share the next process, taken out of the open ones. */
	private next(open: Open[], tell: Tell): Array<{ one: Open; round: Round }> {
		open.sort((a, b) => a.stage - b.stage);
		const some: Array<{ one: Open; round: Round }> = [];
		while (open.length > 0 && open[0]!.stage === (some[0]?.one ?? open[0]!).stage && some.length < ROUNDS[open[0]!.stage]!) {
			if (some.length > 0 && (some[0]!.one.alone || open[0]!.alone)) break;
			const one = open.shift()!;
			const tests = this.testsFor(one);
			if (tests.length > 0) some.push({ one, round: { mutant: one.mutant.id, ...roundOf(tests) } });
			else open.push(...later(one, tell));
		}
		return some;
	}

	/** What is still open then. */
	private after(one: Open, round: Round, outcome: Outcome, tell: Tell): Open[] {
		if (outcome?.fate === 'survived') return later({ ...one, asked: new Set([...one.asked, ...round.only!]) }, tell);
		// The process ended before its turn; in a process for itself it is the one that ended it.
		if (!outcome && !one.alone) return [{ ...one, alone: true }];
		const { fate, killers, why } = outcome ?? { fate: 'timed out' as const, killers: [] };
		for (const killer of killers) this.kills.set(keyOf(killer, one.mutant), this.killsOf(killer, one.mutant) + 1);
		tell(one.mutant, { fate, killer: killers[0], why, seconds: Math.round(one.seconds) });
		return [];
	}

	/** Those that died of neighbours first, then those that reach it, then the others, each in the order of what they cost and how much they have to do with its file. */
	private testsFor({ mutant, stage, asked }: Open): ReachingTest[] {
		const share = ({ id }: ReachingTest) => this.shares.get(id)!.get(mutant.file) ?? 0;
		const ordered = (stage === LAST_STAGE ? this.all.last : this.all.tests)
			.filter(({ id }) => !this.distrusted.has(id) && !asked.has(id))
			.filter(({ reached }) => this.all.loading.has(mutant.id) || reached.has(mutant.id))
			.map((test) => ({
				test,
				rank: [-this.killsOf(test.id, mutant), test.reached.has(mutant.id) ? 0 : 1, (test.seconds + TEST_SECONDS) / (share(test) + SHARE)],
			}))
			.sort((a, b) => compare(a.rank, b.rank))
			.map(({ test }) => test);
		const [few, unit] = [filesOf(ordered).slice(0, FEW_FILES), ordered.filter((test) => test.file.startsWith('test/unit/') && share(test) > 0)];
		if (stage === 0) return within(unit, UNIT_SECONDS);
		if (stage === LAST_STAGE) return ordered;
		const some = ordered.filter(({ file }) => few.includes(file));
		return stage === 2 ? within(ordered, this.all.patience) : within(some, FEW_SECONDS);
	}

	private killsOf(test: string, mutant: Mutant): number {
		return this.kills.get(keyOf(test, mutant)) ?? 0;
	}
}

function keyOf(test: string, { file }: Mutant): string {
	return `${dirname(file)} ${test}`;
}

/** After tests that did not notice it. */
function later(one: Open, tell: Tell): Open[] {
	if (one.stage + 1 < ROUNDS.length) return [{ ...one, stage: one.stage + 1, alone: false }];
	tell(one.mutant, { fate: 'survived', seconds: Math.round(one.seconds), asked: one.asked.size });
	return [];
}

function roundOf(tests: ReachingTest[]): Round {
	const seconds = tests.reduce((sum, test) => sum + test.seconds, 0);
	return { files: filesOf(tests), only: tests.map(({ id }) => id), limitMs: ROUND_MS + seconds * MS_PER_SECOND_OF_TESTS };
}

/** The first of them, as many as take no longer. */
function within(tests: ReachingTest[], seconds: number): ReachingTest[] {
	let sum = 0;
	return tests.filter((test) => (sum += test.seconds) <= seconds);
}

/** In the order of their first tests. */
const filesOf = (tests: ReachingTest[]) => [...new Set(tests.map(({ file }) => file))];

function compare(one: readonly number[], other: readonly number[]): number {
	const at = one.findIndex((value, index) => value !== other[index]);
	return at < 0 ? 0 : one[at]! - other[at]!;
}
