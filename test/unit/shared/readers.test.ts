import {
	choice,
	count,
	email,
	emailList,
	idList,
	idOrName,
	jsonObject,
	jsonToSend,
	jsonValue,
	located,
	locatedId,
	noTicketNumber,
	notText,
	onOrOff,
	optionalId,
	parseJson,
	readText,
	textList,
	wordList,
} from '../../../nodes/shared/fields/readers';
import { TagName } from '../../../nodes/shared/lookup/tags';
import { InputError } from '../../../transport';

const context = { label: "'It'", timezone: 'UTC' };
const byId = (value: unknown) => ({ mode: 'id', value });

type Reader = (value: unknown, its: typeof context) => unknown;
const json: Reader = (value) => jsonValue(value, context.label);

it.each<[string, Reader, unknown, unknown]>([
	['text', readText, undefined, undefined],
	['text', readText, null, undefined],
	['text', readText, ' ', undefined],
	['text', readText, ' as typed ', ' as typed '],
	['text', readText, false, 'false'],
	['text', readText, 0, '0'],
	['the kind of a value that is not text', notText, undefined, 'nothing'],
	['the kind of a value that is not text', notText, null, 'nothing'],
	['the kind of a value that is not text', notText, -Infinity, '-Infinity'],
	['the kind of a value that is not text', notText, [], 'a list'],
	['the kind of a value that is not text', notText, new Date(0), 'a date'],
	['the kind of a value that is not text', notText, {}, 'an object'],
	['the kind of a value that is not text', notText, () => 1, 'a function'],
	['the kind of a value that is not text', notText, true, undefined],
	['the kind of a value that is not text', notText, 7, undefined],
	['a switch', onOrOff, true, true],
	['a switch', onOrOff, 'true', true],
	['a switch', onOrOff, false, false],
	['a switch', onOrOff, 'false', false],
	['a count', count, 1, 1],
	['a count', count, ' 50 ', 50],
	['one of some words', choice('a', 'b'), 'b', 'b'],
	['a list of texts', textList, undefined, undefined],
	['a list of texts', textList, null, undefined],
	['a list of texts', textList, [], undefined],
	['a list of texts', textList, ' , ', undefined],
	['a list of texts', textList, 'a, b,,', ['a', 'b']],
	['a list of texts', textList, [' a ', 7, true], ['a', '7', 'true']],
	['a list of texts', textList, 7, ['7']],
	['a list of words', wordList, 'a, b', ['a', 'b']],
	['a list of words', wordList, ' "a, b" , c', ['a, b', 'c']],
	['a list of words', wordList, '"say ""hi"", please"', ['say "hi", please']],
	['a list of words', wordList, '"a" b, c', ['"a" b', 'c']],
	['a list of words', wordList, 'a "b, c" d', ['a "b', 'c" d']],
	['a list of words', wordList, '"a"  ,"", " "', ['a']],
	['a list of words', wordList, ['a, b'], ['a, b']],
	['a list of words', wordList, '', undefined],
	['a list of IDs', idList, 'a, b', ['a', 'b']],
	['a list of IDs', idList, '', undefined],
	['addresses', emailList, '', undefined],
	['addresses', emailList, 'anna@b.example, c@d.example', ['anna@b.example', 'c@d.example']],
	['addresses', emailList, ', root@localhost ,', ['root@localhost']],
	...['a@b', 'root@localhost', 'a+b@c-d.example', "o'neil@xn--d.example", 'a@[127.0.0.1]'].map(
		(address) => ['an address', email, address, address] as [string, typeof email, string, string],
	),
	['an address', email, '', undefined],
	['an address', email, ' a@b.co.example ', 'a@b.co.example'],
	['a chosen value', located, byId('x'), 'x'],
	['a chosen value', located, 'x', 'x'],
	['a chosen value', located, null, null],
	['a chosen value', located, { id: 'x' }, { id: 'x' }],
	['an ID', locatedId, byId(' x '), 'x'],
	['an ID', locatedId, 7, '7'],
	['an ID that may be left out', optionalId, byId(''), undefined],
	['an ID that may be left out', optionalId, undefined, undefined],
	['an ID that may be left out', optionalId, byId('x'), 'x'],
	['an ID or a name', idOrName, 'x', 'x'],
	['an ID or a name', idOrName, byId('x'), 'x'],
	['an ID or a name', idOrName, { mode: 'name', value: ' Very urgent ' }, new TagName('Very urgent')],
	['an ID or a name', idOrName, { mode: 'name', value: ' ' }, undefined],
	['an ID, no ticket number', noTicketNumber(locatedId), byId('2242'), '2242'],
	['IDs, no ticket numbers', noTicketNumber(textList), ['x', 7], ['x', '7']],
	['JSON', parseJson, undefined, undefined],
	['JSON', parseJson, null, undefined],
	['JSON', parseJson, ' ', undefined],
	['JSON', parseJson, 'null', null],
	['JSON', parseJson, '7', 7],
	['JSON', parseJson, { a: 1 }, { a: 1 }],
	['a JSON object', jsonObject, '{"a": 1}', { a: 1 }],
	['a JSON object', jsonObject, '', undefined],
	['JSON to send', jsonToSend, '', undefined],
	['JSON to send', jsonToSend, '[1]', [1]],
	['JSON to send', jsonToSend, { a: 1 }, { a: 1 }],
	[
		'a value for JSON',
		json,
		[Number.MAX_SAFE_INTEGER, 1.5, null, undefined, 'x'],
		[Number.MAX_SAFE_INTEGER, 1.5, null, undefined, 'x'],
	],
	[
		'a value for JSON',
		json,
		{ at: { toJSON: () => 'x', more: NaN } },
		{ at: { toJSON: expect.any(Function), more: NaN } },
	],
])('%s is read', (_, read, value, expected) => {
	expect(read(value, context)).toEqual(expected);
});

it.each<[Reader, unknown, string]>([
	[readText, NaN, "'It' got NaN, not text"],
	[readText, [], "'It' got a list, not text"],
	[onOrOff, 'yes', "'It' is neither on nor off"],
	[count, '', "'It' must be a whole number of at least 1"],
	[count, ' ', "'It' must be a whole number of at least 1"],
	[count, 0, "'It' must be a whole number of at least 1"],
	[count, 1.5, "'It' must be a whole number of at least 1"],
	[count, true, "'It' must be a whole number of at least 1"],
	[count, Infinity, "'It' must be a whole number of at least 1"],
	[choice('a', 'b'), 'c', "'It' must be one of: a, b"],
	[choice('a', 'b'), ['a'], "'It' must be one of: a, b"],
	[textList, ['a', ' '], "'It': entry number 2 is empty or not a text"],
	[textList, ['a', null], "'It': entry number 2 is empty or not a text"],
	[textList, [{}], "'It': entry number 1 is empty or not a text"],
	[idList, 'a, b c', "'It' is not a valid ID"],
	[emailList, 'a@b.example, no', "'It': address number 2 is not an e-mail address"],
	[emailList, 'no', "'It' is not an e-mail address"],
	[email, 'a@b.example, c@d.example', "'It' must be one e-mail address"],
	[email, 'no', "'It' is not an e-mail address"],
	[locatedId, byId('a/b'), "'It' is not a valid ID"],
	[optionalId, byId('a/b'), "'It' is not a valid ID"],
	[idOrName, { mode: 'name', value: {} }, "'It' got an object, not text"],
	[idOrName, byId('Very urgent'), "'It' is not a valid ID"],
	[noTicketNumber(locatedId), byId('#2242'), "'It': #2242 is a ticket number, not an ID"],
	[noTicketNumber(textList), 'x, # 2242 ,y', "'It': #2242 is a ticket number, not an ID"],
	[noTicketNumber(textList), ['x', '#1'], "'It': #1 is a ticket number, not an ID"],
	[noTicketNumber(locatedId), byId('a#1'), "'It' is not a valid ID"],
	[noTicketNumber(locatedId), byId('#1a'), "'It' is not a valid ID"],
	[noTicketNumber(textList), [['#1']], "'It': entry number 1 is empty or not a text"],
	[jsonObject, '[1]', "'It' must be a JSON object"],
	[jsonToSend, '"a"', "'It' must be a JSON object or list"],
	[jsonToSend, 'null', "'It' must be a JSON object or list"],
	[parseJson, '{', "'It' is not valid JSON"],
	[parseJson, '9007199254740993', "'It' has a number of more than 15 digits in it"],
	[json, { a: [NaN] }, "'It' has NaN in it"],
	[json, [() => 1], "'It' has a function in it"],
	[json, [1, 2 ** 53], "'It' has a number of more than 15 digits in it"],
])('%p refuses %j, and the error names the field', (read, value, message) => {
	const refused = () => read(value, context);
	expect(refused).toThrow(InputError);
	expect(refused).toThrow(message);
});

it.each(['a@b.example', 'a@localhost', '"a b"@c.example', '"a@b"@c.example'])('%s is an e-mail address', (address) => {
	expect(emailList([address], context)).toEqual([address]);
});

it.each([
	'@b.example',
	'""@b.example',
	'"a"b@c.example',
	'a@.example',
	'a@b..example',
	'a@',
	'a b@c.example',
	'a@b c.example',
	'a@@b.example',
	'a@b.example.',
	'<a@b.example>',
	'a@b.example;',
	'a"@b.example',
	'a@b"c.example',
	'x a@b.example',
	'a@b.exam ple',
])('%s is not an e-mail address', (address) => {
	expect(() => emailList([address], context)).toThrow("'It' is not an e-mail address");
});

it.each([NaN, Infinity, new Date(0), ['a'], {}])('a text field refuses %j with advice', (value) => {
	expect(() => readText(value, context)).toThrow(
		expect.objectContaining({ description: expect.stringMatching(/choose one field.*\.format\(.*\.join\(/) }),
	);
});
