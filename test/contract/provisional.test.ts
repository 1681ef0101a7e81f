import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { INodePropertyOptions } from 'n8n-workflow';

import { Helpdesk } from '../../nodes/Helpdesk/Helpdesk.node';
import { methodAndPath } from '../../nodes/shared/endpoint';
import { COLLECTIONS } from '../../nodes/shared/field';
import { resources } from '../../nodes/Helpdesk/resources';
import { keysWhere, operationAt, operations, withEndpoint } from '../support/operations';
import { contractEndpoints } from './contractRows';

const provisional = keysWhere((endpoint) => endpoint.provisional);
const inContract = contractEndpoints.filter(({ operation }) => operation['x-provenance'] === 'provisional');
/** The operations of endpoints of the contract. */
const keysOf = (endpoints: typeof inContract) =>
	withEndpoint.filter(([, , endpoint]) => endpoints.some(({ key }) => key === methodAndPath(endpoint))).map(([key]) => key);

/** Of which more is known than that they exist. */
const forPersonalTokens = ['automation.delete', 'conversation.deleteMany'];
const forGood = ['automation.delete', 'tag.delete', 'tag.deleteMany', 'savedReply.delete'];

test('what is known of tokens is marked', () => {
	expect(keysWhere((endpoint) => endpoint.provisional && endpoint.patOnly)).toEqual(expect.arrayContaining(forPersonalTokens));
});

test('what deletes for good says so, and whatever else deletes says what becomes of it', () => {
	for (const key of forGood) expect([key, operationAt(key).description]).toEqual([key, expect.stringMatching(/for good|cannot be taken back/)]);
	const deletes = provisional.filter((key) => /\.delete/.test(key));
	expect(deletes).toEqual(expect.arrayContaining(forGood));
	for (const key of deletes)
		expect([key, operationAt(key).description]).toEqual([key, expect.stringMatching(/for good|cannot be taken back|to the trash|is lost/)]);
});

test('the editor marks every provisional operation at the beginning of its description, and no other', () => {
	const { properties } = new Helpdesk().description;
	const marked = resources.flatMap(({ value }) => {
		const choice = properties.find(({ name, displayOptions }) => name === 'operation' && displayOptions?.show?.resource?.includes(value))!;
		const options = choice.options as INodePropertyOptions[];
		return options.filter(({ description }) => description!.startsWith('Provisional: ')).map((option) => `${value}.${String(option.value)}`);
	});
	expect(marked.sort()).toEqual(keysOf(inContract).sort());
	expect(marked).not.toEqual([]);
});

test('the reference of operations has a table of its own for them', () => {
	const [documented, own] = readFileSync(join(__dirname, '..', '..', 'docs/operations.md'), 'utf8').split(
		'Provisional, not confirmed by the API documentation:\n',
	);
	const endpoints = inContract.map(({ key }) => key);
	expect(endpoints.filter((endpoint) => !own!.includes(`| \`${endpoint}\``))).toEqual([]);
	expect(endpoints.filter((endpoint) => documented!.includes(`| \`${endpoint}\` |`))).toEqual([]);
});

test('the page about provisional endpoints tells how they are marked and what of them deletes for good', () => {
	const page = readFileSync(join(__dirname, '..', '..', 'docs/decisions/provisional.md'), 'utf8').replaceAll('\n', ' ');
	expect(page).toContain('begins with "Provisional:"');
	const deleting = operations.filter(([, { notice }]) => notice === 'forGood').map(([, { action }]) => action);
	expect(deleting.length).toBeGreaterThan(forGood.length);
	expect(deleting.filter((action) => !page.includes(action))).toEqual([]);
});

test('the pictures of the walk from an empty canvas stand where the documentation shows it', () => {
	const read = (path: string) => readFileSync(join(__dirname, '..', '..', path), 'utf8');
	const pictures = [...read('test/browser/fromScratch.test.ts').matchAll(/picture\(open\.page, '(\w+)'\)/g)].map(
		([, name]) => `images/${name}.png`,
	);
	expect(pictures.length).toBeGreaterThan(1);
	const pages = read('README.md') + read('docs/examples.md');
	expect(pictures.filter((picture) => !pages.includes(picture))).toEqual([]);
});

test('what is assumed altogether, its path included, stands on the page about provisional endpoints', () => {
	const page = readFileSync(join(__dirname, '..', '..', 'docs/decisions/provisional.md'), 'utf8');
	const assumed = inContract.filter(({ operation }) => /^The path\b/.test(operation['x-not-shown'] ?? '')).map(({ key }) => key);
	expect(assumed).not.toEqual([]);
	expect(assumed.filter((key) => !page.includes(`\`${key}\``))).toEqual([]);
});

test('whatever a provisional operation writes takes more fields, and what a report asks more of a query', () => {
	const has = (key: string, name: string) =>
		COLLECTIONS.some((collection) => operationAt(key)[collection]?.some(({ property }) => property.name === name));
	const bodies = keysOf(inContract.filter(({ bodySchema }) => bodySchema));
	expect(bodies).toContain('tag.create');
	expect(bodies.filter((key) => !has(key, 'additionalBody'))).toEqual([]);
	const queries = keysOf(contractEndpoints.filter(({ parameters }) => parameters.some((each) => each.name === 'any')));
	expect(queries).toContain('report.agents');
	expect(queries.filter((key) => !has(key, 'additionalQuery'))).toEqual([]);
});
