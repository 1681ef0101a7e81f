const graphemes = new Intl.Segmenter();

/** Characters read before a cut, because the segmenter copies what it gets. */
const BEFORE = 1_000;

/** Returns at most so many first characters, without the grapheme that the cut would split. */
export function beginOf(text: string, most: number): string {
	const from = Math.max(0, most - BEFORE);
	const found = graphemes.segment(text.slice(from, most + 2)).containing(most - from);
	return text.slice(0, found ? from + found.index : most);
}
