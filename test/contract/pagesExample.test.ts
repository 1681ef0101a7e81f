import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { INodeParameters, INodeType } from 'n8n-workflow';

import * as transport from '../../transport';
import { startSandbox, type Sandbox } from '../../sandbox';
import { executeContext, helpdeskType } from '../support/runNode';
import { execute } from './pagesExample';

// The example imports this module for the tarball's types. When it runs, the module is the transport.
jest.mock('../../tools/build/transport', () => transport, { virtual: true });

const page = readFileSync(join(__dirname, '../../docs/decisions/pages.md'), 'utf8');
const [, example] = /```ts\n([^]*?)```/.exec(page)!;

let sandbox: Sandbox;
beforeAll(async () => (sandbox = await startSandbox({ conversations: 20, limitPerMinute: 0 })));
afterAll(async () => await sandbox.close());
beforeEach(() => sandbox.reset());

async function run(parameters: INodeParameters) {
	const properties = Object.entries(parameters).map(([name, value]) => ({
		displayName: name,
		name,
		type: typeof value,
		default: '',
	}));
	const type = { description: { ...helpdeskType.description, properties } } as INodeType;
	const credential = { accessToken: sandbox.tokens.personal, baseUrl: sandbox.baseUrl };
	const [items] = await execute.call(executeContext(type, parameters, credential));
	return items!.map(({ json }) => json);
}

test('docs/decisions/pages.md contains the example that this test runs', () => {
	const code = readFileSync(join(__dirname, 'pagesExample.ts'), 'utf8');
	expect(example).toBe(code.replace('../../tools/build/transport', '../../transport'));
});

test('the example outputs each record once, and reads no page beyond the limit', async () => {
	const all = sandbox.store.contactsOf('org_acme').map(({ id, name, email }) => ({ id, name, email }));
	expect(await run({ search: '', limit: 1_000 })).toEqual(all);
	expect(sandbox.requests().map(({ query }) => [query.page, query.per_page])).toEqual(
		['1', '2', '3'].map((number) => [number, '100']),
	);
	sandbox.reset();
	expect((await run({ search: 'an', limit: 3 })).length).toBe(3);
	expect(sandbox.requests()).toHaveLength(1);
});

test('the types in the tarball declare only what the transport exports', () => {
	const types = readFileSync(join(__dirname, '../../tools/build/transport.d.ts'), 'utf8');
	const names = [...types.matchAll(/export (?:const|function) (\w+)/g)].map(([, name]) => name);
	expect(names).toHaveLength(8);
	expect(Object.keys(transport)).toEqual(expect.arrayContaining(names));
});
