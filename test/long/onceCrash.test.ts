import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import type { INodeParameters } from 'n8n-workflow';

import { startN8n, type RunningN8n } from '../../n8n/start';
import { helpdeskCredential, readWorkflow, withCredential, withSchedule, type WorkflowInput } from '../../n8n/workflow';
import { startSandbox, type Sandbox } from '../../sandbox';
import { connect } from '../n8n/support/n8n';

jest.setTimeout(300_000);

const EXAMPLE = join(__dirname, '..', '..', 'examples', 'only-once.json');

/** Notes that a run writes when nothing goes wrong. */
const NOTES = 300;

describe('n8n killed with SIGKILL in the middle of 300 notes, then started again', () => {
	let sandbox: Sandbox;
	let n8n: RunningN8n;
	let userFolder: string;

	beforeAll(async () => {
		const { tarball } = await connect();
		userFolder = await mkdtemp(join(tmpdir(), 'helpdesk-crash-'));
		sandbox = await startSandbox({ conversations: 2_000, limitPerMinute: 0, latencyMs: 30 });
		n8n = await startN8n({ userFolder, tarball });
	});
	afterAll(async () => {
		await n8n.kill();
		await sandbox.close();
		await rm(userFolder, { recursive: true, force: true });
	});
	beforeEach(() => sandbox.reset());

	const notes = () => sandbox.requests().filter(({ path, method }) => method === 'POST' && path.endsWith('/note'));

	/** How many conversations have how many notes after the crash and the run that follows it. */
	async function afterCrash(input: WorkflowInput, interval: INodeParameters): Promise<{ once: number; twice: number }> {
		const { data, ...named } = helpdeskCredential(sandbox.baseUrl, sandbox.tokens.personal);
		const credential = await n8n.client.createCredential({ ...named, data: { ...data, requestsPerMinute: 100_000 } });
		const get = input.nodes.find(({ name }) => name === 'Get active conversations')!;
		Object.assign(get.parameters, { returnAll: false, limit: NOTES });
		const workflow = await n8n.client.createWorkflow(withSchedule(withCredential(input, credential), interval));
		await n8n.client.activate(workflow);
		while (notes().length < NOTES / 2) await sleep(2);
		await n8n.kill();

		expect(notes().length).toBeLessThan(NOTES);
		n8n = await startN8n({ userFolder });
		// n8n marks what it finds unfinished as crashed, and its schedules go on.
		for (let ended = false; !ended; await sleep(200)) {
			const ids = await n8n.client.executionIds(workflow);
			const runs = await Promise.all(ids.map(async (id) => await n8n.client.finished(id, 120_000)));
			ended = runs.some(({ status }) => status === 'success');
		}
		await n8n.client.deactivate(workflow);
		const perConversation = new Map<string, number>();
		for (const { path } of notes()) perConversation.set(path, (perConversation.get(path) ?? 0) + 1);
		const counts = [...perConversation.values()];
		await n8n.client.deleteWorkflow(workflow);
		return { once: counts.filter((count) => count === 1).length, twice: counts.filter((count) => count > 1).length };
	}

	/** The example without its loop: all notes in one run of the node. */
	async function withoutLoop(options: { onlyOncePer?: string }): Promise<WorkflowInput> {
		const example = await readWorkflow(EXAMPLE);
		const nodes = example.nodes.filter(({ name }) => ['On a schedule', 'Get active conversations', 'Note for the team'].includes(name));
		nodes[2]!.parameters.options = options;
		const to = (name: string) => ({ main: [[{ node: name, type: 'main' as const, index: 0 }]] });
		return { ...example, nodes, connections: { 'On a schedule': to('Get active conversations'), 'Get active conversations': to('Note for the team') } };
	}

	// A minute is longer than a run: Remove Duplicates loses keys when two runs overlap.
	it('the example with Remove Duplicates writes no second note, and leaves out at most the one that was on its way', async () => {
		const { once, twice } = await afterCrash(await readWorkflow(EXAMPLE), { field: 'minutes', minutesInterval: 1 });
		expect(twice).toBe(0);
		expect(once).toBeGreaterThanOrEqual(NOTES - 1);
	});

	it('without it, what was written before the crash is written again, with Only Once Per too: n8n had not saved its keys', async () => {
		for (const options of [{}, { onlyOncePer: '={{ $json.id }}' }]) {
			sandbox.reset();
			const { twice } = await afterCrash(await withoutLoop(options), { field: 'seconds', secondsInterval: 5 });
			console.log(`${JSON.stringify(options)}: ${twice} of ${NOTES} conversations have a second note`);
			expect(twice).toBeGreaterThan(NOTES / 4);
		}
	});
});
