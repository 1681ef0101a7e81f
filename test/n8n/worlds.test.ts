import { describeWorld, drawWorld } from '../../contract/worlds';
import { itemsOf } from '../../tools/n8n/execution';
import { helpdeskCredential, withCredential, type SavedWorkflow } from '../../tools/n8n/workflow';
import { startSandbox, type Sandbox } from '../../sandbox';
import { byId } from '../support/locator';
import { chain, helpdesk } from './support/chain';
import { connect, type SharedN8n } from './support/n8n';
import { arrives, noteOnTrigger, TRIGGER } from './support/trigger';

jest.setTimeout(60_000);

/** A fresh seed at every run; HELPDESK_WORLDS_SEED brings a run back. */
const FIRST = Number(process.env.HELPDESK_WORLDS_SEED ?? Date.now() % 1_000_000_000);
const seeds = Array.from({ length: 4 }, (_, index) => FIRST + index);

describe.each(seeds)('the nodes in a real n8n, in a helpdesk drawn from seed %i', (seed) => {
	const world = drawWorld(seed);
	let n8n: SharedN8n;
	let sandbox: Sandbox;
	let workflow: SavedWorkflow;

	beforeAll(async () => {
		process.stderr.write(`Seed ${seed} (HELPDESK_WORLDS_SEED=${seed} brings it back): ${describeWorld(world)}\n`);
		n8n = await connect();
		// Listed at once: nobody waits for minutes here.
		sandbox = await startSandbox({ conversations: 70, world: { ...world, lateVisibility: 'none' } });
	});
	afterAll(async () => await sandbox.close());
	afterEach(async () => await n8n.client.deleteWorkflow(workflow));

	const credential = async () => await n8n.client.createCredential(helpdeskCredential(sandbox.baseUrl, sandbox.tokens.personal));
	const inbox = () => sandbox.wireId('inbox_support');

	it('every conversation of an inbox is output once, and a note is written into each', async () => {
		const list = helpdesk('List', 'conversation.getMany', { inboxId: byId(inbox()), filterMode: 'none', returnAll: false, limit: 25 });
		const note = helpdesk('Note', 'message.addNote', { conversationId: byId('={{ $json.id }}'), message: 'Seen' });
		workflow = await n8n.client.createWorkflow(withCredential(chain('List and note', [{}], [list, note]), await credential()));
		const execution = await n8n.client.run(workflow, 'By hand');
		expect(execution.status).toBe('success');
		expect(new Set(itemsOf(execution, 'List').map(({ json }) => json.id)).size).toBe(25);
		const noted = [...sandbox.store.conversations.values()].map(
			({ events }) => events.filter(({ message }) => message.text_body === 'Seen').length,
		);
		expect([noted.filter((count) => count === 1).length, Math.max(...noted)]).toEqual([25, 1]);
	});

	it('the trigger shows the newest conversation in a test run', async () => {
		// A second after the notes: times are of whole seconds, and a list may show equal ones in another order on each page.
		const id = arrives(sandbox, Date.now() + 1_000);
		workflow = await n8n.client.createWorkflow(noteOnTrigger({ event: 'conversationCreated', inboxIds: inbox() }, await credential()));
		const execution = await n8n.client.run(workflow, TRIGGER);
		expect(itemsOf(execution, TRIGGER).map(({ json }) => String(json.id))).toEqual([sandbox.wireId(id)]);
	});
});
