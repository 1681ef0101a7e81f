/** A part of so many letters may be a part of the sought text; a shorter one is a text of its own. */
export const MIN_PART = 20;

/** So many letters may follow where a text is cut off, as in "Read more". */
const MAX_REMARK = 30;

/** What a text is spelt with, without what stands between its words. */
export class Letters {
	readonly all: string;
	/** 1 where a word begins, and at the end. */
	private readonly bounds: Uint8Array;

	private constructor(words: string[]) {
		this.all = words.join('');
		this.bounds = new Uint8Array(this.all.length + 1);
		let at = 0;
		this.bounds[0] = 1;
		for (const { length } of words) this.bounds[(at += length)] = 1;
	}

	/** Letters and digits alone, however they are composed. */
	static of(text: string): Letters {
		const composed = text
			.normalize('NFKD')
			.toLowerCase()
			.replace(/[\p{M}\p{Cf}]/gu, '');
		return new Letters(composed.split(/[^\p{L}\p{N}]/u));
	}

	/** All that is no white space: for a text without letters, such as a smiley. */
	static orSignsOf(text: string): Letters {
		return new Letters(text.split(/\s/));
	}

	/** Whether it begins with the sought letters, or has them further on; fewer than `MIN_PART` only as whole words. */
	has(sought: string): boolean {
		if (sought === '') return false;
		if (this.all.startsWith(sought)) return true;
		const isWords = (end: number) => this.bounds[end - sought.length] === 1 && this.bounds[end] === 1;
		return beginningsIn(this.all, sought).some((length, at) => length === sought.length && (length >= MIN_PART || isWords(at + 1)));
	}

	/** Whether it ends with a beginning of the sought letters, which a remark may follow. */
	breaksOffIn(sought: string): boolean {
		return beginningsIn(this.all, sought)
			.slice(-MAX_REMARK - 1)
			.some((length) => length >= MIN_PART);
	}

	/** Whether it begins within the sought letters, and goes on to their end or breaks off before, where a remark may follow. */
	beginsWithin(sought: string): boolean {
		const lengths = beginningsIn(sought, this.all);
		const least = Math.max(MIN_PART, this.all.length - MAX_REMARK);
		return lengths.at(-1)! >= MIN_PART || lengths.some((length) => length >= least);
	}
}

/** How long a beginning of `part` ends at each place of `text` (Knuth, Morris and Pratt): in linear time for any texts. */
function beginningsIn(text: string, part: string): Uint32Array {
	const shorter = new Uint32Array(part.length);
	for (let at = 1; at < part.length; at += 1) shorter[at] = longer(shorter[at - 1]!, part.charCodeAt(at));
	const lengths = new Uint32Array(text.length);
	for (let at = 0, length = 0; at < text.length; at += 1) lengths[at] = length = longer(length, text.charCodeAt(at));
	return lengths;

	/** The longest beginning that ends with this letter, after one of `length` letters. */
	function longer(length: number, letter: number): number {
		let before = length === part.length ? shorter[length - 1]! : length;
		while (before > 0 && part.charCodeAt(before) !== letter) before = shorter[before - 1]!;
		return part.charCodeAt(before) === letter ? before + 1 : 0;
	}
}
