import { withAll, withCredential, withParameters, type WorkflowInput } from '../../tools/n8n/workflow';
import { itemsOf } from '../../tools/n8n/client';
import { forget, rowsOf, switchedOn, useRig, withModel } from './support/n8n';
import { startModel, type ScriptedModel } from './support/servers';
import { arrives, EVERY_SECOND, notesOf, readExample } from './support/workflows';

const rig = useRig();
let model: ScriptedModel;
beforeAll(async () => (model = await startModel()));
afterAll(async () => await model.close());
beforeEach(async () => {
	rig.sandbox.reset();
	for (const table of ['helpdesk_once', 'helpdesk_ledger', 'helpdesk_routing']) await forget(rig.client, table);
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

describe('route-by-model', () => {
	const ready = async (live = false) => {
		const text = JSON.stringify(await readExample('route-by-model'))
			.replace('live\\": false', `live\\": ${live}`)
			.replace('reasonField\\": \\"', '$&plan');
		const example = withCredential(JSON.parse(text) as WorkflowInput, rig.credential);
		const polling = withParameters(example, 'A conversation is new', { pollTimes: EVERY_SECOND });
		return await withModel(rig.client, polling, model);
	};
	const ANSWER =
		'Here it is: {"reason": "refund", "priority": "High", "person": "Ben", "tags": ["Refund", "Nonsense", "urgent"]}';
	const writes = () =>
		rig.sandbox.requests().filter(({ method, path }) => method !== 'GET' && path !== '/inboxes/inbox_support');

	it('rehearses on closed conversations, and outputs agreement and confusions of each field, tokens and cases', async () => {
		const closed = rig.sandbox.store
			.sortedConversations({ inboxId: 'inbox_support' }, 'newest')
			.filter(({ record }) => record.status === 'Closed');
		closed.forEach((each, index) => {
			const agrees = index % 2 === 0;
			Object.assign(each.record, {
				subject: 'Curly {braces} "and" quotes',
				priority: agrees ? 'High' : 'Low',
				assignable_id: agrees ? 'user_ben' : null,
				custom_field_values: index === 0 ? { plan: 'Bug' } : {},
			});
			each.tagIds = agrees ? ['tag_urgent', 'tag_refund'] : [];
			for (const { actor_type: type, message } of each.events)
				if (type === 'user') message.text_body = message.html_body = 'An answer of the team';
		});
		const rehearse = async () => {
			model.play(...closed.map(() => ANSWER));
			return await rig.run(await ready(true), 'Rehearse');
		};
		await rehearse();
		const execution = await rehearse();
		expect([execution.status, execution.error]).toEqual(['success', undefined]);
		const compared = closed.length;
		const agree = Math.ceil(compared / 2);
		const half = { compared, agree, agreement: `${Math.round((100 * agree) / compared)} %` };
		expect(itemsOf(execution, 'Agreement').map(({ json }) => json)).toEqual([
			{ field: 'reason', compared: 1, agree: 0, agreement: '0 %', confusions: 'Bug → Refund: 1' },
			{ field: 'priority', ...half, confusions: `Low → High: ${compared - agree}` },
			{ field: 'person', compared: agree, agree, agreement: '100 %', confusions: '' },
			{ field: 'tags', ...half, confusions: `none → Refund, Urgent: ${compared - agree}` },
		]);
		const [tokens] = itemsOf(execution, 'Tokens a month').map(({ json }) => json);
		expect(tokens!.tokens_each).toBeGreaterThan(100);
		expect(tokens!.tokens_a_month).toBe(Number(tokens!.tokens_each) * Number(tokens!.conversations_a_month));
		const prompt = JSON.stringify(model.asked);
		expect(prompt).toContain('| Subject: Curly {braces}');
		expect(prompt).not.toContain('An answer of the team');
		const rows = await rowsOf(rig.client, 'helpdesk_routing');
		expect(rows.map((row) => row.conversation_id).sort()).toEqual(closed.map(({ record }) => record.id).sort());
		expect(rows).toContainEqual(expect.objectContaining({ expected_reason: 'Bug', reason: 'Refund' }));
		expect(writes()).toEqual([]);
	});

	it.each([
		[false, []],
		[true, ['High', 'user_ben', { plan: 'Refund' }, 'tag_refund', 'tag_urgent']],
	])('published with live %s, writes only if live is true', async (live, values) => {
		model.play(ANSWER);
		let id = '';
		const [execution] = await switchedOn(rig.client, await ready(live), (begun) => {
			const hasPolled = rig.sandbox.requests().some(({ path }) => path === '/inboxes/inbox_support');
			if (id === '' && hasPolled) id = arrives(rig.sandbox);
			return begun > 0;
		});
		const written = ['Set the reason', 'Set the priority', 'Assign it', 'Tag it'].flatMap((node) =>
			itemsOf(execution!, node),
		);
		expect([execution!.error, written.map(({ json }) => json.dryRun ?? false)]).toEqual([
			undefined,
			Array(5).fill(!live),
		]);
		const { record, tagIds } = rig.sandbox.store.conversations.get(id)!;
		expect(writes()).toHaveLength(values.length);
		if (live)
			expect([record.priority, record.assignable_id, record.custom_field_values, ...[...tagIds].sort()]).toEqual(
				values,
			);
	});
});
