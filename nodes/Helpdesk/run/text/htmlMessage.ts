import { Node } from 'commonmark';
import { IDataObject } from 'n8n-workflow';

import { InputError } from '../../../../transport';
import { showsSomething, Input } from '../../../shared';
import { HtmlRenderer, Parser } from '../../../shared/text/html';

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

export const escapedHtml = (text: string) => text.replace(/[&<>"']/g, (character) => ENTITIES[character]!);

/** Throws {InputError} for HTML or Markdown that shows nothing. */
export function htmlMessage({ message, messageFormat }: Input): string {
	const text = message as string;
	if (messageFormat !== 'html' && messageFormat !== 'markdown')
		return escapedHtml(text).replace(/\r\n|\r|\n/g, '<br>');
	const html = messageFormat === 'html' ? text : markdownAsHtml(text);
	if (showsSomething(html)) return html;
	throw new InputError("'Message' is empty", 'Enter a text that people see.');
}

export function withHtmlMessage(input: Input, fields: IDataObject): IDataObject {
	return input.message === undefined ? fields : { ...fields, message: htmlMessage(input) };
}

const LINKED = /^(?:https?|mailto):/i;

/** Renders only what mail programs show. An image becomes a link. HTML and unusual link addresses become text. */
class MessageRenderer extends HtmlRenderer {
	override link(node: Node, entering: boolean) {
		const { destination: address, firstChild: shown } = node;
		const isInner = isInLink(node);
		if (!isInner && LINKED.test(address!)) super.link(node, entering);
		else if (!isInner && !entering && shown && shown.literal !== address) this.out(` (${address!})`);
		if (entering && !shown) this.out(address!);
	}

	override image(node: Node, entering: boolean) {
		this.link(node, entering);
	}

	override html_inline(node: Node) {
		this.text(node);
	}

	override html_block(node: Node) {
		this.code_block(node);
	}
}

function isInLink({ parent }: Node): boolean {
	return parent !== null && (parent.type === 'link' || isInLink(parent));
}

function markdownAsHtml(text: string): string {
	const parser = new Parser();
	// Keeps "[Status]: Closed", which Markdown would hide as the definition of a link.
	parser.inlineParser.parseReference = () => 0;
	return new MessageRenderer({ softbreak: '<br />' }).render(parser.parse(text)).trim();
}
