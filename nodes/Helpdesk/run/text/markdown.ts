import type { Node } from 'commonmark';

import { HtmlRenderer, Parser } from '../../../shared/text/html';

const LINKED = /^(?:https?|mailto):/i;

/** Shows what mail programs show: an image is a link, HTML is text. */
class MessageRenderer extends HtmlRenderer {
	constructor(private readonly asText: (text: string) => string) {
		super({ softbreak: '<br />' });
	}

	override link(node: Node, entering: boolean): void {
		if (LINKED.test(node.destination ?? '')) super.link(node, entering);
	}

	override image(node: Node, entering: boolean): void {
		this.link(node, entering);
	}

	override html_inline({ literal }: Node): void {
		this.lit(this.asText(literal ?? ''));
	}

	override html_block({ literal }: Node): void {
		this.lit(`<p>${this.asText(literal ?? '')}</p>`);
	}
}

/** @param asText escapes text, and keeps its line breaks */
export function markdownAsHtml(text: string, asText: (text: string) => string): string {
	return new MessageRenderer(asText).render(new Parser().parse(text)).trim();
}
