import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { Random } from '../../contract/random';

/** One small mistake in one file. */
export interface Mutant {
	/** Stryker's number of it among all mistakes of all files. */
	id: string;
	/** From the project's folder. */
	file: string;
	/** From 1. */
	line: number;
	/** Stryker's name for the kind of mistake. */
	kind: string;
	/** From 1. */
	column: number;
	original: string;
	replacement: string;
}

/** What stands before texts that only people read: that they are there is tested, their words are not. */
const BEFORE_TEXT =
	/^\s*(description|displayName|hint|placeholder|action|notice|what|why|todo)\b|\b(description|displayName|hint|placeholder|action): (\w+\()?$|^\s*$/;

/** How Stryker looks for the world's object at first, which `bottleneck`'s timers replace in our bundle. */
const WORLD = "typeof globalThis === 'object' && globalThis && globalThis.Math === Math && globalThis || ";

/** Stryker's instrumenter wants a logger. */
const logger = new Proxy({}, { get: () => () => false });

/** What Stryker's instrumenter makes of some files. */
export interface Instrumented {
	mutants: Mutant[];
	/** The files' texts with every mistake in them, none of them active, which note what of them runs. */
	texts: Map<string, string>;
	/** Of all that the texts say. */
	hash: string;
}

/** Every mistake that Stryker's instrumenter makes in these files; kept in `.cache` for the same sources and rules. */
export async function mutantsOf(project: string, files: string[]): Promise<Instrumented> {
	const sources = new Map(files.map((file) => [file, readFileSync(join(project, file), 'utf8')]));
	const hash = createHash('sha256')
		.update([...sources, readFileSync(__filename, 'utf8')].flat().join('\0'))
		.digest('hex')
		.slice(0, 12);
	const path = join(project, '.cache', 'mutation', `mutants-${hash}.json`);
	if (!existsSync(path)) {
		mkdirSync(dirname(path), { recursive: true });
		writeFileSync(path, JSON.stringify(await instrumented(sources)));
	}
	const { mutants, texts } = JSON.parse(readFileSync(path, 'utf8')) as Awaited<ReturnType<typeof instrumented>>;
	return { mutants, texts: new Map(texts), hash };
}

async function instrumented(sources: Map<string, string>): Promise<{ mutants: Mutant[]; texts: Array<[string, string]> }> {
	const { Instrumenter } = await import('@stryker-mutator/instrumenter');
	const instrumenter = new (Instrumenter as unknown as new (log: object) => InstanceType<typeof Instrumenter>)(logger);
	const made = await instrumenter.instrument(
		[...sources].map(([name, content]) => ({ name, mutate: true, content })),
		{ plugins: null, excludedMutations: [], ignorers: [] } as never,
	);
	const mutants = made.mutants.flatMap(({ id, fileName: file, location, replacement, mutatorName }) => {
		const text = sources.get(file)!;
		const lines = text.split('\n');
		const offset = ({ line, column }: { line: number; column: number }) => lines.slice(0, line).join('\n').length + (line > 0 ? 1 : 0) + column;
		if (mutatorName === 'StringLiteral' && BEFORE_TEXT.test(lines[location.start.line]!.slice(0, location.start.column))) return [];
		const [from, to] = [offset(location.start), offset(location.end)];
		return {
			id,
			file,
			line: location.start.line + 1,
			column: location.start.column + 1,
			kind: mutatorName,
			original: text.slice(from, to),
			replacement: replacement!,
		};
	});
	return { mutants, texts: made.files.map(({ name, content }) => [name, content.replace(WORLD, '')]) };
}

/** So many of them, by chance: the same ones for the same seed and the same files. */
export function sample(mutants: Mutant[], count: number, seed: number): Mutant[] {
	const random = new Random(seed);
	const left = [...mutants];
	return Array.from({ length: Math.min(count, left.length) }, () => left.splice(random.below(left.length), 1)[0]!);
}
