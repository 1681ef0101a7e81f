import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { startN8n, type RunningN8n } from '../../tools/n8n/start';
import { helpdeskCredential, type SavedWorkflow } from '../../tools/n8n/workflow';
import { startSandbox, type Sandbox } from '../../sandbox';
import { packedTarball } from '../n8n/support/n8n';
import { arrives, noteOnTrigger } from '../n8n/support/workflows';

jest.setTimeout(1_800_000);

/** Kills, so many ms after the helpdesk has answered the first of the polls; after the last, everything must be saved. */
const KILLS = [0, 20, 160, 5_000];

/** Workflows whose polls fall into the same second. */
const WORKFLOWS = 5;
const ONCE_EACH = Array<number>(WORKFLOWS).fill(1);

describe('n8n killed with SIGKILL in the moment in which a trigger starts its workflow', () => {
	let sandbox: Sandbox;
	let n8n: RunningN8n;
	let userFolder: string;
	const workflows: SavedWorkflow[] = [];

	beforeAll(async () => {
		const tarball = packedTarball();
		userFolder = await mkdtemp(join(tmpdir(), 'helpdesk-trigger-crash-'));
		sandbox = await startSandbox({ conversations: 100, limitPerMinute: 0 });
		n8n = await startN8n({ userFolder, tarball });
		const credential = await n8n.client.createCredential(helpdeskCredential(sandbox.baseUrl, sandbox.tokens.personal));
		const pollTimes = { item: [{ mode: 'custom', cronExpression: '30 * * * * *' }] };
		for (let index = 0; index < WORKFLOWS; index += 1) {
			const workflow = await n8n.client.createWorkflow(
				noteOnTrigger({ event: 'conversationCreated', inboxIds: ['inbox_support'], pollTimes }, credential),
			);
			await n8n.client.activate(workflow);
			workflows.push(workflow);
		}
	});
	afterAll(async () => {
		await n8n.kill();
		await sandbox.close();
		await rm(userFolder, { recursive: true, force: true });
	});

	const answered = () => sandbox.requests().filter(({ path, status }) => path.startsWith('/inboxes/') && status === 200).length;
	const until = async (polls: number) => {
		for (const deadline = Date.now() + 150_000; answered() < polls; await sleep(1)) if (Date.now() > deadline) throw new Error('No poll came');
	};
	const runs = async () => await Promise.all(workflows.map(async (workflow) => (await n8n.client.executionIds(workflow)).length));

	/** How often each workflow was started meanwhile. */
	async function startedBy(deed: () => Promise<void>): Promise<number[]> {
		const before = await runs();
		await deed();
		// The polls fall into the same second and share what one of them reads; n8n starts the runs after them.
		await sleep(10_000);
		return (await runs()).map((count, index) => count - before[index]!);
	}

	/** For one conversation, where n8n is killed. */
	const killed = async (afterMs: number) =>
		await startedBy(async () => {
			const polls = answered();
			arrives(sandbox);
			await until(polls + 1);
			await sleep(afterMs);
			await n8n.kill();
			const restarted = answered();
			n8n = await startN8n({ userFolder });
			await until(restarted + 1);
		});

	/** For one conversation, where it is not. */
	const undisturbed = async () =>
		await startedBy(async () => {
			const polls = answered();
			arrives(sandbox);
			await until(polls + 1);
		});

	it('loses or repeats nothing but what was emitted in that very moment', async () => {
		const came = new Map<number, number[]>();
		for (const afterMs of KILLS) {
			came.set(afterMs, await killed(afterMs));
			// What comes next is neither lost with it nor repeated.
			expect(await undisturbed()).toEqual(ONCE_EACH);
			console.log(`${afterMs} ms: ${came.get(afterMs)!.join(' ')}`);
		}
		const all = [...came.values()].flat();
		const share = (count: number) => `${all.filter((each) => each === count).length} of ${all.length}`;
		const ids = (await Promise.all(workflows.map(async (workflow) => await n8n.client.executionIds(workflow)))).flat();
		const crashed = (await Promise.all(ids.map(async (id) => await n8n.client.finished(id)))).filter(({ status }) => status === 'crashed');
		console.log(`once ${share(1)}, twice ${share(2)}, never ${share(0)}; ${crashed.length} runs were marked as crashed`);
		expect(came.get(KILLS.at(-1)!)).toEqual(ONCE_EACH);
		expect(Math.max(...all)).toBeLessThanOrEqual(2);
	});
});
