import { withCredential, type SavedCredential, type WorkflowInput } from '../../tools/n8n/workflow';
import { startSandbox, type FaultRule, type Sandbox } from '../../sandbox';
import { createConversation } from '../../sandbox/newConversation';
import type { StoredConversation } from '../../sandbox/records';
import { EVERY_SECOND, eventually, quickCredential, readExample, switchedOn, withParameters } from './support/examples';
import { connect, type SharedN8n } from './support/n8n';

jest.setTimeout(60_000);

describe('the example that acknowledges new conversations, in a real n8n', () => {
	let n8n: SharedN8n;
	let sandbox: Sandbox;
	let credential: SavedCredential;
	let example: WorkflowInput;

	beforeAll(async () => {
		n8n = await connect();
		sandbox = await startSandbox({ conversations: 50, limitPerMinute: 0 });
		credential = await quickCredential(n8n.client, sandbox);
		const quickly = withParameters(await readExample('auto-acknowledge'), 'New conversation', { pollTimes: EVERY_SECOND });
		example = withCredential(withParameters(quickly, 'Wait five minutes', { amount: 1, unit: 'seconds' }), credential);
	});
	afterAll(async () => await sandbox.close());

	const contactId = () => sandbox.store.contactsOf('org_acme')[0]!.id;
	const arrive = (subject: string) =>
		createConversation(sandbox.store, { inboxId: 'inbox_support', contactId: contactId(), subject, html: '<p>Hello</p>' });
	const all = () => [...sandbox.store.conversations.values()];
	/** How many notes, and how many times the tag was put on. */
	const marks = ({ record, events }: StoredConversation) => ({
		notes: events.filter(({ message }) => message.text_body.startsWith('Received. ')).length,
		tagged: sandbox.requests().filter(({ path, status }) => path === `/conversation/${record.id}/tags` && status === 200).length,
	});
	const polls = () => sandbox.requests().filter(({ path }) => path === '/inboxes/inbox_support').length;

	const refuse = ({ record }: StoredConversation, what: 'note' | 'tags' | 'messages', rule: Partial<FaultRule> = {}) =>
		sandbox.fault({ kind: 'status', status: 422, path: `/conversation/${record.id}/${what}`, ...rule } as FaultRule);

	it('leaves one note and the tag on each, whatever fails on the way, and says which one it could not', async () => {
		const old = all();
		const arrived: StoredConversation[] = [];
		let refused: StoredConversation;
		let unsure: StoredConversation;

		const executions = await switchedOn(n8n.client, example, async () => {
			await eventually(() => polls() > 0);
			arrived.push(...['one', 'two', 'three', 'four', 'five'].map(arrive));
			refused = arrive('six');
			refuse(arrived[1]!, 'note');
			refuse(arrived[2]!, 'note', { status: 500, when: 'after' });
			refuse(arrived[3]!, 'tags', { status: 500, when: 'after' });
			refuse(refused, 'note', { times: 0 });
			await eventually(() => marks(arrived[0]!).tagged === 1);
			// A poll that fails for good: four attempts.
			sandbox.fault({ kind: 'status', status: 503, path: '/inboxes/inbox_support', times: 4 });
			arrived.push(arrive('seven'));
			unsure = arrive('eight');
			refuse(unsure, 'note', { status: 500 });
			refuse(unsure, 'messages', { status: 403, times: 0 });
			await eventually(() => arrived.every((each) => marks(each).tagged === 1));
			const polled = polls();
			await eventually(() => polls() > polled + 1);
			return true;
		});

		expect(arrived.map(marks)).toEqual(arrived.map(() => ({ notes: 1, tagged: 1 })));
		const errors = executions.filter(({ status }) => status === 'error').map(({ error }) => error);
		for (const left of [refused!, unsure!]) {
			expect(errors).toContainEqual(expect.stringContaining(`Conversation ${left.record.id} was not acknowledged: `));
		}
		const untouched = [...old, refused!, unsure!];
		expect(untouched.map(marks)).toEqual(untouched.map(() => ({ notes: 0, tagged: 0 })));
	});
});
