import { itemsOf } from '../../tools/n8n/client';
import { helpdeskCredential, withCredential, withParameters } from '../../tools/n8n/workflow';
import { startSandbox, type Sandbox } from '../../sandbox';
import { applyChange } from '../../sandbox/changes';
import { eventually, switchedOn, useRig } from './support/n8n';
import { arrives, EVERY_SECOND, notesOf, noteOnTrigger, readExample, TRIGGER } from './support/workflows';

const CREATED = { event: 'conversationCreated', inboxIds: 'inbox_support' };

const rig = useRig();
let refusals: Record<'wrongToken' | 'outOfOrder', Promise<string>>;
// Started here, because n8n tries for many seconds before it refuses.
beforeAll(() => (refusals = { wrongToken: refusal('revoked'), outOfOrder: refusal('personal', 503) }));
beforeEach(() => rig.sandbox.reset());

const polls = () => rig.sandbox.requests().filter(({ path }) => path === '/inboxes/inbox_support').length;
const taken = () => rig.sandbox.requests().map(({ method, path, status }) => `${method} ${path} ${status}`);

/** Returns n8n's message if it refuses to activate. */
async function refusal(token: keyof Sandbox['tokens'], status?: number): Promise<string> {
	const other = await startSandbox({ conversations: 20 });
	if (status) other.fault({ kind: 'status', status, times: 0 });
	const credential = await rig.client.createCredential(helpdeskCredential(other.baseUrl, other.tokens[token]));
	const refused = await rig.client.createWorkflow(noteOnTrigger(CREATED, credential));
	const message = await rig.client.activate(refused).then(
		() => 'activated',
		(error: Error) => error.message,
	);
	await rig.client.deactivate(refused);
	await rig.client.deleteWorkflow(refused);
	await other.close();
	return message;
}

it('activation emits the conversations since Start From, in the order of creation', async () => {
	const start = Date.now() - 5_000;
	const [third, first, second] = [3_000, 1_000, 2_000].map((ms) => arrives(rig.sandbox, start + ms));
	const options = { startFrom: new Date(start).toISOString() };
	const executions = await switchedOn(
		rig.client,
		noteOnTrigger({ ...CREATED, options }, rig.credential),
		(begun) => begun > 0,
	);
	expect(executions).toMatchObject([{ status: 'success', mode: 'trigger' }]);
	expect(itemsOf(executions[0]!, TRIGGER).map(({ json }) => json.id)).toEqual([first, second, third]);
	expect([...notesOf(rig.sandbox).values()]).toEqual([1, 1, 1]);
});

it('every test run shows the newest conversation', async () => {
	const id = arrives(rig.sandbox, Date.now() + 1_000);
	for (let count = 0; count < 2; count += 1) {
		const execution = await rig.run(noteOnTrigger(CREATED, rig.credential), TRIGGER);
		expect(itemsOf(execution, TRIGGER).map(({ json }) => json.id)).toEqual([id]);
	}
});

it.each([
	['wrongToken', 'the access token is missing, expired or revoked'],
	['outOfOrder', 'the helpdesk is temporarily unavailable'],
] as const)('activation is refused, and the error shows the reason: %s', async (which, words) => {
	expect(await refusals[which]).toContain(
		`Could not check for Conversation Created in inbox inbox_support: ${words}`,
	);
});

it('the example of waiting customers writes one note, even if it is switched off and on meanwhile', async () => {
	const quick = { pollTimes: EVERY_SECOND, after: 0.2, afterUnit: 'minutes', countedIn: 'allHours' };
	const example = withParameters(await readExample('who-waits'), 'A customer has waited two hours', quick);
	const workflow = await rig.client.createWorkflow(withCredential(example, rig.credential));
	await rig.client.activate(workflow);
	const id = arrives(rig.sandbox);
	const polled = polls();
	await eventually(() => polls() > polled + 2);
	await rig.client.deactivate(workflow);
	await rig.client.activate(workflow);
	await eventually(() => notesOf(rig.sandbox).has(id));
	const after = polls();
	await eventually(() => polls() > after + 2);
	await rig.client.deactivate(workflow);
	await rig.client.deleteWorkflow(workflow);
	expect([notesOf(rig.sandbox).get(id), rig.sandbox.store.conversations.get(id)!.record.priority]).toEqual([
		1,
		'High',
	]);
});

it('the example of triage by event runs the right branch for each event', async () => {
	const example = withParameters(await readExample('triage-by-event'), 'Something happens to a conversation', {
		pollTimes: EVERY_SECOND,
	});
	let id = '';
	await switchedOn(rig.client, withCredential(example, rig.credential), async () => {
		await eventually(() => polls() > 0);
		id = arrives(rig.sandbox);
		const arrived = rig.sandbox.store.conversations.get(id)!;
		await eventually(() => taken().includes(`POST /conversation/${id}/tags 200`));
		applyChange(rig.sandbox.store, arrived, { priority: 'High' });
		await eventually(() => notesOf(rig.sandbox).has(id));
		applyChange(rig.sandbox.store, arrived, { status: 'Closed' });
		await eventually(() => taken().includes(`DELETE /conversation/${id}/tags 200`));
		return true;
	});
	expect(notesOf(rig.sandbox).get(id)).toBe(1);
});
