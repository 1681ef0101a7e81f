const graphemes = new Intl.Segmenter();

/** Characters read around a cut, because the segmenter copies what it gets. */
const AROUND = 1_000;

/** Returns at most so many first characters, without the grapheme that the cut would split. */
export function beginOf(text: string, most: number): string {
	return text.slice(0, graphemeAt(text, most)[0]);
}

/** Returns at most so many last characters, without the grapheme that the cut would split. */
export function endOf(text: string, most: number): string {
	return text.slice(graphemeAt(text, Math.max(0, text.length - most))[1]);
}

/** Returns where the grapheme around a cut begins and ends: twice the cut's index if it splits none. */
function graphemeAt(text: string, cut: number): [number, number] {
	const from = Math.max(0, cut - AROUND);
	const found = graphemes.segment(text.slice(from, cut + AROUND)).containing(cut - from);
	if (!found || from + found.index === cut) return [cut, cut];
	return [from + found.index, from + found.index + found.segment.length];
}
