import { appendFileSync, readFileSync } from 'node:fs';

import type { Circus } from '@jest/types';
import { TestEnvironment } from 'jest-environment-node';

import type { Line, Plan } from './mutantCopy';

/** The environment variable with the active mistake, for threads and processes that a test starts. */
const ACTIVE = '__STRYKER_ACTIVE_MUTANT__';

/**
 * Runs rounds: blocks with the same test files, each with one mistake or none. The first failing test ends a round with
 * a mistake.
 */
export default class RoundsEnvironment extends TestEnvironment {
	private readonly plan = JSON.parse(readFileSync(process.env.HELPDESK_MUTATION_PLAN ?? '', 'utf8')) as Plan;
	private readonly stryker: { activeMutant?: string; currentTestId?: string; mutantCoverage?: Line['coverage'] } = {};
	private state?: Circus.State;

	override async setup(): Promise<void> {
		await super.setup();
		const { global } = this;
		global.__stryker__ = this.stryker;
		global.round = (mutant: string, files: () => void) => {
			this.begin(mutant);
			(global.forgetModules as () => void)();
			this.load(files);
		};
	}

	private begin(mutant: string): void {
		this.stryker.activeMutant = mutant;
		this.stryker.currentTestId = undefined;
		for (const env of [process.env, (this.global.process as NodeJS.Process).env]) env[ACTIVE] = mutant;
		this.write({});
	}

	/** Loads the files. If a mistake prevents that, it counts as noticed. */
	private load(files: () => void): void {
		const block = this.state?.currentDescribeBlock;
		try {
			files();
		} catch (error) {
			if (this.state && block) this.state.currentDescribeBlock = block;
			this.write({ killer: String(error).split('\n', 1)[0]! });
		}
	}

	handleTestEvent(event: Circus.Event, state: Circus.State): void {
		this.state = state;
		if (event.name === 'run_describe_start' || event.name === 'run_describe_finish') {
			const isRound = event.describeBlock.parent === state.rootDescribeBlock;
			if (isRound && event.name === 'run_describe_start') this.begin(event.describeBlock.name);
			else if (isRound) this.write({ isOver: true, coverage: this.stryker.mutantCoverage });
		} else if (event.name === 'hook_start' && event.hook.parent.parent) {
			this.stryker.currentTestId = blocksAround(event.hook)[1]?.name;
		} else if (event.name === 'test_start') {
			this.stryker.currentTestId = blocksAround(event.test)[1]!.name;
		} else if (event.name === 'test_done') {
			this.done(event.test);
		}
	}

	private done({ parent, name, duration, errors }: Circus.TestEntry): void {
		const [round, file, ...blocks] = blocksAround({ parent });
		const test = [file!, ...blocks]
			.map((block) => block.name)
			.concat(name)
			.join(' › ');
		const isFailed = errors.length > 0;
		if (this.plan.isMeasuring) this.write({ test, isFailed, file: file!.name, seconds: (duration ?? 0) / 1000 });
		else if (isFailed && !this.plan.ignored.includes(test)) {
			this.write({ killer: test });
			skipAll(round!);
		}
	}

	private write(line: Omit<Line, 'mutant'>): void {
		appendFileSync(this.plan.into, JSON.stringify({ mutant: this.stryker.activeMutant, ...line }) + '\n');
	}
}

/** Returns the round, the file, and the blocks in it. */
function blocksAround({ parent }: { parent: Circus.DescribeBlock }): Circus.DescribeBlock[] {
	return parent.parent ? [...blocksAround({ parent: parent.parent }), parent] : [];
}

function skipAll({ children }: Circus.DescribeBlock): void {
	for (const child of children) {
		if (child.type === 'describeBlock') skipAll(child);
		else child.mode = 'skip';
	}
}
