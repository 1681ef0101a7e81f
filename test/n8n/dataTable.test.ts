import { withAll, withCredential, withParameters } from '../../tools/n8n/workflow';
import { itemsOf } from '../../tools/n8n/client';
import { forget, rowsOf, switchedOn, useRig } from './support/n8n';
import { arrives, EVERY_SECOND, notesOf, readExample } from './support/workflows';

const rig = useRig();
beforeEach(async () => {
	rig.sandbox.reset();
	for (const table of ['helpdesk_once', 'helpdesk_ledger']) await forget(rig.client, table);
});

it('once-in-a-table writes one note per conversation over two runs, and its table shows the uncertain one', async () => {
	const active = [...rig.sandbox.store.conversations.values()].filter(
		({ record }) => record.inbox_id === 'inbox_support' && record.status === 'Active',
	);
	const [refused, ...others] = active.map(({ record }) => record.id);
	rig.sandbox.fault({ kind: 'status', status: 422, path: `/conversation/${refused}/note` });
	const workflow = await rig.client.createWorkflow(
		withCredential(withAll(await readExample('once-in-a-table')), rig.credential),
	);
	const first = await rig.client.run(workflow, 'By hand');
	expect([first.status, first.error, itemsOf(first, 'Look at these').length]).toEqual(['success', undefined, 1]);
	expect((await rig.client.run(workflow, 'By hand')).status).toBe('success');
	await rig.client.deleteWorkflow(workflow);
	expect([...notesOf(rig.sandbox)].sort()).toEqual(others.map((id) => [id, 1]).sort());
	const rows = (await rowsOf(rig.client, 'helpdesk_once')).map(({ key, state }) => `${key} ${state}`);
	expect(rows.sort()).toEqual([`${refused} begun`, ...others.map((id) => `${id} written`)].sort());
});

it('the ledger has a row for every write, sent or failed, and no text of a customer', async () => {
	const example = withParameters(await readExample('ledger'), 'New conversation', { pollTimes: EVERY_SECOND });
	let ids: string[] = [];
	const executions = await switchedOn(
		rig.client,
		withCredential(example, rig.credential),
		(begun) => {
			if (ids.length === 0 && rig.sandbox.requests().some(({ path }) => path === '/inboxes/inbox_support')) {
				ids = Array.from({ length: 6 }, () => arrives(rig.sandbox));
				rig.sandbox.fault({ kind: 'status', status: 422, path: `/conversation/${ids[1]}/tags` });
				rig.sandbox.fault({ kind: 'status', status: 422, path: `/conversation/${ids[2]}/note` });
				rig.sandbox.fault({ kind: 'drop', when: 'after', path: `/conversation/${ids[3]}/note` });
				rig.sandbox.fault({ kind: 'status', status: 429, retryAfter: 0, path: `/conversation/${ids[4]}/note` });
			}
			return begun > 0;
		},
		{ mayFail: true },
	);
	const rows = await rowsOf(rig.client, 'helpdesk_ledger');
	const shown = rows.map(
		({ record, operation, outcome, attempts }) =>
			`${ids.indexOf(String(record))} ${operation} ${outcome} ${attempts}`,
	);
	expect(shown.sort()).toEqual([
		'0 conversation.addTag sent 1',
		'0 message.addNote sent 1',
		'1 conversation.addTag failed 1',
		'2 conversation.addTag sent 1',
		'2 message.addNote failed 1',
		'3 conversation.addTag sent 1',
		'3 message.addNote found 1',
		'4 conversation.addTag sent 1',
		'4 message.addNote sent 2',
		'5 conversation.addTag sent 1',
		'5 message.addNote sent 1',
	]);
	expect(rows.every(({ workflow, changed }) => workflow === example.name && changed !== '')).toBe(true);
	expect(JSON.stringify(rows)).not.toContain('Hello');
	expect(executions.map(({ status, error }) => [status, error])).toEqual([
		['error', expect.stringMatching(/^Something was not written, or may have been: /)],
	]);
});
