import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { INodePropertyOptions } from 'n8n-workflow';

import { Helpdesk } from '../../nodes/Helpdesk/Helpdesk.node';
import { COLLECTIONS } from '../../nodes/Helpdesk/operation';
import { resources } from '../../nodes/Helpdesk/resources';
import { handlers } from '../../sandbox/routes';
import { contractEndpoints } from './contractRows';
import { forGood, patOnly, provisionalEndpoints } from './provisionalTable';

const operations = resources.flatMap((resource) =>
	resource.operations.map((operation) => ({ key: `${resource.value}.${operation.value}`, resource, operation })),
);
const provisional = operations.filter(({ operation }) => operation.provisional);
const inContract = contractEndpoints.filter(({ operation }) => operation['x-provenance'] === 'provisional');

test('every endpoint of the list is provisional in the contract and in the sandbox, and no other', () => {
	expect(inContract.map(({ key }) => key).sort()).toEqual(Object.keys(provisionalEndpoints).sort());
	for (const { key, operation } of inContract) expect([key, operation.operationId in handlers]).toEqual([key, true]);
});

test('every endpoint of the list has its operation, and no other operation is provisional', () => {
	expect(Object.fromEntries(provisional.map(({ key, operation }) => [operation.endpoint, key]))).toEqual(provisionalEndpoints);
});

test('what the list knows of tokens is marked', () => {
	expect(provisional.filter(({ operation }) => operation.patOnly).map(({ key }) => key).sort()).toEqual(patOnly);
	expect(inContract.filter(({ operation }) => operation['x-pat-only']).map(({ key }) => provisionalEndpoints[key]).sort()).toEqual(patOnly);
});

test('what deletes for good says so, and nothing else deletes for good', () => {
	for (const key of forGood) {
		const { operation } = provisional.find((each) => each.key === key)!;
		expect([key, operation.description]).toEqual([key, expect.stringMatching(/for good|cannot be taken back/)]);
	}
	const deletes = provisional.filter(({ operation }) => /delete/i.test(operation.value)).map(({ key }) => key);
	expect(deletes.filter((key) => !forGood.includes(key)).sort()).toEqual(['conversation.deleteMany', 'message.deleteDraft']);
});

test('the editor marks every provisional operation at the end of its description, and no other', () => {
	const { properties } = new Helpdesk().description;
	const marked = resources.flatMap(({ value }) => {
		const choice = properties.find(({ name, displayOptions }) => name === 'operation' && displayOptions?.show?.resource?.includes(value))!;
		const options = choice.options as INodePropertyOptions[];
		return options.filter(({ description }) => description!.endsWith(' (provisional)')).map((option) => `${value}.${String(option.value)}`);
	});
	expect(marked.sort()).toEqual(Object.values(provisionalEndpoints).sort());
});

test('the reference of operations has a table of its own for them', () => {
	const [documented, own] = readFileSync(join(__dirname, '..', '..', 'docs/operations.md'), 'utf8').split('Provisional, not confirmed by the API documentation:\n');
	const endpoints = Object.keys(provisionalEndpoints);
	expect(endpoints.filter((endpoint) => !own!.includes(`| \`${endpoint}\` |`))).toEqual([]);
	expect(endpoints.filter((endpoint) => documented!.includes(`| \`${endpoint}\` |`))).toEqual([]);
});

test('whatever a provisional operation writes takes more fields, and what a report asks more of a query', () => {
	const has = (key: string, name: string) => {
		const { operation } = provisional.find((each) => each.key === key)!;
		return COLLECTIONS.some((collection) => operation[collection]?.some(({ property }) => property.name === name));
	};
	const bodies = inContract.filter(({ bodySchema }) => bodySchema).map(({ key }) => provisionalEndpoints[key]!);
	expect(bodies.filter((key) => !has(key, 'additionalBody'))).toEqual([]);
	const queries = inContract.filter(({ parameters }) => parameters.some((each) => each.name === 'any')).map(({ key }) => provisionalEndpoints[key]!);
	expect(queries).toHaveLength(8);
	expect(queries.filter((key) => !has(key, 'additionalQuery'))).toEqual([]);
});
