import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { ExecuteContext } from 'n8n-core';
import { Workflow, type IExecuteFunctions, type INodeParameters, type INodeType, type INodeTypes } from 'n8n-workflow';

import { startSandbox, type Sandbox } from '../../sandbox';
import { additionalData, helpdeskNode, helpdeskType, newExecutionData } from '../support/runNode';
import { execute } from './pagesExample';

const page = readFileSync(join(__dirname, '../../docs/decisions/pages.md'), 'utf8');
const [, example] = /```ts\n([^]*?)```/.exec(page)!;

let sandbox: Sandbox;
beforeAll(async () => (sandbox = await startSandbox({ conversations: 20, limitPerMinute: 0 })));
afterAll(async () => await sandbox.close());
beforeEach(() => sandbox.reset());

/** The context in which n8n executes a node that is not declarative. */
function contextWith(parameters: INodeParameters): IExecuteFunctions {
	const node = helpdeskNode(parameters);
	const properties = Object.entries(parameters).map(([name, value]) => ({ displayName: name, name, type: typeof value, default: '' }));
	const type = { description: { ...helpdeskType.description, properties } } as INodeType;
	const nodeTypes = { getByName: () => type, getByNameAndVersion: () => type, getKnownTypes: () => ({}) } as INodeTypes;
	const workflow = new Workflow({ id: 'w', nodes: [node], connections: {}, active: false, nodeTypes });
	const items = [{ json: {} }];
	const data = { main: [items] };
	const credential = { accessToken: sandbox.tokens.personal, baseUrl: sandbox.baseUrl };
	const more = additionalData({ credential });
	return new ExecuteContext(workflow, node, more, 'manual', newExecutionData(), 0, items, data, { data, node, source: null }, []);
}

async function run(parameters: INodeParameters) {
	const [items] = await execute.call(contextWith(parameters));
	return items!.map(({ json }) => json);
}

test('the page about listings shows the example that is compiled and run here', () => {
	expect(example).toBe(readFileSync(join(__dirname, 'pagesExample.ts'), 'utf8'));
});

test('the example reads all pages as records, each once, and no page more than the limit needs', async () => {
	const all = sandbox.store.contactsOf('org_acme').map(({ id, name, email }) => ({ id, name, email }));
	expect(await run({ search: '', limit: 1_000 })).toEqual(all);
	expect(sandbox.requests().map(({ query }) => [query.page, query.per_page])).toEqual(['1', '2', '3'].map((number) => [number, '100']));
	sandbox.reset();
	expect((await run({ search: 'an', limit: 3 })).length).toBe(3);
	expect(sandbox.requests()).toHaveLength(1);
});

test('the page names every field of a listing, and its table no other', () => {
	const source = readFileSync(join(__dirname, '../../transport/paginate.ts'), 'utf8');
	const [, body] = /export interface Listing \{\n([^]*?)\n\}/.exec(source)!;
	const fields = [...body!.matchAll(/^\t(\w+\??):/gm)].map(([, name]) => name);
	expect([...page.matchAll(/^\| `(\w+\??)` \|/gm)].map(([, name]) => name).sort()).toEqual(fields.sort());
});
