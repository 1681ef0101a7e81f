import { itemsOf } from '../../tools/n8n/client';
import { withAll, withCredential, withSchedule } from '../../tools/n8n/workflow';
import type { StoredConversation } from '../../sandbox/records';
import { switchedOn, useRig } from './support/n8n';
import { readExample } from './support/workflows';

const rig = useRig({ conversations: 200 });
beforeEach(() => rig.sandbox.reset());

const ready = async () => withCredential(withAll(await readExample('triage')), rig.credential);
const all = () => [...rig.sandbox.store.conversations.values()];
const support = (status: string) =>
	all().filter(({ record }) => record.inbox_id === 'inbox_support' && record.status === status);
const notes = ({ events }: StoredConversation) =>
	events.filter(({ message }) => message.text_body.startsWith('Triage: ')).length;
const refuse = (id: string, what: string) =>
	rig.sandbox.fault({ kind: 'status', status: 422, path: `/conversation/${id}/${what}` });
const wrote = () =>
	rig.sandbox.requests().filter(({ method, path }) => method !== 'GET' && !path.startsWith('/inboxes/'));
const urgent = () =>
	support('Active').filter(({ record }) => /urgent/i.test(record.subject) && record.priority !== 'High');

it('the triage example sets priority, tag and one note on urgent conversations only, with three requests each', async () => {
	const wanted = urgent();
	const others = JSON.stringify(all().filter((each) => !wanted.includes(each)));
	const workflow = await rig.client.createWorkflow(await ready());
	const execution = await rig.client.run(workflow, 'By hand');
	expect(execution).toMatchObject({ status: 'success', error: undefined });
	expect(wanted.length).toBeGreaterThan(3);
	expect(wanted.map((each) => [each.record.priority, each.tagIds.includes('tag_urgent'), notes(each)])).toEqual(
		wanted.map(() => ['High', true, 1]),
	);
	expect(JSON.stringify(all().filter((each) => !wanted.includes(each)))).toBe(others);
	const ids = itemsOf(execution, 'Is it urgent and new?').map(({ json }) => json.id);
	for (const node of ['Tag as urgent', 'Note for the team', 'Set high priority'])
		expect(itemsOf(execution, node)).toMatchObject(ids.map((id, item) => ({ json: { id }, pairedItem: { item } })));
	const pages = Math.ceil(support('Active').length / 100);
	expect(rig.sandbox.requests().filter(({ status }) => status === 200)).toHaveLength(pages + 1 + 3 * wanted.length);
	expect(rig.complaints(workflow)).toEqual([]);
	const second = await rig.client.run(workflow, 'By hand');
	expect(itemsOf(second, 'Note for the team')).toEqual([]);
	expect(wrote()).toHaveLength(3 * wanted.length);
	await rig.client.deleteWorkflow(workflow);
});

it('the triage example shows a failed conversation, handles the others, and retries it in the next run', async () => {
	const waiting = urgent();
	const [tag, note, priority] = waiting.map(({ record }) => record.id);
	refuse(tag!, 'tags');
	refuse(note!, 'note');
	refuse(priority!, 'update/priority');
	const example = withSchedule(await ready(), { field: 'seconds', secondsInterval: 2 });
	const [first, second] = await switchedOn(rig.client, example, (begun) => begun >= 2, { mayFail: true });
	expect([first!.status, first!.error]).toEqual([
		'error',
		expect.stringMatching(/^Conversation conv_\w+ was not triaged: .+ The next run tries again/),
	]);
	expect(itemsOf(first!, 'Set high priority')).toHaveLength(waiting.length - 3);
	expect(second!.status).toBe('success');
	expect(waiting.map((each) => [each.record.priority, notes(each)])).toEqual(waiting.map(() => ['High', 1]));
});
