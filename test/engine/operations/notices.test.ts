import { NodeHelpers, type INodeProperties, type INodePropertyOptions } from 'n8n-workflow';

import { Helpdesk } from '../../../nodes/Helpdesk/Helpdesk.node';
import { operations, withEndpoint } from '../../support/operations';

const { description } = new Helpdesk();
const notices = description.properties.filter(({ type }) => type === 'notice');
const provisional = withEndpoint.filter(([, , endpoint]) => endpoint.provisional).map(([key]) => key);

/** Returns the notices that n8n shows for an operation. */
function shownAt(key: string): string[] {
	const [resource, operation] = key.split('.');
	const shows = (property: INodeProperties) =>
		NodeHelpers.displayParameterPath(
			{ resource: resource!, operation: operation! },
			property,
			'',
			{ typeVersion: 1 },
			description,
		);
	return notices.filter(shows).map(({ displayName }) => displayName);
}

test('More (Unconfirmed) is last and contains every unconfirmed operation but Create Conversation', () => {
	const choices = description.properties.find(({ name }) => name === 'resource')!.options as INodePropertyOptions[];
	expect(choices.at(-1)).toMatchObject({ name: 'More (Unconfirmed)', value: 'unconfirmed' });
	const elsewhere = provisional.filter((key) => !key.startsWith('unconfirmed.'));
	expect(elsewhere).toEqual(['conversation.create']);
	const documented = withEndpoint.filter(([key]) => key.startsWith('unconfirmed.') && !provisional.includes(key));
	expect(documented).toEqual([]);
	for (const [key, { name }] of operations.filter(([key]) => key.startsWith('unconfirmed.'))) {
		expect([key, name]).toEqual([key, expect.stringMatching(/^[A-Z][\w ]+: [A-Z]/)]);
	}
});

test('exactly one notice says that an operation is not confirmed', () => {
	const said = notices
		.map(({ displayName }) => displayName)
		.filter((text) => text.startsWith('Not confirmed for your helpdesk'));
	expect(new Set(said).size).toBe(1);
	const says = (key: string) => shownAt(key).includes(said[0]!);
	expect(
		withEndpoint
			.map(([key]) => key)
			.filter(says)
			.sort(),
	).toEqual([...provisional].sort());
	const texts = description.properties.filter(({ name }) => name !== 'toolDescription');
	expect(JSON.stringify(texts)).not.toMatch(/provisional:/i);
	expect(JSON.stringify(texts).split('Not confirmed for your helpdesk').length - 1).toBe(said.length);
});

test.each([
	[['message.reply', 'scheduledReply.sendNow', 'unconfirmed.messageRetrySending'], /goes to the customer at once/],
	[['message.forward'], /goes out .* at once/],
	[
		[
			...[
				'conversation.merge',
				'conversation.split',
				'scheduledReply.cancel',
				'unconfirmed.draftDelete',
				'unconfirmed.savedReplyDelete',
			],
			...['unconfirmed.tagDelete', 'unconfirmed.tagDeleteMany', 'unconfirmed.tagMerge'],
		],
		/No way to undo this is known/,
	],
	[['unconfirmed.automationDelete'], /deletes for good/],
	[['contact.create', 'contact.update', 'contact.upsert'], /custom fields of a contact/],
])('only %s show the notice %s above the fields', (keys, text) => {
	const showing = withEndpoint.map(([key]) => key).filter((key) => shownAt(key).some((notice) => text.test(notice)));
	expect(showing.sort()).toEqual([...keys].sort());
});

test("operations that could send a message twice suggest 'Only Once Per'", () => {
	const naming = withEndpoint
		.map(([key]) => key)
		.filter((key) => shownAt(key).some((text) => /Another run.*'Only Once Per'/.test(text)));
	expect(naming.sort()).toEqual(['message.addNote', 'message.reply', 'scheduledReply.create']);
});

test('Add Note says that it is for the team, Reply that it goes to the customer', () => {
	const texts = (key: string) => shownAt(key).join();
	expect(texts('message.addNote')).toMatch(/^For the team: the customer never sees/);
	expect(texts('message.reply')).toMatch(/to the customer/);
	expect(withEndpoint.map(([key]) => key).filter((key) => /For the team/.test(texts(key)))).toEqual([
		'message.addNote',
	]);
	// Both share a field, so its example must fit both.
	const message = description.properties.filter(({ name }) => name === 'message');
	expect(message.map(({ placeholder }) => placeholder)).toEqual([expect.not.stringMatching(/team|thank you/i)]);
});
