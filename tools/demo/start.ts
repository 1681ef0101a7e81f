import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { OWNER } from '../n8n/client';
import { installN8n } from '../n8n/install';
import { packTarball } from '../n8n/packTarball';
import { freePort } from '../n8n/ports';
import { startN8n, type RunningN8n } from '../n8n/start';
import type { SavedWorkflow } from '../n8n/workflow';
import { startSandbox, type Sandbox } from '../../sandbox';
import { chosenWorld, type ChosenWorld } from '../../sandbox/chosenWorld';
import { atEnd, end, isEnding } from './cleanUp';
import { deliverMail } from './mail';
import { setUpTriage } from './triage';

const N8N_PORT = 5678;
const SANDBOX_PORT = 5680;

interface Demo {
	tarball: string;
	sandbox: Sandbox;
	n8n: RunningN8n;
	workflow: SavedWorkflow;
}

/** What `npm start` does, with `-- --world <report or seed>` in that helpdesk; every start begins with a new n8n and a new helpdesk, and leaves nothing behind. */
async function main(): Promise<void> {
	for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void end(0));
	const { values } = parseArgs({ args: process.argv.slice(3), options: { world: { type: 'string' } } });
	const chosen = chosenWorld(values.world);
	const { Listr } = await import('listr2');
	const demo = await new Listr<Demo>(
		[
			{ title: 'Install n8n (once per machine, about three minutes)', task: (_, task) => installN8n((line) => (task.output = line)) },
			{ title: 'Build and pack the nodes', task: async (demo) => void (demo.tarball = await packTarball()) },
			{ title: 'Start a simulated helpdesk', task: async (demo) => void (demo.sandbox = await startHelpdesk(chosen)) },
			{ title: 'Start n8n with the packed nodes', task: async (demo) => void (demo.n8n = await startDemoN8n(demo.tarball)) },
			{
				title: 'Add credential and triage workflow',
				task: async (demo) => void (demo.workflow = await setUpTriage(demo.n8n.client, demo.sandbox)),
			},
		],
		{ registerSignalListeners: false },
	).run({} as Demo);
	console.log(instructions(demo));
	if (chosen.told !== undefined) console.log(`  ${chosen.told}\n`);
}

async function startHelpdesk({ world, missing }: ChosenWorld): Promise<Sandbox> {
	const sandbox = await startSandbox({ port: await freePort(SANDBOX_PORT), world, missing });
	atEnd(() => sandbox.close());
	const mail = deliverMail(sandbox, 'inbox_support');
	atEnd(() => mail.stop());
	return sandbox;
}

async function startDemoN8n(tarball: string): Promise<RunningN8n> {
	const userFolder = await mkdtemp(join(tmpdir(), 'helpdesk-demo-'));
	atEnd(() => rm(userFolder, { recursive: true, force: true }));
	const abort = new AbortController();
	const starting = startN8n({ userFolder, port: N8N_PORT, tarball, signal: abort.signal });
	atEnd(async () => {
		abort.abort();
		await starting.then(
			(n8n) => n8n.stop(),
			() => undefined,
		);
	});
	return await starting;
}

function instructions({ n8n, sandbox, workflow }: Demo): string {
	return `
  n8n         ${n8n.url}
              sign in with ${OWNER.email} and the password ${OWNER.password}
  Workflow    ${n8n.url}/workflow/${workflow.id}
              runs every minute; its Executions tab shows what each run read and changed
  Helpdesk    ${sandbox.pageUrl}
              its tickets and the requests against the limit, live; a customer writes every 20 seconds

  Everything is new at each start and gone at the end. Stop with Ctrl-C.
`;
}

main().catch(async (error: Error) => {
	if (!isEnding()) console.error(`\n${error.message}\n`);
	await end(1);
});
