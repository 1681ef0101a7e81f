import type { Kind } from '../../../nodes/shared/values/kind';
import {
	address,
	addresses,
	addressKey,
	choice,
	choices,
	onOff,
	wholeNumberKind,
	originOf,
	id,
	ids,
	jsonObject,
	words,
	tagNames as tags,
	teammate,
	teammates,
	readValue,
	shown,
	anyText as text,
	word,
	queryObject,
	requestPath,
	days,
	idOrTime,
	timeOfDay,
} from '../../../nodes/shared/values';
import { InputError } from '../../../transport';

const now = Date.parse('2026-11-27T12:00:00Z');
const read = (kind: Kind, value: unknown, raw = value) =>
	readValue({ kind, need: 'required' }, { value, raw, isTool: false }, { label: "'It'", timezone: 'UTC', now });

const READ: Array<[string, Kind, unknown, unknown]> = [
	['text', text, ' as typed ', ' as typed '],
	['text', text, 'a whole one 🎉 \t\r\n', 'a whole one 🎉 \t\r\n'],
	['a word', word, ' Very\u00a0 \u200burgent\u200f ', 'Very urgent'],
	['a switch', onOff, ' False ', false],
	['a number', wholeNumberKind(1), ' 50 ', 50],
	['choices, in the order of the list', choices(['a', 'b']), 'b, a', ['a', 'b']],
	['a list of words', words, 'a\nb', ['a', 'b']],
	['a list of words', words, [' a ', 7, true], ['a', '7', 'true']],
	['a list of words', words, ' "a, b" , c', ['a, b', 'c']],
	['a list of words', words, '"say ""hi"", please"', ['say "hi", please']],
	['a list of words', words, ' [ "a" ] ', ['a']],
	['a list of words', words, '[urgent]', ['[urgent]']],
	...[
		'kim@x.example',
		'"Lee, Kim" <kim@x.example>',
		'<kim@x.example>',
		'mailto:kim%40x.example?subject=Hi',
		'\u200bkim@x.example\u00a0',
	].map((each): [string, Kind, unknown, unknown] => ['an address', address, each, 'kim@x.example']),
	...['root@localhost', "o'neil@c-d.example", 'a@[127.0.0.1]', '"a b"@c.example', '"a@b"@c.example'].map(
		(each): [string, Kind, unknown, unknown] => ['an address', address, each, each],
	),
	['an address', address, 'kim@b\u0075\u0308cher.example', 'kim@xn--bcher-kva.example'],
	['addresses', addresses, 'jo@x.example\nkim@x.example, ', ['jo@x.example', 'kim@x.example']],
	['teammates', teammates, 'u1; "Lee, Kim" <kim@x.example>; me', ['u1', 'kim@x.example', 'me']],
	['tags', tags, 'a, "b, c"', ['a', 'b, c'].map((each) => ({ text: each, isChosen: false }))],
	['tags from the list', tags, ['a'], [{ text: 'a', isChosen: true }]],
	['a message or a time', idOrTime, '1767600000', { id: '1767600000' }],
	['a JSON object', jsonObject, '{"a": "\\ud83c"}', { a: '\ufffd' }],
];
it.each(READ.map(([name, kind, ...rest]) => [name, ...rest, kind] as const))(
	'reads %s: %j',
	(_, value, expected, kind) => expect(read(kind, value)).toEqual(expected),
);

const REFUSED: Array<[Kind, unknown, string]> = [
	[text, NaN, "'It' got NaN, not text"],
	[text, new Date(now), "'It' got a date, not text"],
	[text, 'a\u0000b', "'It' contains a control character"],
	[word, 'undefined', `'It' got "undefined", which means a missing value`],
	[word, '{}', `'It' got "{}", which means a missing value`],
	[word, 'null', `'It' got "null", which means a missing value`],
	[wholeNumberKind(1), 1.5, "'It' must be a whole number of at least 1"],
	[wholeNumberKind(1), true, "'It' must be a whole number of at least 1"],
	[choice('a', 'b'), 'c', "'It' must be one of: a, b"],
	[words, ['a', ' '], "'It', entry 2 is empty or not a text"],
	[id, '[t1]', `'It': "[t1]" is not a valid ID`],
	[id, 2 ** 60, `'It': "1152921504606847000" is not a valid ID`],
	[ids, 'a, b c', `'It', entry 2: "b c" is not a valid ID`],
	[address, 'a@b.example, c@d.example', "'It' must be one email address"],
	[address, ['a@b.example, c@d.example'], `'It': "a@b.example, c@d.example" is not an email address`],
	[address, 'to:a@b.example', `'It': "to:a@b.example" is not an email address`],
	[teammate, 'a@b.example;', `'It': "a@b.example;" is not an email address`],
	[teammate, 'Nobody', `'It': "nobody" is no teammate`],
	[words, "['a','b']", `'It' got "['a','b']", which looks like a list`],
	[id, 'a;b', `'It': "a;b" is not a valid ID`],
	[id, '2026-01-01T00:00:00.000Z', `'It': "2026-01-01T00:00:00.000Z" is not a valid ID`],
	[queryObject, { q: null }, `'It' has no value for "q"`],
	[requestPath, '/conversation/', "'It' has an empty part"],
	...[
		'@b.example',
		'""@b.example',
		'a@.example',
		'a@b..example',
		'a@',
		'a b@c.example',
		'a@@b.example',
		'a"@b.c',
	].map((each): [Kind, unknown, string] => [address, each, `'It': "${each}" is not an email address`]),
	[days, '2026-12-25, 2026-02-30', `'It', entry 2: "2026-02-30" is not a day`],
	[timeOfDay, '24:30', `'It': "24:30" is not a time of day`],
	[jsonObject, '[1]', "'It' must be a JSON object"],
	[jsonObject, '{"a": "\\u0000"}', "'It' contains a control character"],
	[jsonObject, { a: [NaN] }, "'It' has NaN in it"],
	[jsonObject, '{"a": 9007199254740993}', "'It' has a number of more than 15 digits in it"],
];
it.each(REFUSED.map(([kind, ...rest]) => [...rest, kind] as const))('refuses %j: %s', (value, message, kind) => {
	const reading = () => read(kind, value, '={{ $json.a }}');
	expect(reading).toThrow(InputError);
	expect(reading).toThrow(message);
});

test('an error shows at most 60 characters, and no half emoji', () => {
	expect(shown('👩‍👩‍👧'.repeat(20)).replaceAll(' ', '')).toMatch(/^"[👩👧]+"$/u);
	expect(shown('x'.repeat(100))).toBe(`"${'x'.repeat(60)}"`);
});

it.each([
	['Kim@X.example', 'kim@x.EXAMPLE'],
	['kim@bücher.example', 'kim@xn--bcher-kva.example'],
	['ki\u0301m@x.example', 'kím@x.example'],
])('%s and %s are the same address', (one, other) => {
	expect(addressKey(one)).toBe(addressKey(other));
});

it.each([
	['typed text', 'Closed', false, 'panel'],
	['an expression', '={{ $json.status }}', false, 'expression'],
	['a list with an expression', ['a', '={{ $json.b }}'], false, 'expression'],
	['a locator with an expression', { mode: 'id', value: '={{ $json.id }}' }, false, 'expression'],
	['$fromAI in a tool', "={{ $fromAI('status', `what it is (now)`, 'string') }}", true, 'model'],
	['$fromAI as n8n writes it', '={{ /*n8n-auto-generated-fromAI-override*/ $fromAI("a") }}', true, 'model'],
	['$fromAI outside a tool', "={{ $fromAI('status') }}", false, 'expression'],
	['another expression in a tool', '={{ $json.status }}', true, 'expression'],
	['a fence around $fromAI', "={{ $fromAI('s') === 'Closed' ? 'Closed' : '' }}", true, 'expression'],
	['two calls', "={{ $fromAI('a') + $fromAI('b') }}", true, 'expression'],
])('distinguishes what panel, expression and model enter: %s', (_, raw, isTool, origin) => {
	expect(originOf({ value: '', raw, isTool })).toBe(origin);
});
