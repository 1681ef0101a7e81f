import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INodeParameters } from 'n8n-workflow';

import { methodAndPath } from '../../nodes/shared/endpoint';
import { COLLECTIONS } from '../../nodes/shared/field';
import { operationAt, withEndpoint } from '../support/operations';
import { contractEndpoints } from './contractRows';
import type { Operation } from '../../nodes/Helpdesk/operation';
import { useNodeRig } from '../support/nodeRig';
import { samples } from '../support/samples';

const inContract = contractEndpoints.filter(({ operation }) => operation['x-provenance'] === 'provisional');
const keysOf = (endpoints: typeof inContract) =>
	withEndpoint
		.filter(([, , endpoint]) => endpoints.some(({ key }) => key === methodAndPath(endpoint)))
		.map(([key]) => key);

test('every picture in docs/images is shown in a document and taken by the browser tests', () => {
	const root = join(__dirname, '..', '..');
	const read = (folder: string, end: string) =>
		readdirSync(join(root, folder))
			.filter((file) => file.endsWith(end))
			.map((file) => readFileSync(join(root, folder, file), 'utf8'))
			.join('');
	const [documents, tests] = [read('.', 'README.md') + read('docs', '.md'), read('test/browser', '.test.ts')];
	for (const file of readdirSync(join(root, 'docs/images')).filter((name) => name !== 'texts.json')) {
		expect([file, documents.includes(`images/${file}`)]).toEqual([file, true]);
		if (file.endsWith('.png')) expect([file, tests.includes(`'${file.slice(0, -4)}'`)]).toEqual([file, true]);
	}
});

test('docs/decisions/contract.md lists every endpoint with an assumed path', () => {
	const page = readFileSync(join(__dirname, '..', '..', 'docs/decisions/contract.md'), 'utf8');
	const assumed = inContract
		.filter(({ operation }) => /^The path\b/.test(operation['x-not-shown'] ?? ''))
		.map(({ key }) => key);
	expect(assumed).not.toEqual([]);
	expect(assumed.filter((key) => !page.includes(`\`${key}\``))).toEqual([]);
});

test('the numbers of endpoints in the documents match the contract', () => {
	const documented = contractEndpoints.filter(({ operation }) => operation['x-provenance'] === 'documented').length;
	const read = (path: string) => readFileSync(join(__dirname, '..', '..', path), 'utf8').replaceAll('\n', ' ');
	expect(read('README.md')).toContain(`shows the paths of ${documented} of its 76 endpoints`);
	expect(read('docs/decisions/contract.md')).toContain(`It shows the paths of ${documented}. Two more`);
	expect(read('docs/decisions/contract.md')).toContain(`Of the other ${76 - documented - 2} only their subjects`);
});

test('every provisional write has Additional Body, and every report Additional Query', () => {
	const has = (key: string, name: string) =>
		(['fields', ...COLLECTIONS] as const).some((collection) =>
			operationAt(key)[collection]?.some(({ property }) => property.name === name),
		);
	const bodies = keysOf(inContract.filter(({ bodySchema }) => bodySchema));
	expect(bodies).toContain('tag.create');
	expect(bodies.filter((key) => !has(key, 'additionalBody'))).toEqual([]);
	const queries = keysOf(
		contractEndpoints.filter(({ parameters }) => parameters.some((each) => each.name === 'any')),
	);
	expect(queries).toContain('report.get');
	expect(queries.filter((key) => !has(key, 'additionalQuery'))).toEqual([]);
});

const provisionalNames = withEndpoint.flatMap(([key, operation]) => {
	const contract = contractEndpoints.find((each) => each.operation.operationId === operation.operationId);
	return Object.values<string>(contract?.bodySchema?.['x-default-names'] ?? {}).map(
		(name) => [key, name, operation] as const,
	);
});

/** Returns the collection and field in which the user can change a provisional name. */
function fieldFor(operation: Operation, name: string) {
	for (const collection of COLLECTIONS) {
		const field = operation[collection]?.find(
			({ property }) => property.name.endsWith('Field') && property.default === name,
		);
		if (field) return { collection, name: field.property.name };
	}
	throw new Error(`no field in which to change ${name}`);
}

describe('a provisional name can be changed', () => {
	const rig = useNodeRig();

	it.each(provisionalNames)('%s sends the name that the user sets in place of %s', async (key, name, operation) => {
		const field = fieldFor(operation, name);
		const sent: string[][] = [];
		for (let index = 0; ; index += 1) {
			rig.sandbox.reset();
			const { parameters: typical, variants = [] } = samples[key]!(rig.sandbox);
			const parameters = [typical, ...variants][index];
			if (!parameters) break;
			const collection = { ...(parameters[field.collection] as INodeParameters), [field.name]: 'its_real_name' };
			// The simulated helpdesk uses the provisional names and refuses others.
			await rig.run(key, { ...parameters, [field.collection]: collection }, { onError: 'continueRegularOutput' });
			sent.push(...rig.requests().map(({ body }) => Object.keys((body ?? {}) as object)));
		}
		expect(sent.flat()).toContain('its_real_name');
		expect(sent.flat()).not.toContain(name);
	});
});
