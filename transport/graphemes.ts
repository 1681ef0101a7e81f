const graphemes = new Intl.Segmenter();

/** Returns at most so many first characters, without the grapheme that the cut would split. */
export function beginOf(text: string, most: number): string {
	return text.slice(0, graphemes.segment(text).containing(most)?.index ?? most);
}
