import { plainText, withSingleSpaces } from '../../../nodes/Helpdesk/run/text/plainText';

test.each([
	['what parts words', 'a<p>b</p>c<br>d', 'a b c d'],
	['what stands inside a word', 'a<b>b</b><o:p>c</o:p>', 'abc'],
	['entities', 'a &amp;&lt;', 'a &<'],
	['an address', 'Anna <anna@example.com>', 'Anna <anna@example.com>'],
	['white space of all kinds', ' a \t\n\u00a0 b ', 'a b'],
	['nothing', '', ''],
])('HTML reads without tags: %s', (_, html, text) => expect(plainText(html)).toBe(text));

test('white space of a bare text is one space, and none is around it', () => {
	expect(withSingleSpaces('\n a <b> \t\u00a0c ')).toBe('a <b> c');
});
