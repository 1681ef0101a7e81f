import type { INodeParameters } from 'n8n-workflow';

import { itemsOf } from '../../tools/n8n/client';
import { helpdeskCredential, type SavedWorkflow } from '../../tools/n8n/workflow';
import { startSandbox, type Sandbox } from '../../sandbox';
import { applyChange } from '../../sandbox/changes';
import { arrives, EVERY_SECOND, noteOnTrigger, notesOf, TRIGGER } from '../n8n/support/workflows';
import { eventually } from '../n8n/support/n8n';
import { useOwnN8n } from './support/ownN8n';

const INBOXES = ['inbox_support', 'inbox_orders'];

describe('a real n8n with the trigger', () => {
	let sandbox: Sandbox;
	const own = useOwnN8n();
	let workflow: SavedWorkflow;

	// Orders the list by activity, so that every note moves its conversation to the top.
	beforeAll(
		async () => (sandbox = await startSandbox({ conversations: 600, world: { newestGoesBy: 'lastMessage' } })),
	);
	afterAll(async () => await sandbox.close());
	beforeEach(() => sandbox.reset());
	afterEach(async () => await own.client.deactivate(workflow));

	const publish = async (parameters: INodeParameters) => {
		const credential = await own.client.createCredential(
			helpdeskCredential(sandbox.baseUrl, sandbox.tokens.personal),
		);
		workflow = await own.client.createWorkflow(noteOnTrigger({ inboxIds: INBOXES, ...parameters }, credential));
		await own.client.activate(workflow);
	};
	const polls = () => sandbox.requests().filter(({ path }) => path.startsWith('/inboxes/'));
	const executions = async () =>
		await Promise.all((await own.client.executionIds(workflow)).map(async (id) => await own.client.finished(id)));
	const noted = async (ids: string[]) => await eventually(() => ids.every((id) => notesOf(sandbox).has(id)));
	const many = (count: number, at?: number) =>
		Array.from({ length: count }, (_, index) => arrives(sandbox, at, INBOXES[index % 2]));

	it('emits each change once, even if n8n was killed before the first event', async () => {
		const old = [...sandbox.store.conversations.values()].filter(
			({ record }) => record.status === 'Active' && INBOXES.includes(record.inbox_id),
		);
		const close = (count: number) =>
			old.splice(0, count).map((each) => {
				applyChange(sandbox.store, each, { status: 'Closed' });
				return each.record.id;
			});
		await publish({ event: 'conversationUpdated', watchFields: ['status'], pollTimes: EVERY_SECOND });
		await eventually(() => polls().length >= 10);
		expect(await own.client.executionIds(workflow)).toEqual([]);

		await own.n8n.kill();
		const all = close(20);
		await own.startAgain();
		await noted(all);
		all.push(...close(20));
		await noted(all);
		// For an execution that it could not save, n8n shows its own item in place of the events.
		await executions();

		await own.n8n.kill();
		await own.startAgain();
		all.push(...close(1));
		await noted(all);
		const quiet = polls().length;
		await eventually(() => polls().length >= quiet + 10);
		expect(notesOf(sandbox)).toEqual(new Map(all.map((id) => [id, 1])));
		const changes = (await executions()).flatMap((execution) =>
			itemsOf(execution, TRIGGER).map(({ json }) => JSON.stringify(json.changes)),
		);
		expect(changes).toEqual(all.map(() => JSON.stringify({ status: { from: 'Active', to: 'Closed' } })));
	});

	it('emits each conversation once despite a burst, a late entry, an outage, a SIGKILL and a restart', async () => {
		await publish({ event: 'conversationCreated' });
		const second = Math.floor(Date.now() / 1000) * 1000;
		const all = many(130, second);
		await noted(all);

		// The list shows this conversation more than a poll after its time.
		all.push(arrives(sandbox, second));
		await noted(all);

		sandbox.fault({ kind: 'status', status: 503, path: '/inboxes/inbox_orders', times: 0 });
		const before = polls().length;
		all.push(...many(20));
		const isRefused = ({ status }: { status: number | null }) => status === 503;
		await eventually(() => polls().slice(before).some(isRefused));
		await eventually(async () => (await executions()).some(({ status }) => status === 'error'));
		sandbox.clearFaults();
		expect((await executions()).find(({ status }) => status === 'error')?.error).toContain(
			'Could not check for Conversation Created in inbox inbox_orders',
		);
		await noted(all);

		all.push(...many(10));
		await own.n8n.kill();
		all.push(...many(10));
		await own.startAgain();
		await noted(all);

		const quiet = polls().length;
		await eventually(() => polls().length >= quiet + 4);
		expect(notesOf(sandbox)).toEqual(new Map(all.map((id) => [id, 1])));
		expect(sandbox.requests().filter(({ status }) => status === 429)).toEqual([]);
	});
});
