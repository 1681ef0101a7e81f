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
