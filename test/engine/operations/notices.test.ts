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

test('a note and a reply are not taken for one another: the placeholder of a note is for the team', () => {
	const placeholder = (key: string) => {
		const [resource, operation] = key.split('.');
		const shown = description.properties.filter(
			(property) =>
				property.name === 'message' &&
				NodeHelpers.displayParameterPath({ resource: resource!, operation: operation! }, property, '', { typeVersion: 1 }, description),
		);
		return shown.map(({ placeholder }) => placeholder);
	};
	expect(placeholder('message.addNote')).toEqual([expect.stringMatching(/^e\.g\. For the team: /)]);
	expect(placeholder('message.reply')).toEqual([expect.not.stringMatching(/team/)]);
});
