const graphemes = new Intl.Segmenter();

/** Returns the beginning of a text: at most `most` UTF-16 code units, without splitting a grapheme. */
export function beginOf(text: string, most: number) {
	return text.slice(0, graphemes.segment(text).containing(most)?.index ?? most);
}
