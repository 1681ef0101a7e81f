import { escapedHtml } from '../text/htmlMessage';
import template from './page.html';
import { visible, Question } from './question';

/** Fills the template with plain texts. Parts without a text are left out. */
function filled(texts: Record<string, string | undefined>) {
	return template
		.replace(/<!--(\w+)-->([^]*?)<!--end-->/g, (_, name: string, part: string) => (texts[name] ? part : ''))
		.replace(/\{\{(\w+)\}\}/g, (_, name: string) => escapedHtml(texts[name] ?? ''));
}

export function messagePage(title: string, status: string): string {
	return filled({ title, status });
}

/** Returns the number of rows that show the whole text: blank lines must not hide what follows. */
function rowsFor(text: string) {
	return text.split('\n').reduce((rows, line) => rows + Math.ceil((line.length + 1) / 60), 3);
}

interface Shown {
	workflow: string;
	canEdit: boolean;
	/** The ticket's address in the browser. */
	address?: string;
	/** What is wrong, or new in the conversation. */
	alert?: string;
}

/** The form goes to the page's own address, so it works behind proxies. */
export function questionPage({ ticketId, subject, text, untilShown }: Question, shown: Shown): string {
	const { workflow, canEdit, address, alert } = shown;
	const hidden = visible(text) === text ? undefined : 'yes';
	return filled({
		title: 'Approve this?',
		ticket: visible([ticketId === null ? 'Conversation' : `Ticket #${String(ticketId)}`, subject].join(': ')),
		address,
		noAddress: address === undefined ? 'yes' : undefined,
		alert,
		workflow: visible(workflow),
		until: untilShown,
		hidden,
		shown: hidden || !canEdit ? visible(text) : undefined,
		text: canEdit ? text : undefined,
		rows: String(rowsFor(text)),
	});
}
