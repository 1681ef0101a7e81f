/**
 * Kills a real n8n many times while the trigger polls every six seconds with n8n's durable scheduler and cursors, and
 * counts the notes that its workflow has written on each conversation. Prints a line for each lost or doubled event.
 *
 * Run it with `npx tsx bench/durableKills.ts [kills]` (100 kills take about half an hour), or with `--plain` without
 * scheduler and cursors.
 */
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { startSandbox } from '../sandbox';
import { arrives, noteOnTrigger, notesOf } from '../test/n8n/support/workflows';
import { installN8n, packTarball } from '../tools/n8n/install';
import { startN8n } from '../tools/n8n/start';
import { helpdeskCredential } from '../tools/n8n/workflow';

const DURABLE = {
	N8N_SCHEDULER_ENABLED: 'true',
	N8N_SCHEDULER_TRIGGER_NODE_MODE: 'new',
	N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true',
	N8N_POLLER_DURABLE_CURSORS_ENABLED: 'true',
	N8N_USE_WORKFLOW_PUBLICATION_SERVICE: 'true',
};

/** n8n's scheduler has a job for each second, so that polls overlap only after a restart. */
const EVERY_6_SECONDS = {
	item: [0, 6, 12, 18, 24, 30, 36, 42, 48, 54].map((second) => ({
		mode: 'custom',
		cronExpression: `${second} * * * * *`,
	})),
};

async function main(): Promise<void> {
	const kills = Number(process.argv.find((each) => /^\d+$/.test(each)) ?? 100);
	const env: Record<string, string> = process.argv.includes('--plain') ? {} : DURABLE;
	await installN8n(console.log);
	const userFolder = await mkdtemp(join(tmpdir(), 'helpdesk-kills-'));
	const sandbox = await startSandbox({ conversations: 60 });
	let n8n = await startN8n({ userFolder, tarball: await packTarball(userFolder), env });
	const port = Number(new URL(n8n.url).port);
	const credential = await n8n.client.createCredential(helpdeskCredential(sandbox.baseUrl, sandbox.tokens.personal));
	const parameters = { event: 'conversationCreated', inboxIds: ['inbox_support'], pollTimes: EVERY_6_SECONDS };
	const workflow = await n8n.client.createWorkflow(noteOnTrigger(parameters, credential));
	await n8n.client.activate(workflow);
	const polls = () => sandbox.requests().filter(({ path }) => path.startsWith('/inboxes/')).length;
	const polled = async (times: number) => {
		const before = polls();
		for (let waited = 0; polls() < before + times && waited < 600; waited += 1) await sleep(100);
	};
	await polled(3);
	const ids: string[] = [];
	let crashes = 0;
	for (let kill = 1; kill <= kills; kill += 1) {
		for (let each = 0; each < 3; each += 1) ids.push(arrives(sandbox));
		// Kills n8n before, in or after the poll that finds them, or its run.
		await sleep(Math.random() * 6_000);
		await n8n.kill();
		ids.push(arrives(sandbox));
		// n8n's recovery of a killed execution may end n8n itself, which an operator's supervisor starts again.
		n8n = await startN8n({ userFolder, port, env }).catch(async () => {
			crashes += 1;
			return await startN8n({ userFolder, port, env });
		});
		await polled(1);
		console.log(`${kill} of ${kills} kills, ${ids.length} events, ${notesOf(sandbox).size} with a note`);
	}
	for (let waited = 0; waited < 120 && ids.some((id) => !notesOf(sandbox).has(id)); waited += 1) await sleep(1_000);
	const counts = ids.map((id, index) => [index, notesOf(sandbox).get(id) ?? 0] as const);
	for (const [index, count] of counts)
		if (count !== 1) console.log(`event ${index}, before kill ${Math.floor(index / 4) + 1}: ${count} notes`);
	const lost = counts.filter(([, count]) => count === 0).length;
	const twice = counts.filter(([, count]) => count > 1).length;
	console.log(
		`${kills} kills, ${ids.length} events: ${lost} lost, ${twice} twice; n8n did not start at once ${crashes} times`,
	);
	await n8n.kill();
	await sandbox.close();
	console.log(`n8n's database is in ${userFolder}`);
}

void main();
