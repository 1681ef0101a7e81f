import { itemsOf } from '../../tools/n8n/execution';
import { helpdeskCredential, type SavedWorkflow } from '../../tools/n8n/workflow';
import { startSandbox, type Sandbox } from '../../sandbox';
import { eventually } from './support/examples';
import { connect, type SharedN8n } from './support/n8n';
import { arrives, notesOf, noteOnTrigger, TRIGGER } from './support/trigger';

jest.setTimeout(60_000);

const CREATED = { event: 'conversationCreated', inboxIds: 'inbox_support' };

describe('the Helpdesk Trigger in a real n8n', () => {
	let n8n: SharedN8n;
	let sandbox: Sandbox;
	let workflow: SavedWorkflow | undefined;
	let refusals: Record<'wrongToken' | 'outOfOrder', Promise<string>>;

	beforeAll(async () => {
		n8n = await connect();
		sandbox = await startSandbox({ conversations: 100 });
		refusals = { wrongToken: refusal('revoked'), outOfOrder: refusal('personal', 503) };
	});
	afterAll(async () => await sandbox.close());
	beforeEach(() => sandbox.reset());
	afterEach(async () => {
		if (!workflow) return;
		await n8n.client.deactivate(workflow);
		await n8n.client.deleteWorkflow(workflow);
		workflow = undefined;
	});

	const saved = async (on: Sandbox, parameters = {}, token: keyof Sandbox['tokens'] = 'personal') => {
		const credential = await n8n.client.createCredential(helpdeskCredential(on.baseUrl, on.tokens[token]));
		return await n8n.client.createWorkflow(noteOnTrigger({ ...CREATED, ...parameters }, credential));
	};
	const save = async (parameters = {}) => {
		workflow = await saved(sandbox, parameters);
	};

	/** What n8n says when it refuses to activate: it tries for many seconds first, beside the tests that need no such time. */
	async function refusal(token: keyof Sandbox['tokens'], status?: number): Promise<string> {
		const other = await startSandbox({ conversations: 100 });
		if (status) other.fault({ kind: 'status', status, times: 0 });
		const refused = await saved(other, {}, token);
		const said = await n8n.client.activate(refused).then(
			() => 'activated',
			(error: Error) => error.message,
		);
		await n8n.client.deactivate(refused);
		await n8n.client.deleteWorkflow(refused);
		await other.close();
		return said;
	}

	it('starts the workflow at the activation with what Start From asks for, in order of creation', async () => {
		const start = Date.now() - 5_000;
		const [third, first, second] = [start + 3_000, start + 1_000, start + 2_000].map((at) => arrives(sandbox, at));
		await save({ options: { startFrom: new Date(start).toISOString() } });
		await n8n.client.activate(workflow!);
		let ids: string[] = [];
		await eventually(async () => (ids = await n8n.client.executionIds(workflow!)).length > 0);
		const execution = await n8n.client.finished(ids[0]!);
		expect(execution).toMatchObject({ status: 'success', mode: 'trigger' });
		expect(itemsOf(execution, TRIGGER).map(({ json }) => json.id)).toEqual([first, second, third]);
		expect([...notesOf(sandbox).values()]).toEqual([1, 1, 1]);
	});

	it('waits for a limit that is over soon, and is activated then', async () => {
		await save();
		sandbox.fault({ kind: 'status', status: 429, times: 1, retryAfter: 1 });
		await n8n.client.activate(workflow!);
		expect(sandbox.requests().map((request) => request.status)).toEqual(expect.arrayContaining([429, 200]));
	});

	it('shows the newest conversation in a test run, as often as one likes', async () => {
		await save();
		const id = arrives(sandbox);
		for (let run = 0; run < 2; run += 1) {
			const execution = await n8n.client.run(workflow!, TRIGGER);
			expect(itemsOf(execution, TRIGGER).map(({ json }) => json.id)).toEqual([id]);
		}
	});

	it('refuses the activation with a wrong token, and says why', async () => {
		expect(await refusals.wrongToken).toContain(
			'Could not look for new conversations in inbox inbox_support: the access token is missing, expired or revoked',
		);
	});

	it('is refused in words while the helpdesk is out of order: nothing says from when on it would count', async () => {
		expect(await refusals.outOfOrder).toContain(
			'Could not look for new conversations in inbox inbox_support: the helpdesk is temporarily unavailable',
		);
	});
});
