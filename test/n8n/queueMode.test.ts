import { startSandbox, type Sandbox } from '../../sandbox';
import { Approval, press } from './support/approval';
import { packedTarball } from './support/n8n';
import { itInQueueMode, queueModeForTest, updateInParallel } from './support/queueMode';
import { startModel, type ScriptedModel } from './support/servers';

const WORKERS = 2;
const UPDATES = 270;

describe('a real n8n in queue mode, with two workers behind one address', () => {
	let sandbox: Sandbox;
	let model: ScriptedModel;
	let queueMode: Awaited<ReturnType<typeof queueModeForTest>>;

	beforeAll(async () => {
		const tarball = packedTarball();
		[sandbox, model] = [await startSandbox(), await startModel()];
		queueMode = await queueModeForTest(tarball, WORKERS);
	});

	afterAll(async () => {
		await queueMode?.remove();
		await sandbox?.close();
		await model?.close();
	});

	itInQueueMode(
		'applies every update of two parallel executions, with at most 2 % of the requests throttled',
		async () => {
			const ids = [...sandbox.store.conversations.keys()].slice(0, UPDATES);

			const updated = await updateInParallel(queueMode, sandbox, ids);

			expect(updated.sort()).toEqual([...ids].sort());
			expect(ids.every((id) => sandbox.store.conversations.get(id)!.record.status === 'Pending')).toBe(true);
			const statuses = sandbox.requests().map(({ status }) => status);
			expect(statuses.filter((status) => status === 200)).toHaveLength(UPDATES);
			expect(statuses.length - UPDATES).toBeLessThanOrEqual(0.02 * UPDATES);
			const ran = queueMode.workers.map(
				(worker) => worker.log().filter(({ message }) => message.startsWith('Worker started execution')).length,
			);
			expect(ran).toEqual([1, 1]);
		},
	);

	itInQueueMode('sends what a person approved once, though the worker that asked was killed', async () => {
		const approval = await Approval.publish(queueMode.main.client, sandbox, model);
		model.play(...Array<string>(6).fill('Hello from the team'));
		const asked = Array.from({ length: 6 }, () => approval.customerWrites());
		const links: string[] = [];
		for (const conversation of asked) links.push(await approval.link(conversation));
		await queueMode.workers[0]!.kill();
		const decisions = ['approve', 'decline'].map((decision) => ({ decision, text: 'Hello' }));
		await Promise.all(links.map(async (link, index) => await press(link, decisions[index % 2]!)));
		for (const conversation of asked) await approval.outcome(conversation);
		await Promise.all(links.map(async (link) => await press(link, decisions[0]!)));
		expect(asked.map(approval.replies)).toEqual(asked.map((_, index) => (index % 2 ? [] : ['Hello'])));
	});
});
