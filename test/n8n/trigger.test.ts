import { itemsOf } from '../../tools/n8n/client';
import { helpdeskCredential } from '../../tools/n8n/workflow';
import { switchedOn, useRig } from './support/n8n';
import { arrives, notesOf, noteOnTrigger, TRIGGER } from './support/workflows';

const CREATED = { event: 'conversationCreated', inboxIds: 'inbox_support' };

const rig = useRig();
beforeEach(() => rig.sandbox.reset());

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

it('activation with a revoked token is refused, and the error shows the reason', async () => {
	const { baseUrl, tokens } = rig.sandbox;
	const credential = await rig.client.createCredential(helpdeskCredential(baseUrl, tokens.revoked));
	const refused = await rig.client.createWorkflow(noteOnTrigger(CREATED, credential));
	await expect(rig.client.activate(refused)).rejects.toThrow(
		'Could not check for Conversation Created in inbox inbox_support: the access token is missing, expired or revoked',
	);
	await rig.client.deactivate(refused);
	await rig.client.deleteWorkflow(refused);
});
