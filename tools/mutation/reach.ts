import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Instrumented } from './mutants';
import type { Workshop } from './workshop';

/** A test, and what it reaches. */
export interface ReachingTest {
	/** The file and the titles. */
	id: string;
	file: string;
	seconds: number;
	/** Of mutants. */
	reached: Set<string>;
}

interface Measured {
	tests: Record<string, { seconds: number; failed: boolean }>;
	/** The mutants that ran, of all files and by test; those of a `beforeAll` by its file. */
	coverage: { static: Record<string, number>; perTest: Record<string, Record<string, number>> };
}

/** What the tests of files reach, as long as the files are the same. */
interface Kept {
	/** The mutants that run while files are loaded, whatever file it is. */
	loading: string[];
	files: Record<string, { hash: string; tests: Measured['tests']; reached: Record<string, string[]> }>;
}

/** Files measured in one process. */
const MAX_FILES = 12;
const MAX_RUN_MS = 1_800_000;

/**
 * Which tests reach which mutants, measured once and kept in `.cache` for the same sources: later only
 * test files that are new or changed are measured. Tests that fail without any mistake are named and left out.
 *
 * @param files of tests, from the project's folder
 */
export async function reachOf(
	project: string,
	{ hash }: Instrumented,
	workshop: Workshop,
	files: string[],
	workers: number,
): Promise<{ tests: ReachingTest[]; loading: Set<string> }> {
	const path = join(project, '.cache', 'mutation', `reach-${hash}.json`);
	const kept: Kept = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Kept) : { loading: [], files: {} };
	const hashes = new Map(files.map((file) => [file, hashOf(readFileSync(join(project, file), 'utf8'))]));
	const open = files.filter((file) => kept.files[file]?.hash !== hashes.get(file));
	const measure = async (number: number) => {
		for (let some = open.splice(0, MAX_FILES); some.length > 0; some = open.splice(0, MAX_FILES)) {
			console.log(`Measuring what ${some.length} test files reach, ${open.length} left`);
			const reachInto = join(workshop.folder, 'mutation', `reach-${number}.result.json`);
			await workshop.play(`reach-${number}`, [{ files: some, reachInto, toTheEnd: true, limitMs: MAX_RUN_MS }]);
			const all = JSON.parse(readFileSync(reachInto, 'utf8')) as Measured;
			kept.loading = [...new Set([...kept.loading, ...Object.keys(all.coverage.static)])];
			for (const file of some) kept.files[file] = { hash: hashes.get(file)!, ...partOf(file, all) };
			writeFileSync(path, JSON.stringify(kept));
		}
	};
	await Promise.all(Array.from({ length: workers }, async (_, number) => await measure(number)));
	return { tests: files.flatMap((file) => testsOf(file, kept.files[file]!)), loading: new Set(kept.loading) };
}

function partOf(file: string, { tests, coverage }: Measured): Omit<Kept['files'][string], 'hash'> {
	const own = <T>(record: Record<string, T>) => Object.entries(record).filter(([id]) => id === file || id.startsWith(`${file} › `));
	return {
		tests: Object.fromEntries(own(tests)),
		reached: Object.fromEntries(own(coverage.perTest).map(([id, counts]) => [id, Object.keys(counts)])),
	};
}

function testsOf(file: string, { tests, reached }: Kept['files'][string]): ReachingTest[] {
	return Object.entries(tests).flatMap(([id, { seconds, failed }]) => {
		if (failed) console.log(`Fails without any mistake, and is left out: ${id}`);
		return failed ? [] : { id, file, seconds, reached: new Set([...(reached[file] ?? []), ...(reached[id] ?? [])]) };
	});
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12);
