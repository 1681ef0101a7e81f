import { itemsOf } from '../../tools/n8n/execution';
import { withAll, withCredential, withSchedule, type SavedCredential } from '../../tools/n8n/workflow';
import { startSandbox, type Sandbox } from '../../sandbox';
import type { StoredConversation } from '../../sandbox/records';
import { quickCredential, readExample, switchedOn } from './support/examples';
import { connect, type SharedN8n } from './support/n8n';

jest.setTimeout(30_000);

describe('the triage example when something fails', () => {
	let n8n: SharedN8n;
	let sandbox: Sandbox;
	let credential: SavedCredential;

	beforeAll(async () => {
		n8n = await connect();
		sandbox = await startSandbox({ conversations: 200, limitPerMinute: 0 });
		credential = await quickCredential(n8n.client, sandbox);
	});
	afterAll(async () => await sandbox.close());

	const urgent = () =>
		[...sandbox.store.conversations.values()].filter(
			({ record }) => record.inbox_id === 'inbox_support' && record.status === 'Active' && /urgent/i.test(record.subject),
		);
	const notesOf = ({ events }: StoredConversation) => events.filter(({ message }) => message.text_body.startsWith('Triage: ')).length;

	it('shows the failure, does the others, and the next run does the rest with one note each', async () => {
		const waiting = urgent().filter(({ record }) => record.priority !== 'High');
		expect(waiting.length).toBeGreaterThan(3);
		const [tag, note, priority] = waiting.map(({ record }) => record.id);
		sandbox.fault({ kind: 'status', status: 422, path: `/conversation/${tag}/tags` });
		sandbox.fault({ kind: 'status', status: 422, path: `/conversation/${note}/note` });
		sandbox.fault({ kind: 'status', status: 422, path: `/conversation/${priority}/update/priority` });
		const example = withSchedule(withCredential(withAll(await readExample('triage')), credential), { field: 'seconds', secondsInterval: 2 });

		const [first, second] = await switchedOn(n8n.client, example, (begun) => begun >= 2);

		expect(first).toMatchObject({
			status: 'error',
			error: expect.stringMatching(/^Conversation conv_\w+ was not triaged: .+ The next run tries again/),
		});
		expect(itemsOf(first!, 'Set high priority')).toHaveLength(waiting.length - 3);
		expect(second).toMatchObject({ status: 'success' });
		expect(waiting.map((each) => [each.record.priority, notesOf(each), each.tagIds.includes('tag_urgent')])).toEqual(
			waiting.map(() => ['High', 1, true]),
		);
	});
});
