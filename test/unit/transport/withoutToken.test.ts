import { readCredential } from '../../../transport/credential';
import { withoutToken } from '../../../transport/withoutToken';

const TOKEN = '12|abcDEF/ghi+jkl=mno9zQ7';
const HIDDEN = '(access token)';

const credentialOf = (accessToken: string) => readCredential({ accessToken, baseUrl: 'https://api.example.com/v1' });
const shown = (text: string, token = TOKEN, atMost = 300) => withoutToken(text, credentialOf(token), atMost);

const each = (text: string, spelt: (letter: string) => string) => [...text].map(spelt).join('');
const hex = (letter: string, digits = 2) => letter.charCodeAt(0).toString(16).padStart(digits, '0');
const signs = (text: string, spelt: (sign: string) => string) => text.replace(/[^a-z0-9]/gi, spelt);
const NAMES: Record<string, string> = { '|': '&vert;', '/': '&sol;', '+': '&plus;', '=': '&equals;' };

/** How others write a text. */
const SPELLINGS: Record<string, (text: string) => string> = {
	'as it is': (text) => text,
	'in small letters': (text) => text.toLowerCase(),
	'in capital letters': (text) => text.toUpperCase(),
	'as in an address': encodeURIComponent,
	'as in an address, with small digits': (text) => encodeURIComponent(text).replace(/%../g, (code) => code.toLowerCase()),
	'as in an address, with / left as it is': (text) => encodeURIComponent(text).replaceAll('%2F', '/'),
	'as in a path': encodeURI,
	'in percent form, every character': (text) => each(text, (letter) => `%${hex(letter)}`),
	'as in an address, twice': (text) => encodeURIComponent(encodeURIComponent(text)),
	'as in an address, three times': (text) => encodeURIComponent(encodeURIComponent(encodeURIComponent(text))),
	'in percent form of 16 bits': (text) => signs(text, (sign) => `%u${hex(sign, 4)}`),
	'as in JSON, with \\/': (text) => text.replaceAll('/', '\\/'),
	'as in JSON within JSON': (text) => JSON.stringify(JSON.stringify(text.replaceAll('/', '\\/'))).slice(3, -3),
	'as in JSON, by numbers': (text) => signs(text, (sign) => `\\u${hex(sign, 4)}`),
	'as in JSON, every character by its number': (text) => each(text, (letter) => `\\u${hex(letter, 4)}`),
	'as in a program': (text) => signs(text, (sign) => `\\x${hex(sign)}`),
	'as in a program, in braces': (text) => signs(text, (sign) => `\\u{${hex(sign)}}`),
	'as in HTML, by names': (text) => signs(text, (sign) => NAMES[sign] ?? sign),
	'as in HTML, by numbers': (text) => signs(text, (sign) => `&#${sign.charCodeAt(0)};`),
	'as in HTML, by hexadecimal numbers': (text) => signs(text, (sign) => `&#x${hex(sign)};`),
	'as in HTML, every character': (text) => each(text, (letter) => `&#x${hex(letter).toUpperCase()};`),
	'as in HTML within HTML': (text) => signs(text, (sign) => `&amp;#${sign.charCodeAt(0)};`),
	'as in an address within HTML': (text) => encodeURIComponent(text).replaceAll('%', '&percnt;'),
	'in hexadecimal': (text) => Buffer.from(text).toString('hex'),
	'in Base64 as in an address': (text) => encodeURIComponent(Buffer.from(text).toString('base64')),
};

describe("the helpdesk's words without the token", () => {
	describe.each(Object.entries(SPELLINGS))('%s', (_, spelt) => {
		it.each([
			['Token ', ' is revoked.'],
			['No: "Bearer ', '".'],
			['?access_token=', '&page=1'],
			['{"token":"', '"}'],
			['(', ')'],
			['', ''],
		])('it is hidden whole, and nothing else, in %j…%j', (before, after) => {
			expect(shown(`${before}${spelt(TOKEN)}${after}`)).toBe(`${before}${HIDDEN}${after}`);
		});

		it('its secret alone is hidden', () => {
			expect(shown(`No access for ${spelt('abcDEF/ghi+jkl=mno9zQ7')} today.`)).toBe(`No access for ${HIDDEN} today.`);
		});
	});

	describe.each(['base64', 'base64url'] as const)('in %s, wherever it begins', (coding) => {
		it.each(['', 'B', 'Be', 'Bea', 'Bearer ', 'user:'].flatMap((before) => ['', '"', '"}', ', x=1'].map((after) => [before, after])))(
			'no character that holds a part of it stays, and every other: %j…%j',
			(before, after) => {
				const text = Buffer.from(`${before}${TOKEN}${after}`).toString(coding);
				const from = Math.floor((before!.length * 8) / 6);
				const to = Math.ceil(((before!.length + TOKEN.length) * 8) / 6);
				const rest = after === '' ? '' : text.slice(to);
				expect(shown(`Got ${text}.`)).toBe(`Got ${text.slice(0, from)}${HIDDEN}${rest}.`);
				expect(shown(`Got ${text.toUpperCase()}.`)).toBe(`Got ${text.toUpperCase().slice(0, from)}${HIDDEN}${rest.toUpperCase()}.`);
			},
		);
	});

	it.each(['', 'a', 'ab'])('in Base64 behind %j no more of the text around it is hidden than what holds a part of it', (before) => {
		// The characters that hold parts of what stands before were cut off, so that its own are the first.
		const own = Buffer.from(before + TOKEN)
			.toString('base64')
			.slice(before.length && before.length + 1);
		expect(shown(own)).toMatch(/^\(access token\)/);
		expect(shown(`x. (${own}) y`)).toMatch(/^x\. \(\(access token\)/);
		expect(shown(`(${own}) y`)).toMatch(/^\(\(access token\)=*\) y$/);
		expect(shown(`(A${own}) y`)).toMatch(before === '' ? /^\(A\(access token\)/ : /^\(\(access token\)/);
	});

	it.each(['%41bc%2Fdef&amp;7|0123456789', 'a\\/b\\\\c0123456789', '&lt;&#65;0123456789', '%%25%2541-0123456789'])(
		'a token that looks as if it were escaped, %s, is hidden as it is and escaped',
		(token) => {
			for (const spelt of Object.values(SPELLINGS).slice(3)) {
				expect(shown(`Token ${spelt(token)} is no more.`, token)).toBe(`Token ${HIDDEN} is no more.`);
			}
		},
	);

	it('no part of it is left at the end of what is shown, however often it is repeated', () => {
		for (const spelt of Object.values(SPELLINGS)) {
			for (let before = 0; before < 60; before += 7) {
				const text = shown('x'.repeat(before) + `${spelt(TOKEN)} `.repeat(40));
				expect(text.replace(/^x+/, '')).toMatch(/^(\(access token\) ?)+…$/);
			}
		}
	});

	it.each([
		['a text that is short', 'a text that is short'],
		['a text of twenty six signs', 'a text of …'],
	])('of a text as much is shown as matters: %j', (text, expected) => {
		expect(shown(text, TOKEN, expected === text ? 20 : 10)).toBe(expected);
	});

	it.each([
		'Nothing of it: 12 | abc, DEF/ghi + jkl = mno9zQ6, 100 % of &amp;, \\n, %7c, a%2Fb, &#124; and &vert;.',
		'The file C:\\new\\temp is at https://api.example.com/v1/x?a=1&b=%20c.',
		'MTJ8YWJjREVG is too short, and so is abcDEF/ghi.',
		'Grüße, İstanbul, 日本 und 👋🏽: %F0%9F%91%8B &hellip; \\ud83d\\udc4b',
	])('other words stay as they are: %s', (text) => expect(shown(text)).toBe(text));
});
