import { LEFT_OUT, redactor, tokenHider } from '../../../transport/redact';

const TOKEN = '12|abcDEF/ghi+jkl=mno9zQ7';
const SECRET = TOKEN.slice(3);

const hex = (letter: string, digits = 2) => letter.charCodeAt(0).toString(16).padStart(digits, '0');
const each = (text: string, spelt: (letter: string) => string) => [...text].map(spelt).join('');
const signs = (text: string, spelt: (sign: string) => string) => text.replace(/[^a-z0-9]/gi, spelt);

/** Spellings in which servers repeat a token or a text. */
const ECHOES: Record<string, (text: string) => string> = {
	'as it is': (text) => text,
	'in capital letters': (text) => text.toUpperCase(),
	'as in an address': encodeURIComponent,
	'as in an address, three times': (text) => encodeURIComponent(encodeURIComponent(encodeURIComponent(text))),
	'as in JSON': (text) => JSON.stringify(text).slice(1, -1).replaceAll('/', '\\/'),
	'as in JSON within JSON': (text) => JSON.stringify(JSON.stringify(text).replaceAll('/', '\\/')),
	'as in JSON, with signs by numbers': (text) => signs(text, (sign) => `\\u${hex(sign, 4)}`),
	'as in HTML, by names': (text) =>
		text.replaceAll('|', '&vert;').replaceAll('/', '&sol;').replaceAll('+', '&plus;').replaceAll('=', '&equals;'),
	'as in HTML, by numbers': (text) => signs(text, (sign) => `&#x${hex(sign)};`),
	'as in HTML within HTML': (text) => signs(text, (sign) => `&amp;#${sign.charCodeAt(0)};`),
};

const SPELLINGS: typeof ECHOES = {
	...ECHOES,
	'in percent form': (text) => each(text, (letter) => `%${hex(letter)}`),
	'as in JSON, by numbers': (text) => each(text, (letter) => `\\u${hex(letter, 4)}`),
};

describe('an answer that repeats the token', () => {
	const hidden = (token: string, text: string) => JSON.parse(tokenHider(token)(JSON.stringify({ [text]: text })));

	it.each(Object.entries(ECHOES))('hides the token written %s', (_, spelt) => {
		for (const token of [TOKEN, `3|"a\\b'c&d<e>f^${SECRET}"\\`]) {
			for (const text of [token, token.slice(token.indexOf('|') + 1)]) {
				for (const words of [`Token ${spelt(text)} is revoked.`, `{"token":"${spelt(text)}"}`, spelt(text)])
					expect(JSON.stringify(hidden(token, words))).not.toMatch(/abcDEF|ghi|jkl|mno/i);
			}
		}
	});

	it.each([
		'Nothing of it: 12 | abc, DEF/ghi + jjl = mno9zQ6, 100 % of &amp;, \\n, %7c, a%2Fb, &#124; and &vert;.',
		'The file C:\\new\\temp is at https://api.example.com/v1/x?a=1&b=%20c.',
		'Grüße, İstanbul, 日本 und 👋🏽: %F0%9F%91%8B &hellip; \\ud83d\\udc4b &#x110000;',
	])('keeps text without the token: %s', (words) => expect(hidden(TOKEN, words)).toEqual({ [words]: words }));

	it.each([`\\${TOKEN}`, `"${TOKEN}"`, `${'\\'.repeat(30)}${TOKEN}\\"`, `{"a":"${TOKEN}\\n"}`])(
		'keeps the text around the token: %s',
		(words) => {
			const text = words.replace(TOKEN, '(access token)');
			expect(hidden(TOKEN, words)).toEqual({ [text]: text });
		},
	);

	it('hides a token of eight characters, but not of seven', () => {
		expect(hidden('7|1234567', '1234567')).toEqual({ '1234567': '1234567' });
		expect(JSON.stringify(hidden('7|12345678', '12345678'))).not.toContain('12345678');
		expect(hidden('~!@#$%^&*', 'No ~!@#$%^&*')).toEqual({ 'No (access token)': 'No (access token)' });
	});
});

describe('a helpdesk message that repeats sent text', () => {
	const LONG = 'abcdefghijklmnopqrst';
	const shown = (sent: string, words: string) => redactor({ body: { message: sent } })(words);
	const isLeftOut = (sent: string, words: string) => shown(sent, words) === LEFT_OUT;

	it.each([
		['as it was sent', LONG, LONG, true],
		['within other words', `12345${LONG}67890`, `Not ${LONG}.`, true],
		['only 19 letters', LONG, `Not ${LONG.slice(1)}, nor more of it`, false],
		['in another case', LONG, LONG.toUpperCase(), true],
		['with signs between the letters', LONG, [...LONG].join('-'), true],
		['without its accents', 'äbcdéfghijklmnöpqrst', LONG, true],
		['with accents', LONG, 'äbcdéfghijklmnöpqrst', true],
		['without its tags', [...LONG].map((letter) => `<b class="x">${letter}</b>&nbsp;`).join(''), LONG, true],
		['a name or an address', 'ada@example.com', 'ada@example.com is taken', false],
		[
			"a record's ID",
			'0f8fad5b-d9cd-469f-a165-70867728950e',
			'No conversation 0f8fad5b-d9cd-469f-a165-70867728950e',
			false,
		],
		[
			'more than an ID',
			'see 0f8fad5b-d9cd-469f-a165-70867728950e',
			'see 0f8fad5b-d9cd-469f-a165-70867728950e',
			true,
		],
		['an unrelated message', 'Hello, where is my order, please?', 'The message field is required.', false],
	])('is left out only if it repeats 20 letters or more: %s', (_, sent, words, expected) =>
		expect(isLeftOut(sent, words)).toBe(expected),
	);

	it.each([10, 11, 15, 19])('is left out if the repeated part starts at character %i', (at) => {
		const sent = 'the quick brown fox jumps over the lazy dog and runs away'.replaceAll(' ', '');
		expect(isLeftOut(sent, `Not ${sent.slice(at, at + 20)}.`)).toBe(true);
	});

	it.each(Object.entries(SPELLINGS))('is left out with the text written %s', (_, spelt) =>
		expect(isLeftOut('Grandma & Grandpa <at home>', `No: ${spelt('Grandma & Grandpa <at home>')}`)).toBe(true),
	);

	it.each(['\\u00f1', '&#xF1;', '&#241;', '%C3%B1', '&amp;#241;'])(
		'is left out with a letter written as %s',
		(letter) =>
			expect(isLeftOut('añbñcñdñeñfñgñhñiñjñkñlñ', 'añbñcñdñeñfñgñhñiñjñkñlñ'.replaceAll('ñ', letter))).toBe(
				true,
			),
	);

	it.each<[string, Parameters<typeof redactor>[0]]>([
		['deep in the body', { body: { a: [{ b: LONG }] } }],
		['in the query', { query: { search: LONG } }],
		['in a query as typed', { query: new URLSearchParams({ search: LONG }) }],
	])('is left out if the text was sent %s', (_, request) => expect(redactor(request)(`Not ${LONG}.`)).toBe(LEFT_OUT));

	it('stays if it matches only across two texts of a request', () => {
		expect(redactor({ body: [LONG.slice(0, 10), LONG.slice(10)] })(`Not ${LONG}.`)).toBe(`Not ${LONG}.`);
	});
});
