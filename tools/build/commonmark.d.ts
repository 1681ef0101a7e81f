/** The parts that are used. `@types/commonmark` lacks the renderer's methods. */
declare module 'commonmark' {
	export interface Node {
		readonly type: string;
		readonly destination: string | null;
		readonly literal: string | null;
		readonly firstChild: Node | null;
		readonly parent: Node | null;
	}

	export class Parser {
		/** Reads a definition of a link at the start of a paragraph. Returns its length. */
		inlineParser: { parseReference: () => number };
		parse(text: string): Node;
	}

	/** Has a method for each kind of node. */
	export class HtmlRenderer {
		constructor(options: { softbreak: string });
		render(root: Node): string;
		code_block(node: Node): void;
		html_block(node: Node): void;
		html_inline(node: Node): void;
		image(node: Node, entering: boolean): void;
		link(node: Node, entering: boolean): void;
		text(node: Node): void;
		/** Writes escaped text. */
		out(text: string): void;
	}
}
