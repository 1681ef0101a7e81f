import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { byId, useNodeRig } from '../../support/nodeRig';

describe('Get Many of conversations with the filter Custom Fields', () => {
	const rig = useNodeRig({ conversations: 200 });

	const parametersOf = (fields: Record<string, unknown>, more: INodeParameters = {}) => ({
		inboxId: byId('inbox_support'),
		returnAll: true,
		simplify: false,
		...more,
		filters: {
			withCustomFields: {
				field: Object.entries(fields).map(([key, value]) => ({
					key: { mode: 'list', value: key },
					value,
				})),
			},
		} as INodeParameters,
	});
	const found = async (fields: Record<string, unknown>, more: INodeParameters = {}) =>
		(await rig.run('conversation.getMany', parametersOf(fields, more))).map(({ json }) => json.id);
	/** Returns the inbox's conversations with matching custom fields, according to the sandbox's records. */
	const expected = (isSuch: (values: IDataObject) => boolean) =>
		rig
			.conversations()
			.filter(
				({ record }) =>
					record.inbox_id === 'inbox_support' && isSuch(record.custom_field_values as IDataObject),
			)
			.map(({ record }) => record.id);
	const give = (field: string, value: unknown) => {
		const [first] = expected(() => true);
		rig.sandbox.store.conversations.get(first!)!.record.custom_field_values = { [field]: value };
		return first;
	};

	it('outputs only conversations that match every given field', async () => {
		const such = expected(({ plan, vip }) => plan === 'team' && vip === true);
		expect(such.length).toBeGreaterThan(0);
		expect((await found({ plan: 'team', vip: 'true' })).sort()).toEqual(such.sort());
		// No request contains the value, because the API documents no such filter.
		expect(JSON.stringify(rig.requests())).not.toContain('team');
	});

	it.each([
		['a value in other capitals and with spaces around it', 'Gold', ' gOLD '],
		['a number as text', 42, '42'],
		['a number from an expression', '42', 42],
		['false as a word', false, 'false'],
		['one of several values', ['red', 'green'], 'green'],
		['one of several wanted values', 'Gold', '={{ ["Silver", "Gold"] }}'],
		['the label of a choice', { id: 'o1', label: 'Gold' }, 'Gold'],
	])('matches %s', async (_, has, wanted) => {
		const id = give('color', has);
		expect(await found({ color: wanted })).toEqual([id]);
		expect(await found({ color: 'another' })).toEqual([]);
	});

	it.each([
		['null', null],
		['an empty text', ''],
		['an empty list', []],
	])('matches conversations without a value if the value is empty: %s', async (_, has) => {
		const id = give('plan', has);
		expect(await found({ plan: '' })).toEqual([id]);
	});

	it('a field named "constructor" does not match the built-in JavaScript property', async () => {
		expect(await found({ constructor: 'function Object() { [native code] }' })).toEqual([]);
	});

	it('refuses a row without a field before anything is sent', async () => {
		const error = await rig.failure('conversation.getMany', parametersOf({ ' ': 'x' }));
		expect(error.message).toBe("'Field' in row 1 of 'Custom Fields' is empty");
		expect(rig.requests()).toEqual([]);
	});

	it('compares custom fields that Simplify leaves out, also with Add Waiting Time', async () => {
		const { filters } = parametersOf({ plan: 'business' });
		const run = await rig.run('conversation.getMany', {
			...parametersOf({}, { returnAll: false, limit: 1, simplify: true }),
			filters,
			options: { computedFields: true },
		});
		expect(run[0]!.json).toMatchObject({
			id: expect.any(String),
			ticket_id: expect.any(Number),
		});
		expect(run[0]!.json).toHaveProperty('waiting_since');
		expect(run[0]!.json).not.toHaveProperty('custom_field_values');
	});
});
