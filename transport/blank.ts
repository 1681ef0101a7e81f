/** White space, and what is there without being seen, such as a zero-width space: Unicode's characters that show nothing by default. */
const BLANK = /^[\s\p{Default_Ignorable_Code_Point}]*$/u;

/** Whether a text shows nothing. */
export function isBlank(text: string): boolean {
	return BLANK.test(text);
}
