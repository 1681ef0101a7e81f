import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { Random } from '../../sandbox/random';

/** One small mistake in one file. */
export interface Mutant {
	/** From the project's folder. */
	file: string;
	/** From 1. */
	line: number;
	/** Stryker's name for the kind of mistake. */
	kind: string;
	/** What stands there, and what stands there instead. */
	original: string;
	replacement: string;
	/** The whole file with it. */
	content: string;
}

/** Texts that only people read: that they are there is tested, their words are not. */
const ONLY_TEXT = /^\s*(description|displayName|hint|placeholder|action|notice|what|why|todo)\b|^\s*['`"]/;

const silent = () => undefined;
const logger = {
	isTraceEnabled: () => false,
	isDebugEnabled: () => false,
	isInfoEnabled: () => false,
	isWarnEnabled: () => false,
	isErrorEnabled: () => false,
	isFatalEnabled: () => false,
	trace: silent,
	debug: silent,
	info: silent,
	warn: silent,
	error: silent,
	fatal: silent,
};

/** Every mistake that Stryker's instrumenter makes in these files. */
export async function mutantsOf(project: string, files: string[]): Promise<Mutant[]> {
	const { Instrumenter } = await import('@stryker-mutator/instrumenter');
	const instrumenter = new (Instrumenter as unknown as new (log: typeof logger) => InstanceType<typeof Instrumenter>)(logger);
	const mutants: Mutant[] = [];
	for (const file of files) {
		const text = readFileSync(join(project, file), 'utf8');
		const lines = text.split('\n');
		const offset = ({ line, column }: { line: number; column: number }) => lines.slice(0, line).join('\n').length + (line > 0 ? 1 : 0) + column;
		const made = await instrumenter.instrument([{ name: file, mutate: true, content: text }], {
			plugins: null,
			excludedMutations: [],
			ignorers: [],
		} as never);
		for (const { location, replacement, mutatorName } of made.mutants) {
			if (mutatorName === 'StringLiteral' && ONLY_TEXT.test(lines[location.start.line]!)) continue;
			const [from, to] = [offset(location.start), offset(location.end)];
			const content = text.slice(0, from) + replacement + text.slice(to);
			mutants.push({
				file,
				line: location.start.line + 1,
				kind: mutatorName,
				original: text.slice(from, to),
				replacement: replacement!,
				content,
			});
		}
	}
	return mutants;
}

/** So many of them, by chance: the same ones for the same seed and the same files. */
export function sample(mutants: Mutant[], count: number, seed: number): Mutant[] {
	const random = new Random(seed);
	const left = [...mutants];
	return Array.from({ length: Math.min(count, left.length) }, () => left.splice(random.below(left.length), 1)[0]!);
}
