import { execFileSync } from 'node:child_process';
import { contractFile } from '../../contract/load';
import {
	contract,
	contractEndpoints,
	fieldTypes,
	resolve,
	rowOf,
	specification,
	typeName,
	type Row,
} from './contractRows';

const { display, endpoints, everyStatus, provisionalFields, records } = specification;

const keyOf = ({ method, path }: Row) => `${method} ${path}`;
const withoutAlso = (row: Row) => ({ ...row, also: undefined });

test('the contract is a valid OpenAPI 3.1 description', () => {
	expect(contract.openapi).toMatch(/^3\.1\./);
	// The validator is an ES module. Jest cannot load it, so its command is run.
	const validator = require.resolve('@seriousme/openapi-schema-validator/bin/validate-api-cli.js');
	expect(JSON.parse(execFileSync(process.execPath, [validator, contractFile], { encoding: 'utf8' }))).toEqual({
		valid: true,
	});
});

test('every $ref in the contract has a target', () => {
	const references = [...JSON.stringify(contract).matchAll(/"\$ref":"([^"]+)"/g)].map((match) => match[1]);
	for (const $ref of references) expect([$ref, resolve({ $ref })]).toEqual([$ref, expect.anything()]);
});

test('the contract documents exactly the endpoints of the specification', () => {
	const documented = contractEndpoints.filter(({ operation }) => operation['x-provenance'] === 'documented');
	expect(documented.map(({ key }) => key).sort()).toEqual(endpoints.map(keyOf).sort());
});

test.each(endpoints.map((row) => [keyOf(row), row] as const))(
	'%s has the parameters, the body and the response of the specification',
	(key, row) => {
		const endpoint = contractEndpoints.find((each) => each.key === key);
		expect(endpoint && rowOf(endpoint)).toEqual(withoutAlso(row));
	},
);

test.each(endpoints.map((row) => [keyOf(row), row] as const))(
	'%s lists all statuses of the specification, and no others',
	(key, row) => {
		const { operation } = contractEndpoints.find((each) => each.key === key) ?? {};
		const statuses = Object.keys(operation.responses).map(Number);
		for (const status of [row.success, ...everyStatus, ...(row.also ?? [])]) expect(statuses).toContain(status);
		// The specification shows the 409 of a rejected status for PATCH and the batch update only.
		expect(
			statuses.filter((status) => ![row.success, ...everyStatus, 409, ...(row.also ?? [])].includes(status)),
		).toEqual([]);
	},
);

test('the contract lists 409 as a response to the PATCH of a conversation', () => {
	const { operation } = contractEndpoints.find(({ key }) => key === 'PATCH /conversation/{conversation_id}') ?? {};
	expect(Object.keys(operation.responses)).toContain('409');
});

test('every parameter of a path is declared, required, and a string', () => {
	for (const { key, parameters } of contractEndpoints) {
		const declared = parameters.filter((parameter) => parameter.in === 'path');
		expect(declared.map(({ name }) => name)).toEqual([...key.matchAll(/\{(\w+)\}/g)].map((match) => match[1]));
		for (const { required, schema } of declared) expect([required, schema.type]).toEqual([true, 'string']);
	}
});

test('fields that the specification lacks are marked as provisional', () => {
	for (const { key, bodySchema } of contractEndpoints) {
		expect([key, fieldTypes(bodySchema ?? {}, 'provisional')]).toEqual([key, provisionalFields[key] ?? {}]);
	}
});

test.each(Object.entries(records))('%s has the fields of the specification', (name, fields) => {
	const [component = '', child] = name.split('.');
	const schema = contract.components.schemas[component];
	const property = resolve(child === undefined ? schema : schema.properties[child]);
	expect(fieldTypes(property.items ?? property)).toEqual(fields);
});

test('the body of a filter has a tree of conditions and display settings', () => {
	const { bodySchema } = contractEndpoints.find(({ key }) => key === 'POST /inboxes/{inbox_id}') ?? {};
	expect(bodySchema.properties.filters.$ref).toMatch(/FilterTree$/);
	expect(fieldTypes(bodySchema.properties.display)).toEqual(display);
	const { items } = contract.components.schemas.FilterTree.properties.groups;
	expect([items.then.$ref, items.else.$ref]).toEqual([
		'#/components/schemas/FilterTree',
		'#/components/schemas/FilterLeaf',
	]);
});

test('only filter results have meta.links, and only simple pages omit last_page and total', () => {
	const { ConversationPage, ContactCollection, CountingMeta, SimpleMeta } = contract.components.schemas;
	expect(JSON.stringify(ConversationPage)).toContain('"required":["links"]');
	expect(JSON.stringify(ContactCollection)).not.toContain('links');
	expect(CountingMeta.required).toEqual(expect.arrayContaining(['last_page', 'total']));
	expect(Object.keys(SimpleMeta.properties)).not.toEqual(expect.arrayContaining(['last_page']));
});

test('pages of conversations and contacts name the type of their records', () => {
	const { ConversationPage, ContactCollection } = contract.components.schemas;
	expect(typeName(ConversationPage.allOf[1].properties.data)).toBe('array of Conversation');
	expect(typeName(ContactCollection.allOf[1].properties.data)).toBe('array of Contact');
});

test('errors have a required message, and validation errors have messages by field', () => {
	const { Error: error, ValidationError: invalid } = contract.components.schemas;
	expect(error.required).toEqual(['message']);
	expect(typeName(invalid.properties.errors.additionalProperties)).toBe('array of string');
});

test('page sizes and defaults match the specification', () => {
	const { Page, PerPage } = contract.components.parameters;
	expect([Page.schema.default, Page.schema.minimum, PerPage.schema.default, PerPage.schema.maximum]).toEqual([
		1, 1, 20, 100,
	]);
	const { parameters } = contractEndpoints.find(({ key }) => key === 'GET /contacts') ?? { parameters: [] };
	expect(parameters.find(({ name }) => name === 'per_page').schema.default).toBe(15);
});

test('the base URL ends with the version, and every endpoint needs the bearer token', () => {
	expect(contract.servers[0].url).toMatch(/\/v1$/);
	expect(contract.info.version).toBe('1.1.2');
	expect(contract.security).toEqual([{ bearerToken: [] }]);
	expect(contract.components.securitySchemes.bearerToken).toMatchObject({ type: 'http', scheme: 'bearer' });
	for (const { operation } of contractEndpoints) expect(operation.security).toBeUndefined();
});
