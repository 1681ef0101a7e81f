import { visible, type Question } from './question';

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => ENTITIES[character]!);

const STYLE = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
body{max-width:42rem;margin:0 auto;padding:1rem;overflow-wrap:anywhere}h1{font-size:1.4rem}
pre,textarea{box-sizing:border-box;width:100%;padding:.75rem;border:1px solid #767676;border-radius:4px;font:inherit}
pre{white-space:pre-wrap}label{font-weight:600}
button{font:inherit;font-weight:600;min-height:2.75rem;padding:.5rem 1.5rem;margin:.5rem 1rem .5rem 0}
[role=alert]{border-left:4px solid #b45309;padding-left:.75rem}`;

/** @param title plain text @param body HTML */
function html(title: string, body: string): string {
	return (
		'<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,' +
		`initial-scale=1"><title>${escaped(title)}</title><style>${STYLE}</style></head>` +
		`<body><main><h1>${escaped(title)}</h1>${body}</main></body></html>`
	);
}

/** Returns a page that says how it stands, and asks nothing. */
export function messagePage(title: string, text: string): string {
	return html(title, `<p role="status">${escaped(text)}</p>`);
}

interface Shown {
	workflow: string;
	canEdit: boolean;
	/** Address of the ticket in the browser. */
	address?: string;
	/** What is wrong, or new in the conversation. */
	alert?: string;
}

/** Returns the page with text and buttons. The form goes to the page's own address, behind every proxy. */
export function questionPage(
	{ ticketId, subject, text, untilShown }: Question,
	{ workflow, canEdit, address, alert }: Shown,
): string {
	const about = escaped(
		visible([ticketId === null ? 'Conversation' : `Ticket #${String(ticketId)}`, subject].join(': ')),
	);
	const ticket = address === undefined ? about : `<a href="${escaped(address)}">${about}</a>`;
	const shown = visible(text);
	const marked =
		shown === text ? '' : '<p>It has characters that show nothing. Here they are marked, as in [U+200B]:</p>';
	const whole = marked !== '' || !canEdit ? `${marked}<pre>${escaped(shown)}</pre>` : '';
	// A browser drops the first line break of a text area.
	const box =
		'<p><label for="text">The text, which you can change</label></p>' +
		`<textarea id="text" name="text" rows="12">\n${escaped(text)}</textarea>`;
	return html(
		'Approve this?',
		(alert ? `<p role="alert">${escaped(alert)}</p>` : '') +
			`<p>${ticket}<br>The workflow “${escaped(visible(workflow))}” asks. Nothing was sent yet, and nothing is ` +
			`sent without a decision until ${escaped(untilShown)}.</p><form method="post">${whole}${canEdit ? box : ''}` +
			'<p><label for="reason">Reason, if you decline</label></p><textarea id="reason" name="reason" rows="2">' +
			'</textarea><p><button name="decision" value="approve">Approve</button>' +
			'<button name="decision" value="decline">Decline</button></p></form>',
	);
}
