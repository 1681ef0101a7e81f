import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { Random } from '../../contract/random';

/** One small mistake in one file. */
export interface Mutant {
	/** Stryker's number among all mistakes of all files. */
	id: string;
	/** The path from the project's folder. */
	file: string;
	/** Place, kind and texts, for a person. */
	name: string;
}

/** Matches code before texts that only people read. Tests check that these exist, not their words. */
const BEFORE_TEXT =
	/^\s*(description|displayName|hint|placeholder|action|notice|what|why|todo)\b|\b(description|displayName|hint|placeholder|action): (\w+\()?$|^\s*$/;

/** Stryker's first way to find the global object. Our bundle replaces it for `bottleneck`. */
const WORLD = "typeof globalThis === 'object' && globalThis && globalThis.Math === Math && globalThis || ";

const MAX_SHOWN_LENGTH = 160;

/** Stryker's instrumenter needs a logger. */
const logger = new Proxy({}, { get: () => () => false });

/**
 * Makes every mistake that Stryker's instrumenter can make.
 *
 * @returns the mistakes, and the files' texts. The texts contain all mistakes, inactive, and record which ones run
 */
export async function mutantsOf(
	project: string,
	files: string[],
): Promise<{ mutants: Mutant[]; texts: Map<string, string> }> {
	const sources = new Map(files.map((file) => [file, readFileSync(join(project, file), 'utf8')]));
	const { Instrumenter } = await import('@stryker-mutator/instrumenter');
	const instrumenter = new (Instrumenter as unknown as new (log: object) => InstanceType<typeof Instrumenter>)(
		logger,
	);
	const made = await instrumenter.instrument(
		[...sources].map(([name, content]) => ({ name, mutate: true, content })),
		{ plugins: null, excludedMutations: [], ignorers: [] } as never,
	);
	const mutants = made.mutants.flatMap(
		({ id, fileName: file, location: { start, end }, replacement, mutatorName }) => {
			const lines = sources.get(file)!.split('\n');
			if (mutatorName === 'StringLiteral' && BEFORE_TEXT.test(lines[start.line]!.slice(0, start.column)))
				return [];
			const offset = ({ line, column }: typeof start) =>
				lines.slice(0, line).join('\n').length + (line > 0 ? 1 : 0) + column;
			const original = short(lines.join('\n').slice(offset(start), offset(end)));
			return {
				id,
				file,
				name: `${file}:${start.line + 1}:${start.column + 1} ${mutatorName}: ${original} → ${short(replacement!)}`,
			};
		},
	);
	return { mutants, texts: new Map(made.files.map(({ name, content }) => [name, content.replace(WORLD, '')])) };
}

const short = (text: string) => text.replace(/\s+/g, ' ').slice(0, MAX_SHOWN_LENGTH);

/** Draws `count` mistakes at random, the same ones for the same seed and files. */
export function sample(mutants: Mutant[], count: number, seed: number): Mutant[] {
	const random = new Random(seed);
	const left = [...mutants];
	return Array.from({ length: Math.min(count, left.length) }, () => left.splice(random.below(left.length), 1)[0]!);
}
