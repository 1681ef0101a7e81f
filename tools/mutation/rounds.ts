import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';

import type { Circus } from '@jest/types';
import { TestEnvironment } from 'jest-environment-node';

import type { Line, Round } from './workshop';

interface Stryker {
	activeMutant?: string;
	currentTestId?: string;
	mutantCoverage?: object;
}

/**
 * Runs rounds, each a block with test files and with one mistake, or none, in sources that Stryker instrumented. A round is over with its
 * first test that fails. One that reaches notes which mistakes each test reaches.
 */
export default class RoundsEnvironment extends TestEnvironment {
	private readonly plan = JSON.parse(readFileSync(process.env.HELPDESK_MUTATION_PLAN ?? '', 'utf8')) as { rounds: Round[]; into: string };
	private readonly tests: Record<string, { seconds: number; failed: boolean }> = {};
	private readonly stryker: Stryker = {};
	private state?: Circus.State;
	private number = 0;

	override async setup(): Promise<void> {
		await super.setup();
		const { global } = this;
		global.__stryker__ = this.stryker;
		global.beginRound = (number: number) => {
			this.begin(number);
			(global.forgetModules as () => void)();
		};
		global.load = (file: () => void) => this.load(file);
	}

	private begin(number: number): void {
		this.number = number;
		this.stryker.activeMutant = this.plan.rounds[number]?.mutant;
		this.stryker.currentTestId = undefined;
	}

	/** A mistake with which a file cannot be loaded is noticed. */
	private load(file: () => void): void {
		const block = this.state?.currentDescribeBlock;
		try {
			file();
		} catch (error) {
			if (this.state && block) this.state.currentDescribeBlock = block;
			this.write({ round: this.number, killer: null, why: firstLine(error) });
		}
	}

	handleTestEvent(event: Circus.Event, state: Circus.State): void {
		this.state = state;
		const root = state.rootDescribeBlock;
		if (event.name === 'run_start') {
			for (const round of blocksIn(root)) {
				const { only } = this.plan.rounds[Number(round.name)]!;
				if (only) skipOthers(round, new Set(only));
			}
		} else if (event.name === 'run_describe_start' && event.describeBlock.parent === root) {
			this.begin(Number(event.describeBlock.name));
			this.write({ round: this.number, started: true });
		} else if (event.name === 'hook_start' && event.hook.type === 'beforeAll') {
			this.stryker.currentTestId = pathOf(event.hook.parent)[0];
		} else if (event.name === 'test_start') {
			this.stryker.currentTestId = pathOf(event.test).join(' › ');
		} else if (event.name === 'test_done') {
			this.done(event.test, root);
		} else if (event.name === 'run_describe_finish' && event.describeBlock.parent === root) {
			this.write({ round: this.number, over: true });
		} else if (event.name === 'run_finish' && this.plan.rounds[0]?.reachInto) {
			writeFileSync(this.plan.rounds[0].reachInto, JSON.stringify({ tests: this.tests, coverage: this.stryker.mutantCoverage }));
		}
	}

	private done(test: Circus.TestEntry, root: Circus.DescribeBlock): void {
		const id = pathOf(test).join(' › ');
		this.tests[id] = { seconds: (test.duration ?? 0) / 1000, failed: test.errors.length > 0 };
		if (test.errors.length === 0) return;
		this.write({ round: this.number, killer: id, why: firstLine([test.errors[0]].flat()[0]) });
		if (this.plan.rounds[this.number]?.toTheEnd) return;
		for (const round of blocksIn(root)) if (round.name === String(this.number)) skipOthers(round, new Set());
	}

	private write(line: Line): void {
		appendFileSync(this.plan.into, JSON.stringify(line) + '\n');
	}
}

function firstLine(error: unknown): string {
	return String((error as Error | undefined)?.message ?? error).split('\n', 1)[0]!;
}

/** Returns its names from the file on. */
function pathOf(node: Circus.DescribeBlock | Circus.TestEntry): string[] {
	return node.parent?.parent ? [...pathOf(node.parent), node.name] : [];
}

function blocksIn({ children }: Circus.DescribeBlock): Circus.DescribeBlock[] {
	return children.filter((child) => child.type === 'describeBlock');
}

function skipOthers(block: Circus.DescribeBlock, only: Set<string>): void {
	for (const child of block.children) {
		if (child.type === 'describeBlock') skipOthers(child, only);
		else if (!only.has(pathOf(child).join(' › '))) child.mode = 'skip';
	}
}
