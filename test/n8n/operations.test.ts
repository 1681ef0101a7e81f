import { itemsOf } from '../../tools/n8n/execution';
import { helpdeskCredential, withCredential, type SavedCredential } from '../../tools/n8n/workflow';
import { startSandbox, type Sandbox } from '../../sandbox';
import { samples } from '../support/samples';
import { chain, helpdesk } from './support/chain';
import { connect, type SharedN8n } from './support/n8n';

jest.setTimeout(60_000);

/** With a file, for the operations that send one. */
const ITEM = { json: {}, binary: { data: { data: 'SGVsbG8=', mimeType: 'text/plain', fileName: 'hello.txt' } } };

/** What the node offers in this n8n, as its editor gets it. */
interface Offered {
	name: string;
	usableAsTool?: boolean;
	properties: Array<{ name: string; displayOptions?: { show?: { resource?: string[] } }; options?: Array<{ value: string }> }>;
}

describe('every operation, chosen from the two dropdowns, in a real n8n', () => {
	let n8n: SharedN8n;
	let sandbox: Sandbox;
	let credential: SavedCredential;
	let offered: Offered[];
	beforeAll(async () => {
		n8n = await connect();
		sandbox = await startSandbox({ limitPerMinute: 0, conversations: 60 });
		const input = helpdeskCredential(sandbox.baseUrl, sandbox.tokens.personal);
		credential = await n8n.client.createCredential({ ...input, data: { ...input.data, requestsPerMinute: 10_000 } });
		offered = (await n8n.client.nodeTypes()) as unknown as Offered[];
	});
	afterAll(async () => await sandbox.close());

	/** n8n adds this entry to every dropdown: it sends the user to the HTTP Request node. */
	const N8NS_OWN = '__CUSTOM_API_CALL__';

	it('the dropdowns offer what is tested here, no more and no less', () => {
		const { properties } = offered.find(({ name }) => name === 'n8n-nodes-helpdesk.helpdesk')!;
		const choices = properties
			.filter(({ name }) => name === 'operation')
			.flatMap(({ displayOptions, options = [] }) => options.map(({ value }) => [displayOptions!.show!.resource![0], value]))
			.filter(([, value]) => value !== N8NS_OWN)
			.map((choice) => choice.join('.'));
		expect(choices.sort()).toEqual(Object.keys(samples).sort());
	});

	it('the node can be given to an AI agent as a tool', () => {
		expect(offered.map(({ name }) => name)).toContain('n8n-nodes-helpdesk.helpdeskTool');
	});

	it.each(Object.keys(samples))('%s', async (operation) => {
		sandbox.reset();
		const { parameters } = samples[operation]!(sandbox);
		const workflow = await n8n.client.createWorkflow(
			withCredential({ ...chain(operation, [], [helpdesk('Step', operation, parameters)]), pinData: { 'By hand': [ITEM] } }, credential),
		);
		const execution = await n8n.client.run(workflow, 'By hand');
		expect(execution).toMatchObject({ status: 'success', error: undefined });
		const items = itemsOf(execution, 'Step');
		expect(items.length).toBeGreaterThan(0);
		expect(items.every(({ pairedItem }) => JSON.stringify(pairedItem) === '{"item":0}')).toBe(true);
		expect(sandbox.requests().length).toBeGreaterThan(0);
		expect(sandbox.requests().filter(({ status }) => status! >= 400)).toEqual([]);
		await n8n.client.deleteWorkflow(workflow);
	});
});
