import { setTimeout as sleep } from 'node:timers/promises';
import { join } from 'node:path';

import { itemsOf, type Execution } from '../../tools/n8n/execution';
import {
	helpdeskCredential,
	readWorkflow,
	withAll,
	withCredential,
	withSchedule,
	type SavedCredential,
	type WorkflowInput,
} from '../../tools/n8n/workflow';
import { startSandbox, type Sandbox } from '../../sandbox';
import { chain, helpdesk, httpRequest, type Link } from './support/chain';
import { connect, type SharedN8n } from './support/n8n';

/** Against a hang: runs that overlap wait for one another. */
jest.setTimeout(180_000);

const EXAMPLE = join(__dirname, '..', '..', 'examples', 'only-once.json');

describe('writing at most once in a real n8n', () => {
	let n8n: SharedN8n;
	let sandbox: Sandbox;
	let credential: SavedCredential;
	let ids: string[];

	beforeAll(async () => {
		n8n = await connect();
		sandbox = await startSandbox({ conversations: 60, limitPerMinute: 0 });
		ids = [...sandbox.store.conversations.keys()].slice(0, 10);
		const { data, ...named } = helpdeskCredential(sandbox.baseUrl, sandbox.tokens.personal);
		credential = await n8n.client.createCredential({ ...named, data: { ...data, requestsPerMinute: 100_000 } });
	});
	beforeEach(() => sandbox.reset());
	afterAll(async () => await sandbox.close());

	const notesOf = (id: string) => sandbox.requests().filter(({ path, method }) => method === 'POST' && path === `/conversation/${id}/note`).length;
	const items = () => ids.map((id) => ({ id }));
	const retries: Partial<Link> = { retryOnFail: true, maxTries: 5, waitBetweenTries: 20, onError: 'continueRegularOutput' };
	const note = { conversationId: { __rl: true, mode: 'id', value: '={{ $json.id }}' }, message: 'seen' };

	async function runOnce(node: Link): Promise<void> {
		sandbox.fault({ kind: 'status', status: 500, path: `/conversation/${ids[0]}/note`, times: 0 });
		const workflow = await n8n.client.createWorkflow(withCredential(chain(node.name, items(), [node]), credential));
		await n8n.client.run(workflow, 'By hand');
		await n8n.client.deleteWorkflow(workflow);
	}

	it('with Retry On Fail, every note is written once, and one of unknown fate is not sent again', async () => {
		await runOnce(helpdesk('Note', 'message.addNote', note, retries));
		expect(ids.map(notesOf)).toEqual(ids.map(() => 1));
	});

	it('where the HTTP Request node writes each of them five times', async () => {
		const parameters = {
			method: 'POST',
			url: `=${sandbox.baseUrl}/conversation/{{ $json.id }}/note`,
			sendBody: true,
			specifyBody: 'json',
			jsonBody: '{ "message": "seen", "mentioned_ids": [] }',
		};
		await runOnce(httpRequest('Note', credential, parameters, retries));
		expect(ids.map(notesOf)).toEqual(ids.map(() => 5));
	});

	/** Runs a workflow on its schedule until `runs` executions have ended. */
	async function schedule(input: WorkflowInput, runs: number): Promise<Execution[]> {
		const workflow = await n8n.client.createWorkflow(withSchedule(withCredential(input, credential), { field: 'seconds', secondsInterval: 1 }));
		await n8n.client.activate(workflow);
		let executions: string[] = [];
		while (executions.length < runs) {
			await sleep(100);
			executions = await n8n.client.executionIds(workflow);
		}
		await n8n.client.deactivate(workflow);
		const ended = await Promise.all(executions.map(async (id) => await n8n.client.finished(id)));
		for (const execution of ended) expect(execution).toMatchObject({ status: 'success' });
		await n8n.client.deleteWorkflow(workflow);
		return ended;
	}

	/** When an execution began and ended, in ms since the epoch. */
	function spanOf({ data }: Execution): { from: number; to: number } {
		const runs = Object.values(data.resultData.runData).flat();
		return {
			from: Math.min(...runs.map(({ startTime }) => startTime)),
			to: Math.max(...runs.map(({ startTime, executionTime }) => startTime + executionTime)),
		};
	}

	it('Only Once Per holds over executions on a schedule', async () => {
		const example = withAll(await readWorkflow(EXAMPLE));
		const [, onSchedule, , get, , , , write] = example.nodes;
		const connect = (to: string) => ({ main: [[{ node: to, type: 'main' as const, index: 0 }]] });
		const connections = { [onSchedule!.name]: connect(get!.name), [get!.name]: connect(write!.name) };
		await schedule({ ...example, nodes: [onSchedule!, get!, write!], connections }, 3);
		const active = [...sandbox.store.conversations.values()].filter(
			({ record }) => record.inbox_id === 'inbox_support' && record.status === 'Active',
		);
		expect(active.map(({ record }) => notesOf(record.id))).toEqual(active.map(() => 1));
	});

	it('the example with Remove Duplicates writes one note a conversation, also when a run overlaps the next in one n8n', async () => {
		// Longer than the second after which the next begins.
		sandbox.fault({ kind: 'slow', ms: 1_500, times: 0 });
		const spans = (await schedule(withAll(await readWorkflow(EXAMPLE)), 4)).map(spanOf).sort((one, other) => one.from - other.from);
		expect(spans.filter(({ from }, index) => index > 0 && from < spans[index - 1]!.to)).not.toEqual([]);
		const active = [...sandbox.store.conversations.values()].filter(
			({ record }) => record.inbox_id === 'inbox_support' && record.status === 'Active',
		);
		expect(active.map(({ record }) => notesOf(record.id))).toEqual(active.map(() => 1));
	});

	it('the example runs by hand to its end and says what failed', async () => {
		sandbox.fault({ kind: 'status', status: 422, method: 'POST', path: '/conversation/*/note', skip: 2 });
		const workflow = await n8n.client.createWorkflow(withCredential(withAll(await readWorkflow(EXAMPLE)), credential));
		const execution = await n8n.client.run(workflow, 'By hand');
		expect(execution).toMatchObject({ status: 'success' });
		expect(itemsOf(execution, 'Look at these')).toHaveLength(1);
		await n8n.client.deleteWorkflow(workflow);
	});
});
