import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';

import type { Mutant } from './mutants';

export type Fate = 'killed' | 'survived' | 'timed out';

export interface Told {
	fate: Fate;
	/** The test that died of it, and what it said. */
	killer?: string;
	why?: string;
	/** Of its processes, each shared by several. */
	seconds: number;
	/** How many tests did not notice it. */
	asked?: number;
}

/** What became of each mutant, in a file with a line for each, so that a run that ends early can go on. */
export class Fates {
	private readonly known = new Map<string, Told>();

	constructor(private readonly path: string) {
		if (!existsSync(path)) return;
		for (const line of readFileSync(path, 'utf8').trim().split('\n')) {
			const { key, ...told } = JSON.parse(line) as Told & { key: string };
			this.known.set(key, told);
		}
	}

	of(mutant: Mutant): Told | undefined {
		return this.known.get(keyOf(mutant));
	}

	add(mutant: Mutant, told: Told): void {
		this.known.set(keyOf(mutant), told);
		const { file, line, kind, original, replacement } = mutant;
		appendFileSync(this.path, JSON.stringify({ key: keyOf(mutant), ...told, file, line, kind, original, replacement }) + '\n');
	}

	/** The tests that died of these mutants. */
	killers(mutants: Mutant[]): string[] {
		return [...new Set(mutants.flatMap((mutant) => this.of(mutant)?.killer ?? []))];
	}

	/** What these tests said does not count. */
	forget(killers: string[]): void {
		for (const [key, { killer }] of this.known) if (killer !== undefined && killers.includes(killer)) this.known.delete(key);
	}

	medianSeconds(mutants: Mutant[]): number {
		const seconds = mutants.flatMap((mutant) => (this.of(mutant)?.fate === 'killed' ? this.of(mutant)!.seconds : []));
		return seconds.sort((a, b) => a - b)[Math.floor((seconds.length - 1) / 2)] ?? 0;
	}
}

function keyOf({ file, from, original, replacement }: Mutant): string {
	return createHash('sha256').update([file, from, original, replacement].join('\0')).digest('hex').slice(0, 16);
}
