import { isInLine, walkHtml } from './html';

/** HTML as a person reads it: no tags, no entities, one space for any white space. "<anna@example.com>" is no tag. */
export function plainText(text: string): string {
	const parts: string[] = [];
	const part = (name: string) => void (!isInLine(name) && parts.push(' '));
	walkHtml(text, { text: (piece) => void parts.push(piece), open: part, close: part });
	return withSingleSpaces(parts.join(''));
}

/** One space for any white space, none around. */
export function withSingleSpaces(text: string): string {
	return text.replace(/\s+/g, ' ').trim();
}
