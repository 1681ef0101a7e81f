import { ownWordsOf } from '../../../nodes/Helpdesk/run/text/ownWords';
import { mails, type Mail } from '../../support/mails';
import { specialMails } from '../../support/mails/special';

const shown = (mail: Mail) => ownWordsOf(mail).text;
const bare = (text: string) => text.replace(/\s+/g, ' ').trim();
const has = (mail: Mail, sentence: string) => bare(shown(mail)).includes(bare(sentence));
const share = (part: number, whole: number) => `${part} of ${whole} (${((100 * part) / whole).toFixed(1)} %)`;

test('of the mails of all programs and languages no sentence of a customer is lost, and nearly all that is quoted is gone', () => {
	const sentences = mails.flatMap((mail) => mail.own.map((sentence) => ({ mail: mail.name, sentence, stays: has(mail, sentence) })));
	const lost = sentences.filter(({ stays }) => !stays);
	const withQuote = mails.filter(({ quoted }) => quoted.length > 0);
	const remains = withQuote.filter((mail) => mail.quoted.some((sentence) => has(mail, sentence))).map(({ name }) => name);
	const signed = mails.filter((mail) => mail.signed);
	const stillSigned = signed.filter((mail) => mail.signed!.some((line) => has(mail, line))).map(({ name }) => name);
	console.info(
		`${mails.length} mails: sentences lost ${share(lost.length, sentences.length)}, quotes removed ${share(withQuote.length - remains.length, withQuote.length)}, signatures removed ${share(signed.length - stillSigned.length, signed.length)}. Left: ${[...remains, ...stillSigned].join('; ') || 'none'}`,
	);
	expect(lost).toEqual([]);
	expect(mails.length).toBeGreaterThanOrEqual(319);
	expect(sentences.length).toBeGreaterThanOrEqual(935);
	expect(withQuote.length).toBeGreaterThanOrEqual(294);
	expect(remains.length).toBeLessThanOrEqual(4);
	expect(signed.length).toBeGreaterThanOrEqual(63);
	expect(stillSigned).toEqual([]);
});

test('of mails that are easily misread nothing that is quoted, signed or hidden stays', () => {
	const stays = specialMails.flatMap((mail) =>
		[...mail.quoted, ...(mail.signed ?? [])].filter((each) => has(mail, each)).map((each) => [mail.name, each]),
	);
	expect(stays).toEqual([]);
});

test('the lines above a quote go with it, and nothing of them stays', () => {
	const own = (mail: Mail) => bare(mail.own.join(' '));
	const plain = mails.filter(({ name, quoted }) => quoted.length > 0 && /, (en|de|fr|es|it|nl|pt|pl|ja|sv)$/.test(name));
	const withRests = plain
		.filter((mail) => bare(shown(mail)) !== own(mail))
		.map((mail) => `${mail.name}: ${bare(shown(mail)).slice(own(mail).length)}`);
	expect(plain.length).toBeGreaterThanOrEqual(190);
	expect(withRests).toEqual([]);
});

test('it says whether a history was taken off', () => {
	expect(ownWordsOf({ text: 'Hello' })).toEqual({ text: 'Hello', historyRemoved: false });
	expect(ownWordsOf({ html: '<p>Hello</p><blockquote type="cite">Before</blockquote>' })).toEqual({ text: 'Hello', historyRemoved: true });
	expect(ownWordsOf({})).toEqual({ text: '', historyRemoved: false });
	expect(ownWordsOf({ html: '<img src="x">', text: 'In text' })).toEqual({ text: 'In text', historyRemoved: false });
	expect(ownWordsOf({ html: '<div><br></div>', text: 'In text' })).toEqual({ text: 'In text', historyRemoved: false });
	expect(ownWordsOf({ html: '<p>Hello</p><div type="cite">Thanks</div>' }).text.split(/\n+/)).toEqual(['Hello', 'Thanks']);
});

test('characters that hide or turn round what stands beside them are gone, and emoji stay whole', () => {
	expect(ownWordsOf({ text: 'Pay\u202e 001\u202c now\u200b \u{e0049}\u{e0067}👩‍💻\u0000' }).text).toBe('Pay 001 now 👩‍💻');
});

describe('what stands under a mail', () => {
	const rows = (count: number) => '\nAnna'.repeat(count);
	const device = (length: number) => 'Sent from my iPhone'.padStart(length, '-');
	test.each([
		['of blank lines one is left', '\na\n\n\nb\n\nc\n', 'a\n\nb\n\nc'],
		['a signature goes', 'Hello\n-- \nAnna\nI wish you all the best.', 'Hello'],
		['a signature of twenty lines goes', `Hello\n-- ${rows(20)}`, 'Hello'],
		['one of more lines is none', `Hello\n-- ${rows(21)}`, `Hello\n--${rows(21)}`],
		['nothing but a signature stays', '-- \nAnna', '--\nAnna'],
		['nothing but a signature stays, with blank lines', '\n-- \nAnna', '--\nAnna'],
		['a signature without the space goes', 'Hello\n--\nAnna Berg GmbH.', 'Hello'],
		['it goes with a full stop in it', 'Hello\n--\nThe Acme Works Inc. of York', 'Hello'],
		['it goes with a Japanese one in it', 'Hello\n--\n田中。東京', 'Hello'],
		['a line drawn stays above a sentence', 'Hello\n--\nAnna\nIs it there yet?', 'Hello\n--\nAnna\nIs it there yet?'],
		['a line drawn stays above a Japanese sentence', 'Hello\n--\n了解しました。', 'Hello\n--\n了解しました。'],
		['a line drawn at the end stays', 'Hello\n--', 'Hello\n--'],
		['a telephone goes', 'Hello\n\nSent from my iPhone\n\n', 'Hello'],
		['a telephone goes above a signature', 'Hello\nSent from my iPhone\n-- \nAnna', 'Hello'],
		['a telephone goes in a long line', `Hello\n${device(100)}`, 'Hello'],
		['a telephone stays in a longer line', `Hello\n${device(101)}`, `Hello\n${device(101)}`],
		['a telephone alone stays', 'Sent from my iPhone', 'Sent from my iPhone'],
		['nothing but telephones stays', 'Sent from my iPhone\n\nSent from my iPhone', 'Sent from my iPhone\n\nSent from my iPhone'],
		['nothing but a telephone and a signature stays', 'Sent from my iPhone\n-- \nAnna', 'Sent from my iPhone\n--\nAnna'],
		['of a signature alone its postscript stays', '-- \nAnna\nPS: Yes', 'PS: Yes'],
		['a postscript right below the mark of a signature stays', 'Hello\n-- \nPS: Yes', 'Hello\nPS: Yes'],
		['a postscript above the signature stays, once', 'Hello\nPS: Yes\n-- \nAnna', 'Hello\nPS: Yes'],
		['no postscript begins within a line', 'Hello\n-- \nAnna PS: x', 'Hello'],
		['no postscript is a word', 'Hello\n-- \nPSD\nNBA', 'Hello'],
	])('%s', (_, text, own) => {
		expect(ownWordsOf({ text }).text).toBe(own);
	});

	test.each(['PS: a', 'P.S. a', 'p. s. a', 'PS a', 'PS- a', 'PPS: a', 'P.P.S.: a', 'NB: a', 'N.B. a', 'n. b. a'])(
		'"%s" begins a postscript',
		(line) => {
			expect(ownWordsOf({ text: `Hello\n-- \nAnna\n${line}\nb` }).text).toBe(`Hello\n${line}\nb`);
		},
	);
});
