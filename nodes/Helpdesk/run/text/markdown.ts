import type { Node } from 'commonmark';

import { HtmlRenderer, Parser } from '../../../shared/text/html';

const LINKED = /^(?:https?|mailto):/i;

/** Shows what mail programs show: an image is a link, HTML is text. */
class MessageRenderer extends HtmlRenderer {
	override link(node: Node, entering: boolean): void {
		if (LINKED.test(node.destination!)) super.link(node, entering);
	}

	override image(node: Node, entering: boolean): void {
		this.link(node, entering);
	}

	override html_inline(node: Node): void {
		this.text(node);
	}

	override html_block(node: Node): void {
		this.code_block(node);
	}
}

export const markdownAsHtml = (text: string): string =>
	new MessageRenderer({ softbreak: '<br />' }).render(new Parser().parse(text)).trim();
