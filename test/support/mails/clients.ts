/** A language: texts of customer and support, and phrases of mail programs. */
export interface Language {
	code: string;
	/** The customer's own sentences in the mail. None may be lost. */
	own: string[];
	/** Earlier sentences of the support, which the mail quotes. */
	quoted: string[];
	/** The lines above a quote of Gmail, Apple Mail, Thunderbird and Yahoo. */
	gmail: string;
	apple: string;
	thunderbird: string;
	yahoo: string;
	/** Outlook's names in the head of a quoted message: from, sent, to, subject. */
	head: string[];
	/** The line between messages in plain text. */
	original: string;
	iphone: string;
	outlookMobile: string;
}

export interface Mail {
	name: string;
	html?: string;
	text?: string;
	/** The customer's lines, and lines found only in this mail, such as a forwarded message. All must remain. */
	own: string[];
	/** Quoted lines of a team message that the conversation contains. */
	quoted: string[];
	/** Quoted lines that must remain: they differ from the team's text, or are unmarked and too short. */
	stays?: string[];
	/** Text that the mail hides. */
	hidden?: string[];
}

const escaped = (text: string) =>
	text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
const divs = (lines: string[], attributes = '') =>
	lines.map((line) => `<div${attributes}>${escaped(line)}</div>`).join('<div><br></div>\n');
const paragraphs = (lines: string[]) =>
	lines
		.map((line) => `<p class="MsoNormal">${escaped(line)}<o:p></o:p></p>`)
		.join('<p class="MsoNormal"><o:p>&nbsp;</o:p></p>\n');
const marked = (lines: string[]) => lines.map((line) => `> ${line}`).join('\n>\n');
const linked = (line: string) => escaped(line).replace(/&lt;(\S+?)&gt;/, '&lt;<a href="mailto:$1">$1</a>&gt;');

/** Breaks plain text at about 72 characters, as mail programs do. */
function broken(line: string) {
	const at = line.lastIndexOf(' ', 60);
	return line.length <= 72 || at < 0 ? line : `${line.slice(0, at)}\n${line.slice(at + 1)}`;
}

const headLines = ({ head: [from, sent, to, subject] }: Language) => [
	`${from}: Acme Support <support@acme.example>`,
	`${sent}: 20.11.2026 10:04`,
	`${to}: Anna Berg <anna@customer.example>`,
	`${subject}: Re: 1042`,
];

/** Returns the head of a quoted message as Outlook shows it. */
const boldHead = (language: Language) =>
	headLines(language)
		.map((line) => escaped(line).replace(/^([^:]+):/, '<b>$1:</b>'))
		.join('<br>\n');

/** Functions that return a reply as each mail program formats it. */
const clients: Record<string, (language: Language) => Pick<Mail, 'html' | 'text'>> = {
	'Gmail, HTML': ({ own, quoted, gmail }) => ({
		html: `<div dir="ltr">${divs(own)}</div><br><div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">${linked(gmail)}<br></div><blockquote class="gmail_quote" style="margin:0px 0px 0px 0.8ex;border-left:1px solid rgb(204,204,204);padding-left:1ex"><div dir="ltr">${divs(quoted)}</div></blockquote></div>`,
	}),
	'Gmail, text': ({ own, quoted, gmail }) => ({
		text: `${own.join('\r\n\r\n')}\r\n\r\n${broken(gmail)}\r\n\r\n${marked(quoted)}\r\n`,
	}),
	'Gmail, HTML with its marks taken off': ({ own, quoted, gmail }) => ({
		html: `<div>${divs(own)}</div><br><div><div>${escaped(gmail)}<br></div><blockquote><div>${divs(quoted)}</div></blockquote></div>`,
	}),
	'Outlook for Windows, HTML': (language) => ({
		html: `<html><head><style>p.MsoNormal {margin:0cm}</style></head><body lang="EN"><div class="WordSection1">${paragraphs(language.own)}<p class="MsoNormal"><o:p>&nbsp;</o:p></p><div><div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm"><p class="MsoNormal">${boldHead(language)}<o:p></o:p></p></div></div><p class="MsoNormal"><o:p>&nbsp;</o:p></p>${paragraphs(language.quoted)}</div></body></html>`,
	}),
	'Outlook on the web, HTML': (language) => ({
		html: `<div class="elementToProof">${divs(language.own)}</div><div id="appendonsend"></div><hr style="display:inline-block;width:98%" tabindex="-1"><div id="divRplyFwdMsg" dir="ltr"><font face="Calibri, sans-serif">${boldHead(language)}</font><div>&nbsp;</div></div><div>${divs(language.quoted)}</div>`,
	}),
	'Outlook, text': (language) => ({
		text: `${language.own.join('\r\n')}\r\n\r\n________________________________\r\n${headLines(language).join('\r\n')}\r\n\r\n${language.quoted.join('\r\n')}\r\n`,
	}),
	'Outlook, text with bold names and its old line': (language) => ({
		text: `${language.own.join('\n')}\n\n-----${language.original}-----\n${headLines(language)
			.map((line) => line.replace(/^([^:]+:)/, '*$1*'))
			.join('\n')}\n\n${language.quoted.join('\n')}\n`,
	}),
	'Outlook for iOS, HTML': (language) => ({
		html: `<div>${divs(language.own)}</div><div><br></div><div id="ms-outlook-mobile-signature">${escaped(language.outlookMobile)}</div><hr><div id="divRplyFwdMsg">${boldHead(language)}</div><div>${divs(language.quoted)}</div>`,
	}),
	'Apple Mail, HTML': ({ own, quoted, apple }) => ({
		html: `<html><head></head><body style="overflow-wrap: break-word;">${divs(own)}<br id="lineBreakAtBeginningOfMessage"><div><br><blockquote type="cite"><div>${linked(apple)}</div><br class="Apple-interchange-newline"><div>${divs(quoted)}</div></blockquote></div><br></body></html>`,
	}),
	'Apple Mail, text': ({ own, quoted, apple }) => ({
		text: `${own.join('\n\n')}\n\n> ${apple}\n> \n${marked(quoted)}\n`,
	}),
	'iPhone, HTML': ({ own, quoted, apple, iphone }) => ({
		html: `<html><body dir="auto">${divs(own)}<br id="lineBreakAtBeginningOfSignature"><div dir="ltr">${escaped(iphone)}</div><div dir="ltr"><br><blockquote type="cite">${escaped(apple)}<br><br></blockquote></div><blockquote type="cite"><div dir="ltr">${divs(quoted)}</div></blockquote></body></html>`,
	}),
	'iPhone, text': ({ own, quoted, apple, iphone }) => ({
		text: `${own.join('\n')}\n\n${iphone}\n\n${apple.replace(/[:：]$/, ':')}\n\n${marked(quoted)}\n`,
	}),
	'Thunderbird, HTML': ({ own, quoted, thunderbird }) => ({
		html: `<html><body><p>${own.map(escaped).join('</p><p>')}</p><div class="moz-cite-prefix">${escaped(thunderbird)}<br></div><blockquote type="cite" cite="mid:1@acme.example"><p>${quoted.map(escaped).join('</p><p>')}</p></blockquote></body></html>`,
	}),
	'Thunderbird, text with a signature': ({ own, quoted, thunderbird }) => ({
		text: `${thunderbird}\n${marked(quoted)}\n\n${own.join('\n')}\n\n-- \nAnna Berg\nBerg & Sons, Main Street 1\n`,
	}),
	'Yahoo, HTML': ({ own, quoted, yahoo }) => ({
		html: `<div class="ydp1yahoo-style-wrap">${divs(own, ' dir="ltr" data-setdir="false"')}</div><div id="ydp2yahoo_quoted_1" class="yahoo_quoted"><div style="font-size:13px"><div>${linked(yahoo)}</div><div><br></div>${divs(quoted)}</div></div>`,
	}),
	'Yahoo, text without marks': ({ own, quoted, yahoo }) => ({
		text: `${own.join('\n')}\n\n    ${yahoo}  \n \n ${quoted.join('\n ')}  `,
	}),
	'Samsung, text': ({ own, quoted, original, head: [from, sent, to, subject] }) => ({
		text: `${own.join('\n')}\n\n-------- ${original} --------\n${from}: Acme Support <support@acme.example>\n${sent}: 20.11.26 10:04 (GMT+01:00)\n${to}: anna@customer.example\n${subject}: 1042\n\n${quoted.join('\n')}\n`,
	}),
	'GMX and WEB.DE, HTML': ({ own, quoted, head: [from, sent, to, subject] }) => ({
		html: `<div style="font-family: Verdana">${divs(own)}<div>&nbsp;<div name="quote" style="margin:10px 5px"><div style="margin:0 0 10px 0;"><b>${sent}:</b>&nbsp;20.11.2026, 10:04<br/><b>${from}:</b>&nbsp;"Acme Support" &lt;support@acme.example&gt;<br/><b>${to}:</b>&nbsp;anna@customer.example<br/><b>${subject}:</b>&nbsp;1042</div><div name="quoted-content">${divs(quoted)}</div></div></div></div>`,
	}),
	'ProtonMail, HTML': ({ own, quoted, yahoo }) => ({
		html: `<div>${divs(own)}</div><div class="protonmail_quote">${escaped(yahoo)}<br><br><blockquote class="protonmail_quote" type="cite">${divs(quoted)}</blockquote></div>`,
	}),
};

/** Functions that return replies between the lines of a quote. */
const inline: typeof clients = {
	'answers between the lines, text': ({ own, quoted, thunderbird }) => ({
		text: `${thunderbird}\n${quoted.map((line, at) => `> ${line}\n\n${own[at] ?? ''}\n`).join('\n')}`,
	}),
	'answers between the lines, Gmail': ({ own, quoted, gmail }) => ({
		html: `<div class="gmail_quote"><div class="gmail_attr">${linked(gmail)}</div>${quoted.map((line, at) => `<blockquote class="gmail_quote"><div>${escaped(line)}</div></blockquote><div>${escaped(own[at] ?? '')}</div>`).join('')}</div>`,
	}),
};

/** Functions that return a forwarded message of another person, which the conversation does not contain. */
const forwards: typeof clients = {
	'forwarded by Outlook': (language) => ({
		html: `<p class="MsoNormal">${escaped(language.own[0]!)}</p><div style="border-top:solid #E1E1E1 1.0pt"><p class="MsoNormal">${headLines(language).map(escaped).join('<br>')}</p></div>${paragraphs(language.own.slice(1))}`,
	}),
	'forwarded by Apple Mail': (language) => ({
		html: `<div>${escaped(language.own[0]!)}</div><blockquote type="cite"><div>${headLines(language).map(escaped).join('<br>')}</div>${divs(language.own.slice(1))}</blockquote>`,
	}),
	'forwarded, text': (language) => ({
		text: `${language.own[0]}\n\n---------- ${language.original} ---------\n${headLines(language).join('\n')}\n\n${marked(language.own.slice(1))}\n`,
	}),
};

/** Returns a language's mails: a reply in every program, replies between the lines, and forwarded messages. */
export const mailsIn = ({ quoted: text, ...others }: Language) => {
	const language = { ...others, quoted: [...text, 'Ada Lindqvist, Acme Support, 1 Main Street'] };
	return [clients, inline, forwards].flatMap((group) =>
		Object.entries(group).map(([name, made]) => {
			const quoted = group === forwards ? [] : language.quoted;
			return { name: `${name}, ${language.code}`, own: language.own, quoted, ...made(language) };
		}),
	);
};
