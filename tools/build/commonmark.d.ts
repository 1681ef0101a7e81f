/** The parts that are used. `@types/commonmark` lacks the renderer's methods. */
declare module 'commonmark' {
	export interface Node {
		readonly destination: string | null;
	}

	export class Parser {
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
	}
}
