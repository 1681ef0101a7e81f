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
