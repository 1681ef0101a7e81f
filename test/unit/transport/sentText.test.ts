import { hidingSent } from '../../../transport/sentText';

const names = ['Anna', 'Berta', 'Clara', 'Doris', 'Emil', 'Frida'];
const shown = (sent: string, words: string) => hidingSent({ body: { message: sent } })(words);

test.each([
	['amp', '&'],
	['lt', '<'],
	['gt', '>'],
	['quot', '"'],
	['apos', "'"],
	['nbsp', '\u00a0'],
	['lsquo', '‘'],
	['rsquo', '’'],
	['ldquo', '“'],
	['rdquo', '”'],
	['sbquo', '‚'],
	['bdquo', '„'],
	['laquo', '«'],
	['raquo', '»'],
	['lsaquo', '‹'],
	['rsaquo', '›'],
	['hellip', '…'],
	['ndash', '–'],
	['mdash', '—'],
])('what was sent with signs in it is hidden where they come back as &%s;', (name, sign) => {
	const words = shown(names.join(` ${sign} `), `Refused: ${names.join(` &${name}; `)}`);
	expect(words).toBe('Refused: (text that was sent)');
});

test.each([
	['uuml', 'ü'],
	['Eacute', 'É'],
	['ntilde', 'ñ'],
])('what was sent with letters in it is hidden where they come back as &%s;', (name, letter) => {
	expect(shown(names.join(letter), `Refused: ${names.join(`&${name};`)}`)).toBe('Refused: (text that was sent)');
});

test('of what was sent a part that is too short to tell from chance stays', () => {
	expect(shown(names.join(' '), 'Anna and Berta are not known to us, and nobody else is.')).toContain('Anna and Berta');
});

const HIDDEN = '(text that was sent)';
/** 20 letters, and 19. */
const LONG = 'abcdefghijklmnopqrst';
const SHORT = LONG.slice(1);

describe('so many letters in a row are no coincidence', () => {
	it.each([
		[LONG, LONG, HIDDEN],
		[SHORT, SHORT, SHORT],
		[LONG, `Not ${LONG}.`, `Not ${HIDDEN}.`],
		[`12345${LONG}67890`, `Not ${LONG}.`, `Not ${HIDDEN}.`],
		[LONG, `Not ${SHORT}, nor more of it`, `Not ${SHORT}, nor more of it`],
		[LONG, LONG.toUpperCase(), HIDDEN],
		[LONG, [...LONG].join('-'), HIDDEN],
		['äbcdéfghijklmnöpqrst', LONG, HIDDEN],
		[LONG, 'äbcdéfghijklmnöpqrst', HIDDEN],
	])('%j, sent, makes of %j: %j', (sent, words, expected) => expect(shown(sent, words)).toBe(expected));

	it.each([10, 11, 15, 19])('wherever they begin in what was sent: at %i', (at) => {
		const sent = 'the quick brown fox jumps over the lazy dog and runs away'.replaceAll(' ', '');
		expect(shown(sent, `Not ${sent.slice(at, at + 20)}.`)).toBe(`Not ${HIDDEN}.`);
	});

	it('two texts of a request are not one', () => {
		const words = `Not ${LONG}.`;
		expect(hidingSent({ body: [LONG.slice(0, 10), LONG.slice(10)] })(words)).toBe(words);
	});
});

describe('what of a request is looked for', () => {
	const words = `Not ${LONG}.`;
	it.each<[string, Parameters<typeof hidingSent>[0]]>([
		['a text deep in the body', { body: { a: [{ b: LONG }] } }],
		['a text of the query', { query: { search: LONG } }],
		['a text of the query as typed', { query: new URLSearchParams({ search: LONG }) }],
		['a field of a form', { encoded: { bytes: Buffer.from(''), type: 'x', fields: { note: LONG } } }],
	])('%s', (_, request) => expect(hidingSent(request)(words)).toBe(`Not ${HIDDEN}.`));

	it('nothing where nothing was sent', () => expect(hidingSent({})(words)).toBe(words));

	const uuid = '0f8fad5b-d9cd-469f-a165-70867728950e';
	it("a record's ID stays, alone or with white space", () => {
		for (const sent of [uuid, ` ${uuid.toUpperCase()}\n`]) expect(shown(sent, `No conversation ${uuid}.`)).toBe(`No conversation ${uuid}.`);
	});

	it.each([`x${uuid}`, `${uuid}x`, `see ${uuid}`])('a text that has more than an ID does not: %s', (sent) =>
		expect(shown(sent, `No conversation ${uuid}.`)).toBe(`No conversation ${HIDDEN}.`),
	);
});

describe('words that repeat what was sent several times', () => {
	it('are one where only some signs stand between', () => {
		expect(shown(LONG, `${LONG} ${LONG}`)).toBe(HIDDEN);
		expect(shown(LONG, `${LONG} ${'z'.repeat(60)} ${LONG}`)).toBe(HIDDEN);
		expect(shown(LONG, `${LONG} ${'z'.repeat(61)} ${LONG}`)).toBe(`${HIDDEN} ${'z'.repeat(61)} ${HIDDEN}`);
		expect(shown(LONG, `Not ${LONG}; ${'and '.repeat(20)}not ${LONG}!`)).toBe(`Not ${HIDDEN}; ${'and '.repeat(20)}not ${HIDDEN}!`);
	});

	it('are looked at as far as anything is shown', () => {
		expect(shown(LONG, `${'x '.repeat(1_990)}${LONG}`)).toBe(`${'x '.repeat(1_990)}${HIDDEN}`);
		expect(shown(LONG, 'x'.repeat(5_000))).toHaveLength(4_000);
	});
});

describe('signs that stand for others', () => {
	const letters = 'añbñcñdñeñfñgñhñiñjñkñlñ';
	it.each(['\\u00f1', '\\u{00f1}', '\\u{0000f1}', '\\u{f1}', '\\xf1', '&#xf1;', '&#xF1;', '&#241;', '&ntilde;', '%C3%B1', '=C3=B1'])(
		'%s is read',
		(sign) => {
			expect(shown(letters, `Not ${letters.replaceAll('ñ', sign)}.`)).toBe(`Not ${HIDDEN}.`);
		},
	);

	it.each(['\\n', '\\r', '\\t', '&amp;', '&nbsp;', '&#x110000;', '&#1114112;', '&frac12;'])('%s is none of the letters', (sign) => {
		const text = [...LONG].join(' ');
		const known = sign === '&frac12;' ? text.replaceAll(' ', ' f') : text;
		expect(shown(known, `Not ${text.replaceAll(' ', sign)}.`)).toBe(`Not ${HIDDEN}.`);
	});

	it.each(['&amp;ntilde;', '&AMP;#241;', '%26ntilde%3B', '&#38;ntilde;'])('%s, escaped twice, is read', (sign) =>
		expect(shown(letters, `Not ${letters.replaceAll('ñ', sign)}.`)).toBe(`Not ${HIDDEN}.`),
	);

	it('stay where nothing was sent that they say', () => {
		const words = 'The text &amp; the subject &lt;b&gt; are too long';
		expect(shown(LONG, words)).toBe(words);
	});

	it('of several readings the one counts that hides most', () => {
		const between = 'and '.repeat(30);
		const escaped = letters.replaceAll('ñ', '&ntilde;');
		expect(hidingSent({ body: [LONG, letters] })(`${LONG} ${between}${escaped}`)).toBe(`${HIDDEN} ${between}${HIDDEN}`);
		// Read twice, it has other letters than it was sent with.
		const typed = 'abcdefghij%2541zyxwvutsrq';
		expect(hidingSent({ body: [LONG, typed] })(`${LONG} ${between}${typed}`)).toBe(`${HIDDEN} ${between}${HIDDEN}`);
	});

	it('what was sent in HTML is known without its tags and signs', () => {
		const sent = [...LONG].map((letter) => `<b class="x">${letter}</b>&nbsp;`).join('');
		expect(shown(sent, `Not ${LONG}.`)).toBe(`Not ${HIDDEN}.`);
		expect(shown([...LONG].join('&amp;'), `Not ${[...LONG].join('&')}.`)).toBe(`Not ${HIDDEN}.`);
	});
});
