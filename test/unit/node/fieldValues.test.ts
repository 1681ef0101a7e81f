import { queryParameters } from '../../../nodes/Helpdesk/fields/apiRequest';
import { contactFieldsIn } from '../../../nodes/Helpdesk/fields/contact';
import { contextOptions } from '../../../nodes/Helpdesk/fields/context';
import { customFieldRows, hasCustomFields } from '../../../nodes/Helpdesk/fields/customFields';
import { removeAllTags, withEmptied } from '../../../nodes/Helpdesk/fields/emptied';
import { tagIdsField, underGivenNames, withNamed } from '../../../nodes/Helpdesk/fields/fieldNames';
import { downloadPath, pathFrom, uploadPath } from '../../../nodes/Helpdesk/fields/files';
import { onlyIfUnchangedSince } from '../../../nodes/Helpdesk/fields/guards';
import { htmlMessage, withHtmlMessage } from '../../../nodes/Helpdesk/fields/message';
import { onlyOncePer } from '../../../nodes/Helpdesk/fields/once';
import type { Field, ReadContext } from '../../../nodes/shared/field';

const context: ReadContext = { label: "'Field'", timezone: 'Europe/Berlin' };
const optionOf = (name: string) => contextOptions.find(({ property }) => property.name === name)!;

/** What a field makes of a value: what it gives, or the words with which it refuses it. */
function readBy({ read }: Pick<Field, 'read'>, value: unknown): unknown {
	try {
		return read(value, context);
	} catch (error) {
		return `refused: ${(error as Error).message}`;
	}
}

const rows = (...values: unknown[]) => ({ parameter: values });
const noNameOrValue = (row: number) => `refused: 'Field': row ${row} needs a name and a value`;

test.each<[string, unknown, string]>([
	['nothing', undefined, ''],
	['no rows', {}, ''],
	['what is no list', { parameter: 'abc' }, ''],
	['an empty row among others', rows({ name: 'a', value: '1' }, { name: '', value: '' }, { name: 'a', value: '2' }), 'a=1&a=2'],
	['a value that is empty', rows({ name: 'a', value: '' }), 'a='],
	['a number, true and false', rows({ name: 'a', value: 7 }, { name: 'b', value: true }, { name: 'c', value: false }), 'a=7&b=true&c=false'],
	['a value without a name', rows({ name: 'a', value: '1' }, { name: '', value: 'x' }), noNameOrValue(2)],
	['a name without a value', rows({ name: 'a' }), noNameOrValue(1)],
	['a name that is no text', rows({ name: 7, value: 'x' }), noNameOrValue(1)],
	['a list as a value', rows({ name: 'a', value: ['x'] }), noNameOrValue(1)],
	['what is no row', rows('a=1'), noNameOrValue(1)],
])('query parameters: %s', (_, value, expected) => {
	expect(String(readBy(queryParameters, value))).toBe(expected);
});

test.each<[unknown, unknown]>([
	[undefined, undefined],
	['  ', undefined],
	[' Europe/Berlin ', 'Europe/Berlin'],
	['Mars/Base', "refused: 'Field' is not known"],
])('the time zone of a context, of %j', (value, expected) => {
	expect(readBy(optionOf('timeZone'), value)).toBe(expected);
});

test.each<[unknown, unknown]>([
	[1_999, "refused: 'Field' must be at least 2000"],
	[2_000, 2_000],
	['2001', 2_001],
])('the budget of a context, of %j', (value, expected) => {
	expect(readBy(optionOf('characterBudget'), value)).toBe(expected);
});

const at = (iso: string) => ({ at: Date.parse(iso) });

test.each<[string, unknown, unknown]>([
	['nothing', undefined, undefined],
	['what shows nothing', ' ', undefined],
	['an ID', ' m1 ', { id: 'm1' }],
	['a number, which may be an ID', '20260331', { id: '20260331' }],
	['an ID that begins as a time does', '2026-03-31-7', { id: '2026-03-31-7' }],
	['an ID that ends as a time does', 'm2026-03-31', { id: 'm2026-03-31' }],
	['an ID that has letters where a time has digits', '2026-03-31Ta', { id: '2026-03-31Ta' }],
	['a day', '2026-03-31', at('2026-03-30T22:00:00Z')],
	['a time with its zone', '2026-03-31T09:00:00Z', at('2026-03-31T09:00:00Z')],
	['a time without a zone east of UTC: the earlier one, here', '2026-03-31T09:00', at('2026-03-31T07:00:00Z')],
	['a time between spaces', ' 2026-03-31T09:00:00Z ', at('2026-03-31T09:00:00Z')],
	['a time with a space', '2026-03-31 09:00', at('2026-03-31T07:00:00Z')],
	['a date from an expression', new Date('2026-03-31T09:00:00Z'), at('2026-03-31T09:00:00Z')],
	['no time and no ID', 'a b', "refused: 'Field' is not a valid ID"],
])('Only If Unchanged Since takes %s', (_, value, expected) => {
	expect(readBy(onlyIfUnchangedSince, value)).toEqual(expected);
});

test('of a time without a zone west of UTC the one in UTC counts, which is the earlier', () => {
	expect(onlyIfUnchangedSince.read('2026-03-31T09:00', { ...context, timezone: 'America/New_York' })).toEqual(at('2026-03-31T09:00:00Z'));
});

test.each<[unknown, unknown]>([
	[undefined, undefined],
	['ticket 2242', 'ticket 2242'],
	['undefined', "refused: 'Field' is empty"],
	[' null ', "refused: 'Field' is empty"],
])('a key of Only Once Per, of %j', (value, expected) => {
	expect(readBy(onlyOncePer, value)).toBe(expected);
});

test.each<[string, unknown, unknown]>([
	['nothing', undefined, "refused: 'Field' has no field"],
	['what is no list', { field: 'abc' }, "refused: 'Field' has no field"],
	['a field between spaces', { field: [{ key: ' plan ', value: 'x' }] }, { plan: 'x' }],
	['null, which empties it', { field: [{ key: 'plan', value: null }] }, { plan: null }],
	['what is no row', { field: ['plan'] }, "refused: 'Field': row 1 has no field"],
	['one without a field', { field: [{ key: 'a', value: 1 }, { value: 'x' }] }, "refused: 'Field': row 2 has no field"],
	['one without a value', { field: [{ key: 'plan' }] }, "refused: 'Field': row 1 has no value"],
	[
		'a field twice',
		{
			field: [
				{ key: 'a', value: 1 },
				{ key: 'a ', value: 1 },
			],
		},
		"refused: 'Field': row 2 repeats the field 'a'",
	],
	['a field that is none', { field: [{ key: {}, value: 1 }] }, "refused: 'Field' in row 1 of 'Field' got an object, not text"],
	['a value that JSON cannot hold', { field: [{ key: 'a', value: [NaN] }] }, "refused: 'Value' in row 1 of 'Field' has NaN in it"],
])('rows of custom fields: %s', (_, value, expected) => {
	expect(readBy({ read: customFieldRows }, value)).toEqual(expected);
});

test.each<[string, unknown, unknown, boolean]>([
	['in other capitals, with spaces around', { a: 'GOLD' }, ' gOld ', true],
	['empty, of one that is an empty text', { a: ' ' }, '', true],
	['as another word', { a: 'gold' }, 'gol', false],
	['in a record', { a: { id: 'o1', label: 'Gold' } }, 'gold', true],
	['empty, of one that is null', { a: null }, '', true],
	['empty, of one that has a value', { a: 'x' }, ' ', false],
	['empty, of one that is not there', {}, '', true],
	['of a conversation that shows no list of them', undefined, 'x', false],
	['that stands in every object', {}, 'function Object() { [native code] }', false],
])('a custom field is had or not: %s', (name, values, wanted, expected) => {
	const key = name === 'that stands in every object' ? 'constructor' : 'a';
	expect(hasCustomFields({ custom_field_values: values as never }, { [key]: wanted as never })).toBe(expected);
});

test('what is off empties nothing, and what is emptied is not set too', () => {
	expect([readBy(removeAllTags, true), readBy(removeAllTags, false)]).toEqual([true, undefined]);
	expect(withEmptied({}, { status: 'Closed' })).toEqual({ status: 'Closed' });
	expect(withEmptied({}, { remove_all_tags: true, unassign: true })).toEqual({ tags: [], assign_to: null });
	expect(withEmptied({ tags: ['t1'], assignTo: 'u1' }, {})).toEqual({});
	expect(() => withEmptied({ tags: ['t1'] }, { remove_all_tags: true })).toThrow("'Tags' and 'Remove All Tags' exclude one another");
	expect(() => withEmptied({ assignTo: 'u1' }, { unassign: true })).toThrow("'Assign To' and 'Unassign' exclude one another");
});

test('a field stands under the name that the user gave, and otherwise under its own', () => {
	const rename = underGivenNames({ tag_ids: tagIdsField });
	expect(rename({ tag_ids: ['t1'], tagIdsField: 'ids' }, { tag_ids: ['t1'], other: 1 })).toEqual({ ids: ['t1'], other: 1 });
	expect(rename({ tag_ids: ['t1'] }, { tag_ids: ['t1'] })).toEqual({ tag_ids: ['t1'] });
	expect(rename({ tagIdsField: 'ids' }, { tag_ids: 'typed' })).toEqual({ tag_ids: 'typed' });
	expect(rename({ toString: 'x' }, { toString: 'x' })).toEqual({ toString: 'x' });
	expect(withNamed('words', tagIdsField)({ words: 'x' }, { other: 1 })).toEqual({ other: 1, tag_ids: 'x' });
	expect(withNamed('words', tagIdsField)({ words: 'x', tagIdsField: 'q' }, {})).toEqual({ q: 'x' });
});

test('a contact is sent with what was entered of it, by the names of the API', () => {
	expect(contactFieldsIn({ name: 'Ada', jobTitle: 'Head', email: 'a@b.example', notes: undefined })).toEqual({ name: 'Ada', job_title: 'Head' });
});

test('the path of a file has its names filled in, and says of which field one is missing', () => {
	const base = 'https://api.example.com/v1';
	expect(pathFrom({ attachmentId: 'a-b' }, downloadPath, base)).toBe('/attachments/a-b');
	expect(pathFrom({ uploadPath: 'drafts/{draft_id}', draftId: 'd1' }, uploadPath, base)).toBe('/drafts/d1');
	for (const [name, label] of [
		['attachment_id', "'Attachment ID'"],
		['conversation_id', "'Conversation'"],
		['draft_id', "'Draft ID'"],
		['other_id', "'otherId'"],
	])
		expect(() => pathFrom({ uploadPath: `/x/{${name}}` }, uploadPath, base)).toThrow(`${label} is empty`);
});

test.each<[string, string, string]>([
	['text', 'a & b <c> "d" \'e\'', 'a &amp; b &lt;c&gt; &quot;d&quot; &#39;e&#39;'],
	['text', 'one\r\ntwo\rthree\nfour\n\nfive', 'one<br>two<br>three<br>four<br><br>five'],
	['html', '<p>a &amp; b</p>\n', '<p>a &amp; b</p>\n'],
	['html', '<img src="x">', '<img src="x">'],
	['html', '<hr>', '<hr>'],
])('a message as %s: %j', (messageFormat, message, expected) => {
	expect(htmlMessage({ message, messageFormat })).toBe(expected);
});

test.each(['<p></p>', '<P><BR/></P>', '<div ><span> </span ></div>', '<br />&nbsp;&NBSP;\u200b', '<p>&nbsp;</p><p><br></p>', '<br  />'])(
	'a message in HTML that shows nothing is refused: %j',
	(message) => {
		expect(() => htmlMessage({ message, messageFormat: 'html' })).toThrow("'Message' is empty");
	},
);

test('a body without a message stays as it is', () => {
	expect(withHtmlMessage({}, { cc: ['a@b.example'] })).toEqual({ cc: ['a@b.example'] });
	expect(withHtmlMessage({ message: '<', messageFormat: 'text' }, { cc: [], message: '<' })).toEqual({ cc: [], message: '&lt;' });
});
