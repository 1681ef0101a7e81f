import { foldQuotes } from '../../../nodes/Helpdesk/run/text/fold';
import { linesOf } from '../../../nodes/shared/text/lines';
import { mails, type Mail } from '../../support/mails';

const bare = (text: string) =>
	text
		.replace(/^>[> ]*/gm, ' ')
		.replace(/\s+/g, ' ')
		.trim();
const shown = (mail: Mail) => {
	const team = { id: 'm2', lines: linesOf({ text: mail.quoted.join('\n') }) };
	return bare(foldQuotes([team, { id: 'm3', lines: linesOf(mail) }])[1]!);
};
const fold = (...texts: string[]) =>
	foldQuotes(texts.map((text, at) => ({ id: `m${at + 1}`, lines: linesOf({ text }) }))).at(-1);

test('Get Context keeps every new sentence of emails in many languages, and folds nearly all quotes', () => {
	const texts = mails.map((mail) => ({ ...mail, text: shown(mail) }));
	const lost = texts.flatMap(({ name, own, stays = [], text }) =>
		[...own, ...stays].filter((each) => !text.includes(bare(each))).map((each) => [name, each]),
	);
	const hidden = texts.flatMap(({ hidden = [], text }) => hidden.filter((each) => text.includes(each)));
	const quotes = texts.filter(({ quoted, stays = [] }) => quoted.length > stays.length);
	const unfolded = quotes.filter(({ quoted, stays = [], text }) =>
		quoted.some((each) => !stays.includes(each) && text.replace(/"[^"]*…"/g, '').includes(bare(each))),
	);
	console.info(
		`${mails.length} mails: ${lost.length} sentences lost, ${quotes.length - unfolded.length} of ${quotes.length} quotes folded`,
	);
	expect([lost, hidden]).toEqual([[], []]);
	expect(mails.length).toBeGreaterThanOrEqual(350);
	expect(unfolded.map(({ name }) => name)).toEqual([]);
});

const EIGHT = 'One two three four five six seven eight.';
const JAPANESE = '昨日お送りいただいた書類を確認いたしましたので、明日までに返金の手続きを始めさせていただきます。';

it.each([
	[
		'a whole message without quote marks',
		[EIGHT, `Yes.\n\n${EIGHT}\n-- Anna`],
		'Yes.\n\n[quoted: message m1]\n-- Anna',
	],
	[
		'a quote with other line breaks',
		[EIGHT, `Yes.\nOne two three\n\nfour five six se\nven eight.`],
		'Yes.\n[quoted: message m1]',
	],
	['a quote in a script without spaces', [JAPANESE, `はい。\n${JAPANESE}`], 'はい。\n[quoted: message m1]'],
	[
		'a quote below its line of introduction, which stays',
		['Are you sure?', 'On Monday ACME wrote:\n> Are you sure?'],
		'On Monday ACME wrote:\n[quoted: message m1]',
	],
	[
		'a part of a message',
		['First point.\nSecond point.', '> Second point.\nYes.'],
		'[quoted: part of message m1]\nYes.',
	],
	[
		'a quote that several messages contain, as one of the latest',
		['Are you sure?', 'Yes.\n> Are you sure?', 'Are you sure?', 'No.\n>> Are you sure?'],
		'No.\n[quoted: message m3]',
	],
	[
		'as many lines as one message has',
		['a b c d e f g', 'a b c d e f g\nh', '> a b c d e f g\n>\n> h\ni'],
		'[quoted: message m2]\ni',
	],
	[
		'a quote with another bullet sign',
		['- first\n- second', 'Both.\n> * first\n> * second'],
		'Both.\n[quoted: message m1]',
	],
	[
		'a quote with other quotation marks, blanks and bullets',
		[`It’s “${EIGHT}”\n• a\n-\nb`, `Yes.\nIt's "${EIGHT}" - a\nb`],
		'Yes.\n[quoted: message m1]',
	],
	['a quote that ends with marks', ['Are you sure?', 'Yes.\n> Are you sure?\n> --\n>'], 'Yes.\n[quoted: message m1]'],
	[
		'a quote with the addresses of its links',
		[`${EIGHT} See here (https://x.example).`, `Yes.\n> ${EIGHT} See here <https://safe.example/?x>.`],
		'Yes.\n[quoted: message m1]',
	],
])('Get Context folds a quote: %s', (_, texts, expected) => expect(fold(...texts)).toBe(expected));

it.each([
	[
		'renamed images',
		`<img src="logo.png"><p>${EIGHT}</p><img src="a.png"><ul><li>Nine.</li></ul>`,
		`<p>${EIGHT}</p><img src="cid:image001.png@01D"><ul><li><p>Nine.</p></li></ul>`,
		'',
	],
	['an image that is lost', `<p>${EIGHT}</p><img alt="a"><p>Nine.</p>`, `<p>${EIGHT}</p><p>Nine.</p>`, ''],
	[
		'an image that the customer has added',
		`<p>${EIGHT}</p><img alt="a"><p>Nine.</p>`,
		`<p>${EIGHT}</p><img alt="a"><img alt="mine"><p>Nine.</p>`,
		' [image: mine]',
	],
	[
		'a link that the customer has added',
		`<p>${EIGHT}</p>Nine.`,
		`<p>${EIGHT}</p><a href="https://x.example">Nine.</a>`,
		' (https://x.example)',
	],
	['an image below', `<p>${EIGHT}</p><img alt="a">`, `<p>${EIGHT}</p><img alt="mine">`, '\n[image: mine]'],
])("Get Context folds Outlook's quote with %s", (_, first, quote, more) => {
	const [one, two] = [first, `<p>Yes.</p><p><b>From:</b> Ada</p>${quote}`].map((html) => linesOf({ html }));
	const [, text] = foldQuotes([
		{ id: 'm1', lines: one! },
		{ id: 'm2', lines: two! },
	]);
	expect(text!.replace(/\n+/g, '\n')).toBe(`Yes.\nFrom: Ada\n[quoted: message m1]${more}`);
});

it.each([
	[
		'seven words without quote marks',
		['One two three four five six seven.'],
		'Yes.\nOne two three four five six seven.',
	],
	['thirty letters of a script without spaces', [JAPANESE.slice(0, 30)], `はい。\n${JAPANESE.slice(0, 30)}`],
	['a part of a message, without quote marks', [`${EIGHT}\nNine.`], `Yes.\n${EIGHT}`],
	['words in another order', ['a b c d e f g h i'], 'Yes.\n> a b c d e f g i h'],
	['words that end within a word', ['Take one of the books'], 'Yes.\n> Take one of the book'],
	['words that begin within a word', ['It was unforgettable for us'], 'Yes.\n> forgettable for us'],
	['words with more text on the same line', [EIGHT], `${EIGHT} Yes!`],
	['other numbers', [`1. ${EIGHT}`], `Yes.\n> 2. ${EIGHT}`],
	['a later message', [], '> Are you sure?'],
	['a message that consists only of a quote', [EIGHT], EIGHT],
])('Get Context does not fold: %s', (_, earlier, text) => expect(fold(...earlier, text)).toBe(text));

it('Get Context does not show an invalid message ID', () => {
	const lines = linesOf({ text: EIGHT });
	const mail = { id: 'm3', lines: [...lines, ...linesOf({ text: 'Yes.' })] };
	expect(foldQuotes([{ id: 'm]\nm', lines }, mail])[1]).toBe('[quoted: an earlier message]\nYes.');
});

it('Get Context leaves at most one blank line between lines of text', () =>
	expect(fold('\na\n\n\nb\n\nc\n')).toBe('a\n\nb\n\nc'));
