import { contract, contractEndpoints, resolve } from './contractRows';

test('every endpoint has a unique camelCase name and an x-provenance', () => {
	const names = contractEndpoints.map(({ operation }) => operation.operationId as string);
	expect(new Set(names).size).toBe(names.length);
	for (const name of names) expect(name).toMatch(/^[a-z]+([A-Z][a-z]+)*$/);
	for (const { operation } of contractEndpoints)
		expect(['documented', 'confirmed', 'provisional']).toContain(operation['x-provenance']);
});

test('no request field is marked as required, because the specification shows none', () => {
	for (const { key, bodySchema } of contractEndpoints) {
		const text = JSON.stringify(bodySchema ?? {}, (name, value) => (name === 'if' ? undefined : value));
		expect([key, text.includes('"required"')]).toEqual([key, false]);
	}
});

test('no schema has an enum, because the specification shows only examples', () => {
	expect(JSON.stringify(contract)).not.toContain('"enum"');
});

test('a request body allows unknown fields and has x-not-shown, unless it is empty or marked as closed', () => {
	for (const { key, bodySchema } of contractEndpoints) {
		if (!bodySchema) continue;
		const isEmpty = bodySchema.maxProperties === 0;
		const isOpen = bodySchema.additionalProperties === true;
		expect([key, isOpen || isEmpty || bodySchema['x-sandbox-closed']]).toEqual([key, true]);
		expect([key, !isEmpty && JSON.stringify(bodySchema).includes('"additionalProperties":false')]).toEqual([
			key,
			false,
		]);
		if (isOpen && key !== 'PATCH /conversation/{conversation_id}/custom-fields')
			expect([key, typeof bodySchema['x-not-shown']]).toEqual([key, 'string']);
	}
});

test('a response without known fields has x-not-shown', () => {
	for (const name of [
		'MeResponse',
		'ConversationView',
		'ConversationList',
		'MessagesResponse',
		'ContactCreateResponse',
		'ContactResponse',
		'DraftSaveResponse',
	]) {
		expect([name, typeof contract.components.schemas[name]['x-not-shown']]).toEqual([name, 'string']);
	}
	expect(JSON.stringify(contract.components.schemas.ContactCollection)).toContain('x-not-shown');
});

test('every field that the sandbox requires is a field of the body in the contract', () => {
	for (const { key, bodySchema } of contractEndpoints) {
		for (const name of bodySchema?.['x-sandbox-required'] ?? []) {
			expect([key, resolve(bodySchema.properties[name])]).toEqual([key, expect.anything()]);
		}
	}
});
