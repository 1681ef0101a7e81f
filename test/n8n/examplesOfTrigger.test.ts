import { withCredential, withParameters } from '../../tools/n8n/workflow';
import { applyChange } from '../../sandbox/changes';
import { eventually, publish, switchedOn, unpublish, useRig } from './support/n8n';
import { arrives, EVERY_SECOND, noteOnTrigger, notesOf, readExample } from './support/workflows';

const rig = useRig();
beforeEach(() => rig.sandbox.reset());

const polls = () => rig.sandbox.requests().filter(({ path }) => path === '/inboxes/inbox_support').length;
const notesAsked = () => rig.sandbox.requests().filter(({ path }) => path.endsWith('/note')).length;
const taken = () => rig.sandbox.requests().map(({ method, path, status }) => `${method} ${path} ${status}`);

it('the example of waiting customers writes one note, even if it is switched off and on meanwhile', async () => {
	const quick = { pollTimes: EVERY_SECOND, after: 0.2, afterUnit: 'minutes', countedIn: 'allHours' };
	const example = withParameters(await readExample('who-waits'), 'A customer has waited two hours', quick);
	const workflow = await rig.client.createWorkflow(withCredential(example, rig.credential));
	await publish(rig.client, workflow);
	const id = arrives(rig.sandbox);
	const polled = polls();
	await eventually(() => polls() > polled + 2);
	await unpublish(rig.client, workflow);
	await publish(rig.client, workflow);
	await eventually(() => notesOf(rig.sandbox).has(id));
	const after = polls();
	await eventually(() => polls() > after + 2);
	await unpublish(rig.client, workflow);
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

it('a test that waits for a workflow ends with the error of an execution that fails', async () => {
	rig.sandbox.fault({ kind: 'status', status: 422, path: '/conversation/*/note', times: 0 });
	const input = noteOnTrigger({ pollTimes: EVERY_SECOND, inboxIds: 'inbox_support' }, rig.credential);
	const waiting = switchedOn(rig.client, input, () => {
		if (polls() > 0 && notesAsked() === 0) arrives(rig.sandbox);
		return false;
	});
	await expect(waiting).rejects.toThrow(/^An execution of "Note on trigger" failed: Could not add note/);
});
