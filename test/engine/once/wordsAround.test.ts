import { SoughtText } from '../../../nodes/Helpdesk/run/once/soughtText';
import { countingPage, startAnsweringHelpdesk } from '../../support/answeringHelpdesk';
import { byId } from '../../support/locator';

const text = 'Your refund is on its way to you, dear Anna';
const told = (shown: object, sought = text) => new SoughtText(sought).toldOf(threadOf(shown));
const threadOf = (...rows: object[]) => ({ rows, answers: [{ status: 200, headers: {}, body: rows }], isWhole: true });

/** A helpdesk that shows what was written as `shown` makes it; the first `lost` answers are lost. */
async function conversation(shown: (text: string) => object, lost: number) {
	const rows: object[] = [{ id: 'p1', text_body: 'Where is it?' }];
	let written = 0;
	const helpdesk = await startAnsweringHelpdesk(({ method, body, query }) => {
		if (method === 'GET') return { body: countingPage(rows, query) };
		rows.push({ id: `n${written}`, ...shown(JSON.parse(body).message) });
		written += 1;
		return written <= lost ? { status: 500, body: { message: 'Server Error' } } : { body: { message: 'ok' } };
	});
	return { ...helpdesk, written: () => written };
}

const FRONTS: Array<[string, (text: string) => object]> = [
	['a greeting', (body) => ({ text_body: `Hi Anna,\n\n${body}` })],
	['a mark', (body) => ({ text_body: `[Automated] ${body}` })],
	['a line to reply above', (body) => ({ text_body: `## Please type your reply above this line ##\n\n${body}` })],
	['a subject', (body) => ({ html_body: `<h1>Your order</h1><p>${body}</p>` })],
	['an element in HTML', (body) => ({ html_body: `<div>Automatic answer</div><p>${body}</p>` })],
	['a quote', (body) => ({ text_body: `> Where is it?\n\n${body}` })],
	['a picture by name', (body) => ({ text_body: `[Logo] ${body}\n-- \nTeam Acme` })],
];

describe.each(FRONTS)('a text that is shown with words in front of it: %s', (_, shown) => {
	it.each([1, 3])('is not sent again by Check Before Retrying, of %d lost answers', async (lost) => {
		const { failure, written, close } = await conversation(shown, lost);
		const error = await failure('message.addNote', { conversationId: byId('c1'), message: text, options: { checkBeforeRetrying: true } });
		expect(error.message).toContain('It may have been applied; not sent again');
		expect(written()).toBe(1);
		await close();
	});

	it.each([text, 'OK'])('is not written by a second run with Not If Already There: %s', async (message) => {
		const { run, written, close } = await conversation(shown, 0);
		const parameters = { conversationId: byId('c1'), message, options: { notIfAlreadyThere: true } };
		await run('message.addNote', parameters);
		const [item] = await run('message.addNote', parameters);
		expect(item!.json).toMatchObject({ skipped: true, reason: 'Whether the conversation has this text already cannot be told' });
		expect(written()).toBe(1);
		await close();
	});
});

it.each([
	['its middle', { text_body: '…refund is on its way to you, dear' }],
	['its middle, in HTML, with a remark after it', { html_body: '<p>refund is on its way to you, dear</p><p>Show more</p>' }],
	['its end', { text_body: 'is on its way to you, dear Anna' }],
	['its end, above a long history', { text_body: `is on its way to you, dear Anna\n\n${'> and before that, other words\n'.repeat(20)}` }],
	['its beginning behind other words, cut off', { text_body: 'Hi Anna, here is what we found out: Your refund is on its way t…' }],
	['its beginning behind other words, cut off with a remark', { text_body: 'Hi Anna, here it is: Your refund is on its way t… Show all' }],
	['all of it in a quote of somebody else', { text_body: `I do not understand this: "${text}" What does it mean?` }],
	['all of it, joined to the words around it', { text_body: `Answer${text}Acme, the team of the house, with an address below it` }],
	['all of it, with its HTML escaped once more', { html_body: 'Your refund&lt;br&gt;is on its way&lt;br&gt;to you, dear Anna' }],
	['all of it, with signs between its letters', { text_body: 'Hi! Your re\u00adfund is\u200b on its way — to you, dear "Anna" :-)' }],
])('it cannot be told whether a text is there where a message shows %s', (_, shown) => {
	expect(told(shown)).toBe('maybe');
});

it.each([
	['Thanks, will do!', '...will do!...'],
	['Thanks, will do!', '…will…'],
	['OK', '......'],
])('it cannot be told whether "%s" is there where a message shows "%s": something was left out before and behind it', (sought, shown) => {
	expect(told({ text_body: shown }, sought)).toBe('maybe');
	expect(told({ text_body: '...something else...' }, sought)).toBe('absent');
});

it.each([
	['another number in front', 'Order 4711 was delivered to the customer', { text_body: 'Order 4712 was delivered to the customer' }],
	['another number behind', 'We have sent your parcel, order 4711', { text_body: `We have sent your parcel, order 4712 ${'and more '.repeat(5)}` }],
	[
		'the same greeting',
		`Hello Anna, thank you for your message. ${text}`,
		{ text_body: `Hello Anna, thank you for your message. ${'Other words. '.repeat(5)}` },
	],
	['the same end', `${text}. Best regards, your team at Acme`, { text_body: 'Something else of ours. Best regards, your team at Acme' }],
	['a short end of it', text, { text_body: 'dear Anna' }],
	['a few words of its middle', text, { text_body: 'its way to you' }],
	['fewer than 20 letters within other words', 'OK', { text_body: 'The book is broken' }],
	['fewer than 20 letters, of one word and half of another', 'so on', { text_body: 'Please answer so once more' }],
	['a short text that ends with an accent within a word', 'M\u00fc', { text_body: 'For Frau M\u00fcller' }],
	['its words in another order', 'No refund today', { text_body: 'Is there a refund today? No.' }],
	['a smiley within other signs', ':)', { text_body: 'call f(a:) please' }],
])('a text is not there beside a message with %s', (_, sought, shown) => {
	expect(told(shown, sought)).toBe('absent');
});

it.each([
	['OK', { text_body: 'Hi Anna,\n\nOK\n-- \nTeam' }],
	['OK', { text_body: 'Is that ok with you?' }],
	['Caf\u00e9', { text_body: 'At the Cafe\u0301.' }],
	['so on', { text_body: 'Forms, papers and so o\u200bn.' }],
	[':)', { text_body: 'Fine :) thanks' }],
	['1 2', { html_body: '<p>Numbers</p><p>1</p><p>2</p>' }],
])('a short text may be there where a message has its words: %s', (sought, shown) => {
	expect(told(shown, sought)).toBe('maybe');
});

it('an address or an ID that a text names and that stands elsewhere in the answer is no part of it', () => {
	const sought = 'We wrote to firstname.lastname@company.example about 01234567-0123-0123-0123-0123456789ab';
	const row = { id: '01234567-0123-0123-0123-0123456789ab', email: 'firstname.lastname@company.example', text_body: 'Where is it?' };
	expect(told(row, sought)).toBe('absent');
});
