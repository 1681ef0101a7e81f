import { answerTexts } from '../../../transport/answerTexts';

const fieldsOf = (errors: unknown, hide = (text: string) => text) =>
	answerTexts({ status: 422, headers: {}, body: { message: 'The given data was invalid.', errors } }, hide).fields;

test.each<[unknown, string[]]>([
	[{ email: ['Is taken.', 'Is long'] }, ['email: Is taken.', 'email: Is long.']],
	[{ email: 'Is taken.' }, ['email: Is taken.']],
	[[{ field: 'email', message: 'Is taken.' }], ['email: Is taken.']],
	[[{ name: 'email', messages: ['Is taken.', 'Is long.'] }], ['email: Is taken.', 'email: Is long.']],
	[[{ source: { pointer: '/data/email' }, detail: 'Is taken.' }], ['/data/email: Is taken.']],
	[{ email: { message: 'Is taken.' } }, ['email: Is taken.']],
	[{ email: [{ message: 'Is taken.', code: 7 }] }, ['email: Is taken.']],
	[['Email is taken.'], ['Email is taken.']],
	[[{ message: 'Is taken.' }], ['Is taken.']],
	[[{ code: 7 }, { field: 'email', message: { text: 'x' } }, null], ['email: refused.']],
	[{ email: null, name: 7 }, ['name: 7.']],
	[{ email: { field: 'mail', message: 'Is taken.' } }, ['email: Is taken.']],
	[[{ source: { field: 'outer' }, field: 'inner', message: 'No.' }], ['inner: No.']],
	[[{ source: 'x', message: 'No.' }], ['No.']],
	[[{ field: '', name: 'email', message: '', detail: 'No.' }], ['email: No.']],
	...['field', 'attribute', 'param', 'parameter', 'pointer', 'path', 'name'].map((name): [unknown, string[]] => [
		[{ [name]: 'email', message: 'No.' }],
		['email: No.'],
	]),
	...['messages', 'message', 'detail', 'description', 'msg', 'error', 'title'].map((name): [unknown, string[]] => [
		[{ field: 'email', [name]: 'No.' }],
		['email: No.'],
	]),
])('the refusal of fields %j is shown as %j', (errors, fields) => {
	expect(fieldsOf(errors)).toEqual(fields);
});

test('what was sent is hidden in a field and in a message of a list', () => {
	const hide = (text: string) => text.replaceAll('SECRET', '…');
	expect(fieldsOf([{ field: 'SECRET', message: 'SECRET is taken.' }], hide)).toEqual(['…: … is taken.']);
});

test('what is hidden is no request ID either, in whichever part of it the ID would be found', () => {
	const id = '0b7c1f3e-9d42-4c58-8f21-6a5d3e2b1c00';
	const idOf = (text: string, secret: string) =>
		answerTexts({ status: 401, headers: {}, body: { message: text } }, (words) => words.slice(0, 300).replaceAll(secret, '…')).requestId;
	for (const before of ['', 'x'.repeat(1_000)]) {
		expect(idOf(`${before} The token ${id} is revoked.`, id)).toBeUndefined();
		expect(idOf(`${before} The token 7|key-${id}-abc is revoked.`, `7|key-${id}-abc`)).toBeUndefined();
		expect(idOf(`${before} Request ${id} failed.`, 'secret')).toBe(id);
	}
});

test('of many refusals twenty are shown', () => {
	expect(fieldsOf(Array.from({ length: 50 }, (_, at) => ({ field: `f${at}`, message: 'No.' })))).toHaveLength(20);
	expect(fieldsOf([{ field: 'f', message: Array(50).fill('No.') }])).toHaveLength(20);
	expect(fieldsOf({ f: Array(50).fill('No.') })).toHaveLength(20);
});

const textsOf = (body: unknown, status = 422, headers: Record<string, string> = {}) =>
	answerTexts({ status, headers, body }, (text) => text.replaceAll('SECRET', '…'));

test.each([
	['It is wrong', 'It is wrong.'],
	['Is it?', 'Is it?'],
	['No!', 'No!'],
	['No. Never', 'No. Never.'],
	['and so on…', 'and so on…'],
	['SECRET is wrong.', '… is wrong.'],
	['x'.repeat(300), `${'x'.repeat(300)}.`],
	['x'.repeat(301), `${'x'.repeat(300)}…`],
	['', undefined],
	[7, undefined],
])('the message %j is shown as %j', (message, shown) => expect(textsOf({ message }).message).toBe(shown));

test('the texts of a refused download are read from its bytes', () => {
	expect(textsOf(Buffer.from('{"message":"No."}')).message).toBe('No.');
	for (const body of [Buffer.from('<html>'), Buffer.from('null'), '{"message":"No."}', null, undefined]) {
		expect(textsOf(body)).toEqual({ message: undefined, fields: undefined, requestId: undefined, code: undefined });
	}
});

test('fields are those of a list or an object alone', () => {
	for (const errors of ['No.', null, undefined, 7]) expect(textsOf({ errors }).fields).toBeUndefined();
});

const uuid = '0f8fad5b-d9cd-469f-a165-70867728950e';
const nested = (depth: number, value: unknown): unknown => (depth === 0 ? value : { a: nested(depth - 1, value) });

test.each([
	['in the message of a 404', { message: `Request ${uuid} failed` }, 404, uuid],
	['deeper in a 404, where it may be a record', { error: { id: uuid } }, 404, undefined],
	['in a list of a 404, where it may be one', { ids: [uuid] }, 404, undefined],
	['deeper in a 500', { error: { id: uuid } }, 500, uuid],
	['in capitals', { id: uuid.toUpperCase() }, 404, uuid.toUpperCase()],
	['not where a part is missing', { id: uuid.replace('-469f', '') }, 404, undefined],
	['not in a number', { id: 7 }, 404, undefined],
	['behind other texts', { message: 'No.', id: uuid }, 404, uuid],
])('the ID of a request is found %s', (_, body, status, id) => expect(textsOf(body, status).requestId).toBe(id));

test('the ID in a header goes before one in the body', () => {
	expect(textsOf({ id: uuid }, 500, { 'x-request-id': 'r-1' }).requestId).toBe('r-1');
});

test.each([
	['ERROR_EMAIL_TAKEN', 'ERROR_EMAIL_TAKEN'],
	['ERROR_X2', 'ERROR_X2'],
	[`ERROR_${'X'.repeat(80)}`, `ERROR_${'X'.repeat(80)}`],
	[`ERROR_${'X'.repeat(81)}`, undefined],
	['ERROR_', undefined],
	['error_x', undefined],
	['the ERROR_X', undefined],
	['ERROR_X is it', undefined],
	['WARNING_X', undefined],
])('of the code %s is shown %p', (text, code) => expect(textsOf({ details: [text] }).code).toBe(code));

test('codes are looked for six levels deep, among a thousand values of each', () => {
	expect([5, 6].map((depth) => textsOf(nested(depth, 'ERROR_X')).code)).toEqual(['ERROR_X', undefined]);
	expect([999, 1_000].map((before) => textsOf({ list: [...Array(before).fill('x'), 'ERROR_X'] }).code)).toEqual(['ERROR_X', undefined]);
});
