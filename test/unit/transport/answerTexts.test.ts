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

test('of many refusals twenty are shown', () => {
	expect(fieldsOf(Array.from({ length: 50 }, (_, at) => ({ field: `f${at}`, message: 'No.' })))).toHaveLength(20);
	expect(fieldsOf([{ field: 'f', message: Array(50).fill('No.') }])).toHaveLength(20);
});
