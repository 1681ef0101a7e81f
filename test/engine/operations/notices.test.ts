import { NodeHelpers, type INodeProperties, type INodePropertyOptions } from 'n8n-workflow';

import { Helpdesk } from '../../../nodes/Helpdesk/Helpdesk.node';
import { withEndpoint } from '../../support/operations';

const { description } = new Helpdesk();
const notices = description.properties.filter(({ type }) => type === 'notice');
const provisional = withEndpoint.filter(([, , endpoint]) => endpoint.provisional).map(([key]) => key);

/** The notices in the form of an operation, as n8n shows them. */
function shownAt(key: string): string[] {
	const [resource, operation] = key.split('.');
	const shows = (property: INodeProperties) =>
		NodeHelpers.displayParameterPath({ resource: resource!, operation: operation! }, property, '', { typeVersion: 1 }, description);
	return notices.filter(shows).map(({ displayName }) => displayName);
}

function choiceOf(key: string): INodePropertyOptions {
	const [resource, operation] = key.split('.');
	const dropdown = description.properties.find(
		({ name, displayOptions }) => name === 'operation' && displayOptions?.show?.resource?.includes(resource!),
	);
	return (dropdown!.options as INodePropertyOptions[]).find(({ value }) => value === operation)!;
}

test('a provisional operation says so first, in its description, in the action list and in its form; no other does', () => {
	expect(provisional.length).toBeGreaterThan(20);
	for (const [key] of withEndpoint) {
		const { action, description } = choiceOf(key);
		const says = [action, description, ...shownAt(key)].filter((text) => text?.startsWith('Provisional: '));
		expect([key, says.length]).toEqual([key, provisional.includes(key) ? 3 : 0]);
	}
});

test.each([
	[['message.reply', 'scheduledReply.sendNow'], /goes to the customer at once/],
	[['message.forward'], /goes out .* at once/],
	[['conversation.merge', 'conversation.split', 'tag.merge'], /cannot be undone/],
	[['message.deleteDraft', 'scheduledReply.cancel', 'automation.delete', 'tag.delete', 'tag.deleteMany', 'savedReply.delete'], /deletes for good/],
])('%s and no other show their danger above the fields', (keys, text) => {
	const showing = withEndpoint.map(([key]) => key).filter((key) => shownAt(key).some((notice) => text.test(notice)));
	expect(showing.sort()).toEqual([...keys].sort());
});

test('a note and a reply, which a workflow that runs every few minutes would write each time, name what writes once', () => {
	const naming = withEndpoint.map(([key]) => key).filter((key) => shownAt(key).some((text) => /runs again.*'Only Once Per'/.test(text)));
	expect(naming.sort()).toEqual(['message.addNote', 'message.reply']);
});

test('a note and a reply are not taken for one another: above the text of a note stands that it is for the team', () => {
	const texts = (key: string) => shownAt(key).join();
	expect(texts('message.addNote')).toMatch(/^For the team: the customer never sees/);
	expect(texts('message.reply')).toMatch(/to the customer/);
	expect(withEndpoint.map(([key]) => key).filter((key) => /For the team/.test(texts(key)))).toEqual(['message.addNote']);
	// One form serves both: its example must not mislead in either.
	const message = description.properties.filter(({ name }) => name === 'message');
	expect(message.map(({ placeholder }) => placeholder)).toEqual([expect.not.stringMatching(/team|thank you/i)]);
});
