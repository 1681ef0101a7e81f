import { itemsOf } from '../../tools/n8n/execution';
import { withCredential, type WorkflowInput } from '../../tools/n8n/workflow';
import { startSandbox, type Sandbox } from '../../sandbox';
import { quickCredential, readExample, withParameters } from './support/examples';
import { connect, type SharedN8n } from './support/n8n';

jest.setTimeout(30_000);

describe('the example that keeps a list of contacts, in a real n8n', () => {
	let n8n: SharedN8n;
	let sandbox: Sandbox;
	let example: WorkflowInput;

	beforeAll(async () => {
		n8n = await connect();
		sandbox = await startSandbox({ conversations: 20, limitPerMinute: 0 });
		example = withCredential(await readExample('sync-contacts'), await quickCredential(n8n.client, sandbox));
	});
	beforeEach(() => sandbox.reset());
	afterAll(async () => await sandbox.close());

	const contacts = () => sandbox.store.contactsOf('org_acme');
	const named = () =>
		contacts()
			.filter(({ email }) => email.endsWith('@example.com'))
			.map(({ email, name }) => `${name} <${email}>`);

	async function run(list?: object[]) {
		const input = list ? withParameters(example, 'The list', { jsonOutput: JSON.stringify({ contacts: list }) }) : example;
		const workflow = await n8n.client.createWorkflow(input);
		const execution = await n8n.client.run(workflow, 'Every morning at six');
		await n8n.client.deleteWorkflow(workflow);
		return execution;
	}

	it('adds who is new and never anybody twice', async () => {
		const before = contacts().length;
		const sample = ['Anna Berger <anna.berger@example.com>', 'Luis Ortega <luis.ortega@example.com>', 'Mei Tanaka <mei.tanaka@example.com>'];
		for (const created of [true, false]) {
			const execution = await run();
			expect(execution).toMatchObject({ status: 'success', error: undefined });
			expect(itemsOf(execution, 'Create or update').map(({ json }) => json.created)).toEqual(sample.map(() => created));
			expect(named().sort()).toEqual(sample);
			expect(contacts()).toHaveLength(before + sample.length);
		}
	});

	it('gives who is there the name of the list, and leaves all others as they were', async () => {
		const others = structuredClone(contacts());
		await run();
		await run([
			{ email: 'Anna.Berger@example.com', name: 'Anna Berger-Lind' },
			{ email: 'anna.b@example.com', name: 'Anna Berger' },
		]);
		expect(named().sort()).toEqual([
			'Anna Berger <anna.b@example.com>',
			'Anna Berger-Lind <anna.berger@example.com>',
			'Luis Ortega <luis.ortega@example.com>',
			'Mei Tanaka <mei.tanaka@example.com>',
		]);
		expect(contacts().filter(({ id }) => others.some((other) => other.id === id))).toEqual(others);
	});

	it('saves the other lines when one is refused, and says so', async () => {
		const execution = await run([
			{ email: 'first@example.com', name: 'First' },
			{ email: 'no address', name: 'Second' },
			{ email: 'third@example.com', name: 'Third' },
		]);
		expect(execution).toMatchObject({ status: 'error', error: expect.stringMatching(/^1 of the list not saved\. The first: ./) });
		expect(itemsOf(execution, 'Create or update', 1).map(({ json }) => json.name)).toEqual(['Second']);
		expect(named().sort()).toEqual(['First <first@example.com>', 'Third <third@example.com>']);
	});
});
