import { itemsOf } from '../../tools/n8n/execution';
import { withAll, withCredential, type SavedCredential } from '../../tools/n8n/workflow';
import { startSandbox, type Sandbox } from '../../sandbox';
import { arrives } from './support/trigger';
import { quickCredential, readExample, switchedOn, withParameters, EVERY_SECOND } from './support/examples';
import { connect, type SharedN8n } from './support/n8n';
import { forget, rowsOf } from './support/dataTable';

jest.setTimeout(90_000);

let n8n: SharedN8n;
let sandbox: Sandbox;
let credential: SavedCredential;
beforeAll(async () => {
	n8n = await connect();
	sandbox = await startSandbox({ conversations: 60, limitPerMinute: 0 });
	credential = await quickCredential(n8n.client, sandbox);
});
afterAll(async () => await sandbox.close());
beforeEach(async () => {
	sandbox.reset();
	for (const table of ['helpdesk_once', 'helpdesk_ledger']) await forget(n8n.client, table);
});

const active = () =>
	[...sandbox.store.conversations.values()]
		.filter(({ record }) => record.inbox_id === 'inbox_support' && record.status === 'Active')
		.map(({ record }) => record.id);
const written = () =>
	sandbox
		.requests()
		.filter(({ method, path, status }) => method === 'POST' && path.endsWith('/note') && status === 200)
		.map(({ path }) => path.split('/')[2]!);

describe('the example with a memory in a data table, in a real n8n', () => {
	it('writes one note a conversation over two runs, and the table shows which are written and which is not certain', async () => {
		const [refused] = active();
		sandbox.fault({ kind: 'status', status: 422, path: `/conversation/${refused}/note` });
		const workflow = await n8n.client.createWorkflow(withCredential(withAll(await readExample('once-in-a-table')), credential));
		const first = await n8n.client.run(workflow, 'By hand');
		expect([first.status, first.error]).toEqual(['success', undefined]);
		expect(itemsOf(first, 'Look at these')).toHaveLength(1);
		expect((await n8n.client.run(workflow, 'By hand')).status).toBe('success');
		expect(written().sort()).toEqual(
			active()
				.filter((id) => id !== refused)
				.sort(),
		);
		expect(active().length).toBeGreaterThan(5);
		const rows = await rowsOf(n8n.client, 'helpdesk_once');
		expect(rows.map(({ key, state }) => `${key} ${state}`).sort()).toEqual(
			active()
				.map((id) => `${id} ${id === refused ? 'begun' : 'written'}`)
				.sort(),
		);
		await n8n.client.deleteWorkflow(workflow);
	});
});

describe('the example that keeps a ledger, in a real n8n', () => {
	it('has a row for every write, whatever failed on the way, and no word of a customer', async () => {
		const example = withParameters(await readExample('ledger'), 'New conversation', { pollTimes: EVERY_SECOND });
		const polls = () => sandbox.requests().filter(({ path }) => path === '/inboxes/inbox_support').length;
		let ids: string[] = [];
		const executions = await switchedOn(n8n.client, withCredential(example, credential), async (begun) => {
			if (ids.length === 0 && polls() > 0) {
				ids = Array.from({ length: 6 }, () => arrives(sandbox));
				sandbox.fault({ kind: 'status', status: 422, path: `/conversation/${ids[1]}/tags` });
				sandbox.fault({ kind: 'status', status: 422, path: `/conversation/${ids[2]}/note` });
				sandbox.fault({ kind: 'drop', when: 'after', path: `/conversation/${ids[3]}/note` });
				sandbox.fault({ kind: 'status', status: 429, retryAfter: 0, path: `/conversation/${ids[4]}/note` });
			}
			return begun > 0;
		});
		const rows = await rowsOf(n8n.client, 'helpdesk_ledger');
		const told = rows.map(({ record, operation, outcome, attempts }) => `${record} ${operation} ${outcome} ${attempts}`);
		const row = (id: string, operation: string, outcome = 'sent', attempts = 1) => `${id} ${operation} ${outcome} ${attempts}`;
		expect(told.sort()).toEqual(
			[
				...ids.map((id, index) => row(id, 'conversation.addTag', index === 1 ? 'failed' : 'sent')),
				...[0, 4, 5].map((index) => row(ids[index]!, 'message.addNote', 'sent', index === 4 ? 2 : 1)),
				row(ids[2]!, 'message.addNote', 'failed'),
				row(ids[3]!, 'message.addNote', 'unknown'),
			].sort(),
		);
		expect(
			rows.every(
				({ time, workflow, changed }) =>
					Math.abs(Date.parse(String(time)) - Date.now()) < 90_000 && workflow === example.name && changed !== '',
			),
		).toBe(true);
		expect(JSON.stringify(rows)).not.toContain('Hello');
		expect(executions.map(({ status }) => status)).toEqual(['error']);
		expect(executions[0]!.error).toMatch(/^Something was not written, or may have been: /);
	});
});
