import { setTimeout as sleep } from 'node:timers/promises';

import type { IDataObject } from 'n8n-workflow';

import { helpdeskCredential, type SavedWorkflow } from '../../tools/n8n/workflow';
import { startSandbox, type Sandbox } from '../../sandbox';
import { eventually } from '../n8n/support/n8n';
import { arrives, noteOnTrigger } from '../n8n/support/workflows';
import { useOwnN8n } from './support/ownN8n';

/** When n8n is killed: ms after the first poll's answer, or after the end of the runs. */
const KILLS = [0, 20, 160, 'ended'] as const;

/** Number of workflows, which poll in the same second. */
const WORKFLOWS = 5;

describe('a trigger whose n8n is killed while it starts the workflow', () => {
	let sandbox: Sandbox;
	const own = useOwnN8n();
	const workflows: SavedWorkflow[] = [];

	beforeAll(async () => {
		sandbox = await startSandbox({ conversations: 100, limitPerMinute: 0 });
		const credential = await own.client.createCredential(
			helpdeskCredential(sandbox.baseUrl, sandbox.tokens.personal),
		);
		const pollTimes = { item: [{ mode: 'custom', cronExpression: '30 * * * * *' }] };
		for (let index = 0; index < WORKFLOWS; index += 1) {
			const input = noteOnTrigger(
				{ event: 'conversationCreated', inboxIds: ['inbox_support'], pollTimes },
				credential,
			);
			input.name = input.nodes[1]!.parameters.message = `Workflow ${index}`;
			const workflow = await own.client.createWorkflow(input);
			await own.client.activate(workflow);
			workflows.push(workflow);
		}
	});
	afterAll(async () => await sandbox.close());

	const answered = () =>
		sandbox.requests().filter(({ path, status }) => path.startsWith('/inboxes/') && status === 200).length;
	/** Returns how often each workflow has written its note to a conversation. */
	const notes = (id: string) => {
		const bodies = sandbox
			.requests()
			.flatMap(({ path, status, body }) => (path === `/conversation/${id}/note` && status === 200 ? [body] : []));
		return workflows.map(({ name }) => bodies.filter((body) => (body as IDataObject).message === name).length);
	};
	const isHandled = (id: string) => notes(id).every((count) => count > 0);
	const areRunning = async () =>
		(await Promise.all(workflows.map(async (each) => await own.client.isRunning(each)))).includes(true);

	/** Kills n8n while a new conversation starts the workflows, then restarts n8n. */
	async function killedAt(when: (typeof KILLS)[number]) {
		const polls = answered();
		const id = arrives(sandbox);
		if (when === 'ended') await eventually(async () => isHandled(id) && !(await areRunning()));
		else {
			while (answered() === polls) await sleep(1);
			await sleep(when);
		}
		await own.n8n.kill();
		const before = answered();
		await own.startAgain();
		await eventually(() => answered() > before);
		return id;
	}

	it('loses or repeats only the events of that moment', async () => {
		const killed: string[] = [];
		const undisturbed: string[] = [];
		for (const when of KILLS) {
			killed.push(await killedAt(when));
			undisturbed.push(arrives(sandbox));
			await eventually(() => isHandled(undisturbed.at(-1)!));
		}
		await eventually(async () => !(await areRunning()));
		const counts = killed.map(notes);
		const all = counts.flat();
		const share = (wanted: number) => `${all.filter((count) => count === wanted).length} of ${all.length}`;
		console.info(`notes of ${KILLS.join(', ')}: ${counts.map((each) => each.join(' ')).join(', ')}`);
		console.info(`once ${share(1)}, twice ${share(2)}, never ${share(0)}`);
		const once = workflows.map(() => 1);
		expect(undisturbed.map(notes)).toEqual(KILLS.map(() => once));
		expect(counts.at(-1)).toEqual(once);
		expect(Math.max(...all)).toBeLessThanOrEqual(2);
	});
});
