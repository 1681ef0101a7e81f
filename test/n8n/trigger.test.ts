import { itemsOf } from '../../tools/n8n/client';
import { helpdeskCredential } from '../../tools/n8n/workflow';
import { startSandbox, type Sandbox } from '../../sandbox';
import { switchedOn, useRig } from './support/n8n';
import { arrives, notesOf, noteOnTrigger, TRIGGER } from './support/workflows';

const CREATED = { event: 'conversationCreated', inboxIds: 'inbox_support' };

const rig = useRig();
let refusals: Record<'wrongToken' | 'outOfOrder', Promise<string>>;
// Started here, because n8n tries for many seconds before it refuses.
beforeAll(() => (refusals = { wrongToken: refusal('revoked'), outOfOrder: refusal('personal', 503) }));
beforeEach(() => rig.sandbox.reset());

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
	['wrongToken', 'the access token is missing, expired or revoked, or your plan does not include the API'],
	['outOfOrder', 'the helpdesk is temporarily unavailable'],
] as const)('activation is refused, and the error shows the reason: %s', async (which, words) => {
	expect(await refusals[which]).toContain(
		`Could not check for Conversation Created in inbox inbox_support: ${words}`,
	);
});
