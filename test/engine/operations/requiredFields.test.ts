import type { INodeParameters } from 'n8n-workflow';

import { byId, useNodeRig } from '../../support/nodeRig';
import { operations } from '../../support/operations';
import { thread } from '../../support/sandboxRecords';

const requiredFields = operations.flatMap(([key, { fields = [] }]) =>
	fields
		.filter(({ property }) => property.required)
		.map(({ property }) => [key, property.displayName, property] as const),
);

const rig = useNodeRig();

const sent = () => rig.requests();

it.each(requiredFields)(
	'%s without %s is refused before anything is sent, and the error names the field',
	async (key, label, property) => {
		const empty = property.type === 'resourceLocator' ? byId('') : '';
		const modes: INodeParameters = {
			...(property.name.startsWith('customFields') && { customFieldsMode: 'json' }),
			...(property.name === 'inboxIds' && { searchIn: 'inboxes' }),
		};
		const error = await rig.failure(key, { ...rig.typical(key), ...modes, [property.name]: empty });
		expect(error.message).toContain(label);
		expect(error.description).not.toBe('');
		expect(sent()).toEqual([]);
	},
);

it.each(operations.filter(([, { updateFields }]) => updateFields).map(([key]) => key))(
	'%s without any field to update is refused',
	async (key) => {
		for (const updateFields of [{}, { messageFormat: 'html' }]) {
			const error = await rig.failure(key, { ...rig.typical(key), updateFields });
			expect(error.message).toContain('There is nothing to update');
		}
		expect(sent()).toEqual([]);
	},
);

describe('bad input', () => {
	const own = () => thread(rig.sandbox).record.id;
	it.each([
		[
			'conversation.merge',
			"'Conversations to Merge Into It' names the conversation itself",
			() => ({ mergeableConversationIds: `c2, ${own()}` }),
		],
		[
			'conversation.setCustomFields',
			"'Field' in row 1 of 'Custom Fields' is empty",
			() => ({ customFields: { field: [{ key: ' ', value: 'x' }] } }),
		],
		['conversation.setCustomFields', "'Custom Fields' has no field", () => ({ customFields: {} })],
		[
			'conversation.getMany',
			"'Values' in condition 1 of 'Conditions' is empty or not a text",
			() => ({
				filterMode: 'conditions',
				conditions: {
					condition: [{ attribute: 'status', comparison: 'eq', values: '={{ [{ value: "Active" }] }}' }],
				},
			}),
		],
	])('%s is refused before anything is sent: %s', async (operation, message, parameters) => {
		expect((await rig.failure(operation, { ...rig.typical(operation), ...parameters() })).message).toContain(
			message,
		);
		expect(sent()).toEqual([]);
	});
});

describe('known values in dropdowns are only suggestions', () => {
	const body = () => sent().map(({ body }) => body)[0];
	it.each([
		['conversation.update', { updateFields: { status: 'On Hold' } }, { status: 'On Hold' }],
		['conversation.setPriority', { priority: 'Urgent' }, { priority: 'Urgent' }],
		['conversation.snooze', { type: 'always' }, { type: 'always' }],
		['conversation.split', { direction: 'before', status: 'On Hold' }, { direction: 'before', status: 'On Hold' }],
		[
			'message.reply',
			{ additionalFields: { action: 'send_and_close', status: 'On Hold' } },
			{ action: 'send_and_close', status: 'On Hold' },
		],
		[
			'scheduledReply.create',
			{ additionalFields: { type: 'always', status: 'On Hold' } },
			{ type: 'always', status: 'On Hold' },
		],
	])('%s sends any other value unchanged, typed or from an expression', async (operation, parameters, expected) => {
		const byExpression = JSON.parse(
			JSON.stringify(parameters).replace(/"(On Hold|Urgent|always|before|send_and_close)"/g, '"={{ \\"$1\\" }}"'),
		) as INodeParameters;
		for (const given of [parameters, byExpression]) {
			rig.sandbox.reset();
			await rig.run(operation, { ...rig.typical(operation), ...given }, { onError: 'continueRegularOutput' });
			expect(body()).toMatchObject(expected);
		}
	});
});

describe("a 'Resource' or 'Operation' that does not exist", () => {
	const rig = useNodeRig({ conversations: 5 });

	it.each([
		['an unknown resource', { resource: '={{ "tickets" }}' }],
		['an unknown operation', { operation: '={{ "explode" }}' }],
		['an operation of another resource', { operation: '={{ "reply" }}' }],
		['an expression without a value', { operation: '={{ $json.missing }}' }],
	])('%s is refused before anything is sent', async (_, parameters) => {
		const error = await rig.failure('conversation.get', { conversationId: byId('c1'), ...parameters });
		expect(error.message).toBe("'Resource' or 'Operation' has an unknown value");
		expect(error.description).toMatch(
			/^Nothing was sent\. Choose both from the dropdowns, or correct the expression/,
		);
		expect(rig.requests()).toEqual([]);
	});
});
