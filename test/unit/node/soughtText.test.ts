import { Letters } from '../../../nodes/Helpdesk/run/once/letters';
import { SoughtText, type Told } from '../../../nodes/Helpdesk/run/once/soughtText';

const LONG = 'Your refund is on its way to you, dear Anna';
const told = (rows: unknown[], sought: string, isWhole = true, body: unknown = rows) =>
	new SoughtText(sought).toldOf({ rows, answers: [{ status: 200, headers: {}, body }], isWhole });

describe('a sought text', () => {
	it.each<[Told, string, string]>([
		['there', 'Hello you', 'Hello you'],
		['there', 'Hello you', 'Helloyou, and more'],
		['there', 'Helloyou', 'Hello you'],
		['there', 'Hello you', '<p>Hello <b>you</b></p><p>Team</p>'],
		['there', 'Hello 😀', 'Hello 😀 more'],
		['there', 'a<b>c</b>', 'ac'],
		['maybe', 'Hello you', 'Hello yours'],
		['maybe', 'Hello you', 'Hello you2'],
		['maybe', 'Hello you', 'Hello yo'],
		['absent', 'Hello you', 'Hello'],
		['maybe', 'Hello you!', 'Hello you'],
		['maybe', 'Hello you, dear Anna and Ben', 'Hello you, dear Anna'],
		['maybe', 'Hello you', 'Hello …'],
		['maybe', 'Hello you', 'Hello...'],
		['maybe', 'Hello you', 'Hello […]'],
		['maybe', 'Hello you', 'Hello [...]'],
		['absent', 'Hello you', 'Hello … more'],
		['absent', 'Hello you', '…'],
		['absent', 'Hello you', 'Hello […'],
		['absent', 'Hello you', 'Hello x…'],
		['maybe', 'Hello you', '…lo yo…'],
		['maybe', 'Hello you', '...lo\nyo...'],
		['absent', 'Hello you', 'x …lo yo…'],
		['absent', 'Hello you', '…lo yo… x'],
		['absent', 'Hello you', 'Something else'],
		['maybe', 'Hello you', 'We say: Hello you'],
		['maybe', 'Hello <anna@example.com>!', 'So: Hello!'],
		['maybe', 'a <b>bold</b> c', '…a bo…'],
		['maybe', 'lo you', 'a<xx>lo<xx>you'],
		['absent', 'a b', 'x a&amp;amp;b y'],
		['maybe', 'Hello you', '&lt;p&gt;Hel&lt;b&gt;lo y&lt;/b&gt;ou'],
	])('is %s: "%s" in "%s"', (expected, sought, shown) => {
		expect(told([{ html_body: shown }], sought)).toBe(expected);
		expect(new SoughtText(sought).inMessage({ html_body: shown })).toBe(expected);
	});

	it('that shows nothing cannot be told', () => {
		const picture = '<img src="x">';
		expect([new SoughtText(picture).showsNothing, new SoughtText('Hello').showsNothing]).toEqual([true, false]);
		expect([told([{ text_body: 'Other' }], picture), told([{ text_body: picture }], picture)]).toEqual(['maybe', 'maybe']);
	});

	it.each<[string, Told, unknown[], boolean?]>([
		['one message has it, whatever the others tell', 'there', [{ text_body: 'Hello yo' }, { text_body: 'Hello you' }, 'no record'], false],
		['one of the texts of a message is it', 'there', [{ text_body: 'Other', html_body: 'Hello you', is_clipped: true }]],
		['no message has it', 'absent', [{ text_body: 'Other' }, { text_body: 'Another' }]],
		['a message may be it', 'maybe', [{ text_body: 'Other' }, { text_body: 'Hello yo' }]],
		['a message shows no text', 'maybe', [{ text_body: 'Other' }, { id: 'm1' }]],
		['a message shows a picture alone', 'maybe', [{ text_body: 'Other' }, { html_body: '<img src="x">' }]],
		['a message is shown in part', 'maybe', [{ text_body: 'Other', is_clipped: true }]],
		['an entry is no record', 'maybe', [{ text_body: 'Other' }, 'x']],
		['there are no messages', 'maybe', []],
		['there may be more', 'maybe', [{ text_body: 'Other' }], false],
	])('in a thread: %s', (_, expected, rows, isWhole = true) => {
		expect(told(rows, 'Hello you', isWhole)).toBe(expected);
	});

	it.each<[string, Told, object]>([
		['all of it', 'maybe', { note: 'Hello you' }],
		['its words among others', 'maybe', { note: 'We say: Hello you' }],
		['something else', 'absent', { note: 'Hello' }],
		['a picture', 'absent', { note: '<img src="x">' }],
	])('beside the texts of the messages: %s', (_, expected, beside) => {
		const row = { text_body: 'Other words here', ...beside };
		expect(told([row], 'Hello you')).toBe(expected);
	});

	describe('whose beginning is an excerpt of another text', () => {
		const other = 'Your refund is on its way to us, and many other words follow here, of which none is sought';
		const excerpt = 'Your refund is on its way';
		const row = { text_body: other, excerpt };
		it.each<[string, Told, object[], object]>([
			['stands in its row', 'absent', [row], [row]],
			['is cut off with a sign', 'absent', [{ ...row, excerpt: `${excerpt} ...` }], [{ ...row, excerpt: `${excerpt} ...` }]],
			['stands in its row, which is HTML', 'absent', [{ html_body: `<p>${other}</p>`, excerpt }], [{ html_body: `<p>${other}</p>`, excerpt }]],
			['is cut off within a word', 'absent', [{ ...row, excerpt: `${excerpt}…` }], [{ ...row, excerpt: `${excerpt}…` }]],
			['goes on otherwise', 'maybe', [{ ...row, excerpt: `${excerpt} today…` }], [{ ...row, excerpt: `${excerpt} today…` }]],
			[
				'has a sign within it',
				'maybe',
				[{ ...row, excerpt: 'Your refund… is on its way' }],
				[{ ...row, excerpt: 'Your refund… is on its way' }],
			],
			['stands in two rows', 'absent', [row, row], [row, row]],
			['stands in its row and elsewhere', 'maybe', [row], [row, { excerpt }]],
			['stands elsewhere alone', 'maybe', [{ text_body: other }], [{ text_body: other }, { excerpt }]],
			['stands beside another text', 'maybe', [{ text_body: 'Other', excerpt }], [{ text_body: 'Other', excerpt }]],
		])('and %s', (_, expected, rows, body) => {
			expect(told(rows, LONG, true, body)).toBe(expected);
		});
	});

	it('that is a sign for what was left out may be a text that is this sign alone', () => {
		expect(told([{ text_body: 'Other', excerpt: '…' }], '…')).toBe('maybe');
	});

	it('may be a text as long as its letters, or as 20 of them', () => {
		const mayBe = (sought: string, text: string) => new SoughtText(sought).mayBe(text);
		expect([mayBe('O K', 'OK'), mayBe('O K', 'O'), mayBe('OK', 'ok!'), mayBe('office', 'o\ufb03ce')]).toEqual([true, false, true, true]);
		expect([mayBe(LONG, LONG.slice(0, 30)), mayBe(LONG, 'Your refund is on')]).toEqual([true, false]);
		expect([mayBe(LONG, LONG.slice(5)), mayBe(LONG, `So: ${LONG.slice(0, 40)}`), mayBe(':-)', 'Fine :-)')]).toEqual([false, true, true]);
	});
});

describe('the letters of a text', () => {
	const sought = 'abcdefghijklmnopqrstuvwxyz';
	it('are those of its words, however they are composed', () => {
		expect(Letters.of('A\u0301b, C\u00e9\u200b 1! \ufb01').all).toBe('abce1fi');
		expect(Letters.orSignsOf(' :-) \n(a) ').all).toBe(':-)(a)');
	});

	it.each([
		['', 'abc', false],
		['abc', 'abcd', true],
		['b', 'a b c', true],
		['bc', 'a bc', true],
		['b', 'ab c', false],
		['b', 'a bc', false],
		['bcd', 'a b cd', true],
		['aab', 'a aaab aab', true],
		['abab', 'x ababab', false],
		[sought.slice(0, 20), `x${sought}`, true],
		[sought.slice(0, 19), `x${sought}`, false],
		['ab', 'x a', false],
	])('"%s" is had by "%s": %s', (part, text, expected) => expect(Letters.of(text).has(part)).toBe(expected));

	it.each([
		[`x${sought.slice(0, 20)}`, true],
		[`x${sought.slice(0, 19)}`, false],
		[`x${sought.slice(0, 20)}${'-'.repeat(30)}`, true],
		[`x${sought.slice(0, 20)}${'0'.repeat(30)}`, true],
		[`x${sought.slice(0, 20)}${'0'.repeat(31)}`, false],
		[`${'0'.repeat(90)}${sought}`, true],
	])('"%s" breaks off in the sought ones: %s', (text, expected) => expect(Letters.of(text).breaksOffIn(sought)).toBe(expected));

	it.each([
		[sought.slice(6), true],
		[`${sought.slice(6)}000`, true],
		[`${sought.slice(6)}${'0'.repeat(40)}`, true],
		[sought.slice(7), false],
		[`${sought.slice(7)}000`, false],
		[sought.slice(1, 21), true],
		[sought.slice(1, 20), false],
		[`${sought.slice(1, 21)}${'0'.repeat(30)}`, true],
		[`${sought.slice(1, 21)}${'0'.repeat(31)}`, false],
		[`${sought.slice(1)}${'0'.repeat(90)}`, true],
	])('"%s" begins within the sought ones: %s', (text, expected) => expect(Letters.of(text).beginsWithin(sought)).toBe(expected));
});
