/** A seeded random generator (mulberry32), so that records and faults can be repeated. */
export class Random {
	constructor(private state: number) {}

	/** Returns a number in [0, 1). */
	next(): number {
		this.state = (this.state + 0x6d2b79f5) | 0;
		let t = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
		t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
		return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
	}

	/** Returns a whole number in [0, bound). */
	below(bound: number): number {
		return Math.floor(this.next() * bound);
	}

	pick<T>(choices: readonly T[]): T {
		return choices[this.below(choices.length)] as T;
	}

	/** Returns lower-case letters and digits, as in an ID after its prefix. */
	word(length: number): string {
		let word = '';
		while (word.length < length) word += this.below(36).toString(36);
		return word;
	}
}
