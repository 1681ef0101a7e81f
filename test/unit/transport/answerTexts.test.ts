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
});
