import { itemsOf, type Execution } from '../../tools/n8n/execution';
import { withCredential, type WorkflowInput } from '../../tools/n8n/workflow';
import { startSandbox, type Sandbox } from '../../sandbox';
import { quickCredential, readExample } from './support/examples';
import { connect, type SharedN8n } from './support/n8n';

jest.setTimeout(90_000);

/** What the rule of the example says of a subject. */
const triageOf = (subject: string) => (/urgent/i.test(subject) ? 'Urgent' : /refund|charged twice/i.test(subject) ? 'Refund' : undefined);

describe('the example that rehearses triage, in a real n8n', () => {
	let n8n: SharedN8n;
	let sandbox: Sandbox;
	let example: WorkflowInput;
	beforeAll(async () => {
		n8n = await connect();
		sandbox = await startSandbox({ conversations: 1_000, limitPerMinute: 0 });
		example = withCredential(await readExample('rehearse-triage'), await quickCredential(n8n.client, sandbox));
	});
	afterAll(async () => await sandbox.close());

	async function run(workflow: WorkflowInput): Promise<Execution> {
		const saved = await n8n.client.createWorkflow(workflow);
		const execution = await n8n.client.run(saved, 'By hand');
		await n8n.client.deleteWorkflow(saved);
		return execution;
	}
	const table = (execution: Execution) => itemsOf(execution, 'Agreement').map(({ json }) => json);

	it('tells for each tag how often people and triage agree on the last 200 conversations, and writes nothing', async () => {
		const newest = sandbox.store.sortedConversations({ inboxId: 'inbox_support' }, 'newest').slice(0, 200);
		expect(newest).toHaveLength(200);
		// People go by the same rule, but for every third conversation.
		const people = (index: number) => (index % 3 === 0 ? 'Bug' : triageOf(newest[index]!.record.subject));
		newest.forEach((each, index) => (each.tagIds = [people(index)].flatMap((name) => (name ? [`tag_${name.toLowerCase()}`] : []))));
		const wanted = new Map<string, { both: number; only_triage: number; only_people: number }>();
		newest.forEach(({ record }, index) => {
			const [given, would] = [people(index), triageOf(record.subject)];
			for (const tag of new Set([given, would, ...((given ?? would) ? [] : ['no tag'])])) {
				if (tag === undefined) continue;
				const row = wanted.get(tag) ?? { both: 0, only_triage: 0, only_people: 0 };
				row[given === would ? 'both' : tag === would ? 'only_triage' : 'only_people'] += 1;
				wanted.set(tag, row);
			}
		});
		expect([...wanted.keys()].sort()).toEqual(['Bug', 'Refund', 'Urgent', 'no tag']);
		const execution = await run(example);
		expect([execution.status, execution.error]).toEqual(['success', undefined]);
		expect(new Map(table(execution).map(({ tag, both, only_triage, only_people }) => [tag, { both, only_triage, only_people }]))).toEqual(wanted);
		const { both, only_triage, only_people } = wanted.get('Urgent')!;
		expect(both).toBeGreaterThan(5);
		const percent = Math.round((100 * both) / (both + only_triage + only_people));
		expect(table(execution)).toContainEqual(expect.objectContaining({ tag: 'Urgent', agreement: `${percent} %` }));
		const differing = [...wanted.values()].reduce((sum, row) => sum + row.only_triage + row.only_people, 0);
		expect(itemsOf(execution, 'Where they differ')).toHaveLength(differing);
		expect(itemsOf(execution, 'Tag it').every(({ json }) => json.dryRun)).toBe(true);
		const wrote = sandbox.requests().filter(({ method, path }) => method !== 'GET' && path !== '/inboxes/inbox_support');
		expect(wrote).toEqual([]);
	});

	it('understands tags as records, IDs and names, and says so where the helpdesk shows none', async () => {
		const id = sandbox.store.sortedConversations({ inboxId: 'inbox_support' }, 'newest')[0]!.record.id;
		const pinned = (...tags: unknown[]) => ({
			...example,
			pinData: { 'With its tags': tags.map((each) => ({ json: { id, ticket_id: 1, subject: 'URGENT', tags: each as string[] } })) },
		});
		const execution = await run(pinned([{ id: 'tag_urgent', name: 'Urgent' }], ['tag_urgent'], ['Urgent'], []));
		expect(table(execution)).toEqual([{ tag: 'Urgent', both: 3, only_triage: 1, only_people: 0, agreement: '75 %' }]);
		expect((await run(pinned(undefined))).error).toBe(
			`The helpdesk does not show the tags of conversation ${id}, so there is nothing to compare with.`,
		);
	});
});
