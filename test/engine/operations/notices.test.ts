import { NodeHelpers, type INodeProperties, type INodePropertyOptions } from 'n8n-workflow';

import { Helpdesk } from '../../../nodes/Helpdesk/Helpdesk.node';
import { withEndpoint } from '../../support/operations';

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

test('at most 26 operations are not confirmed, each says so and is below the confirmed ones of its resource', () => {
	expect(withEndpoint.length - provisional.length).toBe(43);
	expect(provisional.length).toBeLessThanOrEqual(26);
	const lists = description.properties.filter(({ name }) => name === 'operation');
	for (const { displayOptions, options } of lists) {
		const [resource] = displayOptions!.show!.resource as string[];
		const marked = (options as INodePropertyOptions[]).map(({ value, description: text }) => {
			const isProvisional = provisional.includes(`${resource}.${String(value)}`);
			expect([resource, value, /not confirmed\)$/.test(text!)]).toEqual([resource, value, isProvisional]);
			return isProvisional;
		});
		expect([resource, ...marked]).toEqual([resource, ...[...marked].sort()]);
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
	[
		['message.reply', 'scheduledReply.sendNow', 'message.retrySending'],
		/goes to the customer\. The node cannot undo it/,
	],
	[['message.forward'], /goes to these addresses\. The node cannot undo it/],
	[
		[
			...[
				'conversation.merge',
				'conversation.split',
				'scheduledReply.cancel',
				'message.deleteDraft',
				'savedReply.delete',
			],
			'tag.delete',
		],
		/There is no known undo/,
	],
	[['automation.delete'], /This cannot be undone/],
	[['contact.create', 'contact.update', 'contact.upsert'], /Custom fields are not supported/],
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
	expect(texts('message.addNote')).toMatch(/^Notes are for the team, not for the customer/);
	expect(texts('message.reply')).toMatch(/to the customer/);
	expect(withEndpoint.map(([key]) => key).filter((key) => /for the team/.test(texts(key)))).toEqual([
		'message.addNote',
	]);
	// Both share a field, so its example must fit both.
	const message = description.properties.filter(({ name }) => name === 'message');
	expect(message.map(({ placeholder }) => placeholder)).toEqual([expect.not.stringMatching(/team|thank you/i)]);
});
