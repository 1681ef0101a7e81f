import { withCredential, withSchedule, type SavedCredential, type SavedWorkflow } from '../../tools/n8n/workflow';
import { startSandbox, type Sandbox } from '../../sandbox';
import { createConversation } from '../../sandbox/newConversation';
import { chain, helpdesk } from './support/chain';
import { byId } from '../support/locator';
import { eventually, quickCredential, readExample, switchedOn, withParameters } from './support/examples';
import { startTeamChat, type TeamChat } from './support/model';
import { connect, type SharedN8n } from './support/n8n';

jest.setTimeout(90_000);

const HOUR_MS = 3_600_000;

let n8n: SharedN8n;
let sandbox: Sandbox;
let chat: TeamChat;
let credential: SavedCredential;
beforeAll(async () => {
	n8n = await connect();
	[sandbox, chat] = [await startSandbox({ conversations: 1, limitPerMinute: 0 }), await startTeamChat()];
	credential = await quickCredential(n8n.client, sandbox);
});
afterAll(async () => await Promise.all([sandbox.close(), chat.close()]));
beforeEach(() => (chat.texts.length = 0));

const example = async (name: string) => withCredential(withParameters(await readExample(name), 'Tell the team', { url: chat.url }), credential);

describe('the example that tells the team when a flow fails', () => {
	let told: SavedWorkflow;
	beforeAll(async () => {
		told = await n8n.client.createWorkflow(await example('tell-the-team'));
		await n8n.client.activate(told);
	});
	afterAll(async () => {
		await n8n.client.deactivate(told);
		await n8n.client.deleteWorkflow(told);
	});

	/** A published workflow that leaves a note, with the example chosen as its error workflow. */
	const noting = (conversationId: string) => {
		const { nodes, ...rest } = chain(
			'Leaves notes',
			[],
			[helpdesk('Leave a note', 'message.addNote', { conversationId: byId(conversationId), message: 'Words of a customer' })],
		);
		const scheduled = nodes.map((node) =>
			node.name === 'By hand' ? { ...node, type: 'n8n-nodes-base.scheduleTrigger', typeVersion: 1.2 } : node,
		);
		const workflow = { ...rest, pinData: undefined, nodes: scheduled, settings: { executionOrder: 'v1', errorWorkflow: told.id } };
		return withCredential(withSchedule(workflow, { field: 'seconds', secondsInterval: 2 }), credential);
	};

	it('says which workflow failed, at which step, why and what to do, once for each execution, and nothing that was written', async () => {
		const executions = await switchedOn(n8n.client, noting('conv_nowhere'), () => chat.texts.length > 0);
		await eventually(() => chat.texts.length === executions.length);
		expect(chat.texts[0]).toMatch(
			/^Workflow "Leaves notes" failed at "Leave a note": Could not add note to conversation: not found[^]*conv_nowhere[^]*\nhttp/,
		);
		expect(chat.texts.join()).not.toContain('Words of a customer');
	});

	it('says that a note may have been written although its answer was lost', async () => {
		const [id] = sandbox.store.conversations.keys();
		sandbox.fault({ kind: 'drop', when: 'after', path: `/conversation/${id}/note` });
		await switchedOn(n8n.client, noting(id!), () => chat.texts.length > 0);
		expect(chat.texts[0]).toMatch(/It may have been applied; not sent again[^]*Look in the helpdesk/);
	});
});

describe('the example that says who waits too long', () => {
	it('lists who has waited for more than a day, the longest first, and writes nothing to the helpdesk', async () => {
		sandbox.store.conversations.clear();
		const contactId = sandbox.store.contactsOf('org_acme')[0]!.id;
		const arrives = (subject: string, hours: number) => {
			const createdAt = new Date(Date.now() - hours * HOUR_MS).toISOString().replace('Z', '000Z');
			return createConversation(sandbox.store, { inboxId: 'inbox_support', contactId, subject, html: '<p>Hello</p>', createdAt }).record;
		};
		arrives('Two days', 48);
		arrives('An hour', 1);
		const longest = arrives('Three days', 72);
		const failing = arrives('Cannot be read', 90);
		const workflow = await n8n.client.createWorkflow(await example('who-waits-too-long'));
		const requests = sandbox.requests().length;
		expect((await n8n.client.run(workflow, 'By hand')).status).toBe('success');
		expect(chat.texts).toHaveLength(1);
		expect(chat.texts[0]).toMatch(
			/^3 customers wait .*\n- #\d+ Cannot be read[^\n]*\n- #\d+ Three days: since \w+ \d+ \w+ \d\d:\d\d\n- #\d+ Two days/,
		);
		expect(chat.texts[0]).toContain(`#${longest.ticket_id} `);
		expect(
			sandbox
				.requests()
				.slice(requests)
				.filter(({ method, path }) => method !== 'GET' && path !== '/inboxes/inbox_support'),
		).toEqual([]);

		sandbox.fault({ kind: 'status', status: 404, path: `/conversation/${failing.id}` });
		const second = await n8n.client.run(workflow, 'By hand');
		expect(second).toMatchObject({ status: 'error', error: expect.stringMatching(`Conversation ${failing.id} could not be read: .*not found`) });
		expect(chat.texts[1]).toMatch(/^2 customers wait/);
		await n8n.client.deleteWorkflow(workflow);
	});
});
