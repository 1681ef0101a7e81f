import { itemsOf } from '../../tools/n8n/execution';
import { withCredential, type SavedCredential } from '../../tools/n8n/workflow';
import { pleasantWorld } from '../../contract/worlds';
import { startSandbox, type Sandbox } from '../../sandbox';
import { applyChange } from '../../sandbox/changes';
import { createConversation } from '../../sandbox/newConversation';
import { EVERY_SECOND, eventually, quickCredential, readExample, switchedOn, withParameters } from './support/examples';
import { connect, type SharedN8n } from './support/n8n';
import { noteOnTrigger, notesOf, TRIGGER } from './support/trigger';

jest.setTimeout(240_000);

const EVENTS = [
	'assigned',
	'contactUpdated',
	'conversationCreated',
	'customFieldBecame',
	'customerWaiting',
	'inboxChanged',
	'markedAsSpam',
	'noteAdded',
	'priorityBecame',
	'snoozed',
	'statusBecame',
	'tagAdded',
	'tagRemoved',
	'teammateReplied',
	'woken',
];

describe('events in the words of a team, in a real n8n', () => {
	let n8n: SharedN8n;
	let sandbox: Sandbox;
	let credential: SavedCredential;

	beforeAll(async () => {
		n8n = await connect();
		sandbox = await startSandbox({ conversations: 40, limitPerMinute: 0, world: { ...pleasantWorld, tagsInList: 'objects' } });
		credential = await quickCredential(n8n.client, sandbox);
	});
	beforeEach(() => sandbox.reset());
	afterAll(async () => await sandbox.close());

	const polls = () => sandbox.requests().filter(({ path }) => path === '/inboxes/inbox_support').length;
	const looked = async () => {
		const before = polls();
		await eventually(() => polls() >= before + 2, 60_000);
	};
	const arrive = () => {
		const contactId = sandbox.store.contactsOf('org_acme')[0]!.id;
		return createConversation(sandbox.store, { inboxId: 'inbox_support', contactId, subject: 'Hello', html: '<p>Hello</p>' });
	};

	it('tells one of each, each item with its event', async () => {
		const workflow = noteOnTrigger(
			{
				pollTimes: EVERY_SECOND,
				event: EVENTS,
				inboxIds: 'inbox_support, inbox_orders',
				statuses: 'Pending',
				priorities: 'Urgent',
				assignedTo: 'anybody',
				tags: '',
				customField: 'plan',
				customFieldValues: 'Gold',
				after: 0.1,
				afterUnit: 'minutes',
				countedIn: 'allHours',
			},
			credential,
		);
		const trigger = workflow.nodes.find(({ name }) => name === TRIGGER)!;
		trigger.typeVersion = 1.1;
		// Its own notes would be events.
		const executions = await switchedOn(n8n.client, { ...workflow, nodes: [trigger], connections: {} }, async () => {
			await eventually(() => polls() > 0, 60_000);
			const { store } = sandbox;
			const fresh = arrive();
			await looked();
			store.touch(fresh, { is_snoozed: true, is_spam: true, custom_field_values: { plan: 'Gold' }, priority: 'Urgent' });
			applyChange(store, fresh, { status: 'Pending', assign_to: 'user_ada', tags: ['tag_urgent'] });
			await looked();
			const { last_message: message } = fresh.record;
			store.touch(fresh, {
				is_snoozed: false,
				is_spam: false,
				last_message_by: 'user',
				last_message: { ...message, id: 'm2', direction: 'outgoing' },
			});
			applyChange(store, fresh, { tags: [] });
			await looked();
			store.touch(fresh, { last_message: { ...message, id: 'm3', direction: 'internal', record_type: 'note' } });
			await looked();
			store.contactsOf('org_acme')[0]!.name = 'Ada Married';
			store.touch(fresh, { inbox_id: 'inbox_orders' });
			const waiting = arrive();
			await looked();
			await eventually(() => Date.now() - Date.parse(waiting.record.created_at) > 8_000, 60_000);
			await looked();
			return true;
		});
		const items = executions.flatMap((execution) => itemsOf(execution, TRIGGER));
		const told = items.map(({ json }) => String(json.event));
		expect([...new Set(told)].sort()).toEqual([...EVENTS].sort());
		const byConversation = items.map(({ json }) => `${String(json.event)} ${String(json.id)} ${String(json.to)}`);
		expect(byConversation).toHaveLength(new Set(byConversation).size);
	});

	it('tells in the example who waits, with one note, also where it was switched off and on meanwhile', async () => {
		const quickly = withParameters(await readExample('who-waits'), 'A customer has waited two hours', {
			pollTimes: EVERY_SECOND,
			after: 0.2,
			afterUnit: 'minutes',
			countedIn: 'allHours',
		});
		const workflow = await n8n.client.createWorkflow(withCredential(quickly, credential));
		await n8n.client.activate(workflow);
		const waits = arrive();
		await looked();
		await n8n.client.deactivate(workflow);
		await n8n.client.activate(workflow);
		await eventually(() => notesOf(sandbox).get(waits.record.id) === 1, 90_000);
		await looked();
		await n8n.client.deactivate(workflow);
		await n8n.client.deleteWorkflow(workflow);
		expect(notesOf(sandbox).get(waits.record.id)).toBe(1);
		expect(waits.record.priority).toBe('High');
	});

	it('parts in the example what happened', async () => {
		const quickly = withParameters(await readExample('triage-by-event'), 'Something happens to a conversation', { pollTimes: EVERY_SECOND });
		const taken = () => sandbox.requests().map(({ method, path, status }) => `${method} ${path} ${status}`);
		let id = '';
		await switchedOn(n8n.client, withCredential(quickly, credential), async () => {
			await eventually(() => polls() > 0, 60_000);
			const fresh = arrive();
			({ id } = fresh.record);
			await eventually(() => taken().includes(`POST /conversation/${id}/tags 200`), 60_000);
			applyChange(sandbox.store, fresh, { priority: 'High' });
			await eventually(() => notesOf(sandbox).get(id) === 1, 60_000);
			applyChange(sandbox.store, fresh, { status: 'Closed' });
			await eventually(() => taken().includes(`DELETE /conversation/${id}/tags 200`), 60_000);
			return true;
		});
		expect(notesOf(sandbox).get(id)).toBe(1);
	});
});
