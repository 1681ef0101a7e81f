import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { chosenWorld, startSandbox, type ChosenWorld, type Sandbox } from '../../sandbox';
import { createConversation } from '../../sandbox/newConversation';
import seedData from '../../sandbox/data/seed.json';
import { installN8n, packTarball } from '../n8n/install';
import { freePort, startN8n, type RunningN8n } from '../n8n/start';
import { leadThrough, type FirstMinutes } from './firstMinutes';

const N8N_PORT = 5678;
const SANDBOX_PORT = 5680;
const MAIL_EVERY_MS = 20_000;

interface Demo {
	tarball: string;
	sandbox: Sandbox;
	n8n: RunningN8n;
	first: FirstMinutes;
}

/** What the end of the demo undoes, last first. */
const cleanUps: Array<() => Promise<void> | void> = [];
let ending: Promise<void> | undefined;

/** Runs `npm start`, optionally with `-- --world <report or seed>`. Each start is a new n8n and a new helpdesk, and leaves nothing behind. */
async function main(): Promise<void> {
	for (const signal of ['SIGINT', 'SIGTERM'] as const) process.removeAllListeners(signal).on(signal, () => void end(0));
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
				task: async (demo) => {
					const { client, url } = demo.n8n;
					demo.first = await leadThrough(client, url, demo.sandbox);
					startMail(demo);
				},
			},
		],
		{ registerSignalListeners: false },
	).run({} as Demo);
	console.log(instructions(demo));
	if (chosen.text !== undefined) console.log(`  ${chosen.text}\n`);
}

async function end(exitCode: number): Promise<void> {
	ending ??= (async () => {
		for (const cleanUp of cleanUps) await Promise.resolve(cleanUp()).catch((error: Error) => console.error(error.message));
	})();
	await ending;
	process.exit(exitCode);
}

async function startHelpdesk({ world, missing }: ChosenWorld): Promise<Sandbox> {
	const sandbox = await startSandbox({ port: await freePort(SANDBOX_PORT), world, missing });
	cleanUps.unshift(() => sandbox.close());
	return sandbox;
}

/** Until the first run, the urgent tickets stay the newest. */
function startMail({ sandbox, first }: Demo): void {
	const write = mailFrom(sandbox);
	const mail = setInterval(() => first.triaged() > 0 && write(), MAIL_EVERY_MS);
	cleanUps.unshift(() => clearInterval(mail));
}

/** Returns a function that lets the next customer write. */
function mailFrom({ store }: Sandbox): () => void {
	const contacts = store.contactsOf('org_acme');
	let number = 0;
	return () => {
		const [subject, text] = seedData.topics[number % seedData.topics.length] as [string, string];
		const contactId = contacts[number % contacts.length]!.id;
		number += 1;
		const inboxId = 'inbox_support';
		createConversation(store, { inboxId, contactId, subject: subject.replace('{order}', String(20_000 + number)), html: `<p>${text}</p>` });
	};
}

async function startDemoN8n(tarball: string): Promise<RunningN8n> {
	const userFolder = await mkdtemp(join(tmpdir(), 'helpdesk-demo-'));
	cleanUps.unshift(() => rm(userFolder, { recursive: true, force: true }));
	const abort = new AbortController();
	const starting = startN8n({ userFolder, port: N8N_PORT, tarball, signal: abort.signal });
	cleanUps.unshift(async () => {
		abort.abort();
		const n8n = await starting.catch(() => undefined);
		await n8n?.stop();
	});
	return await starting;
}

function instructions({ n8n, sandbox, first }: Demo): string {
	return `
  Open        ${sandbox.pageUrl}
              it leads through the first five minutes, and shows tickets and requests live
  Workflow    ${n8n.url}/workflow/${first.workflow.id}

  Everything is new at each start and gone at the end. Stop with Ctrl-C.
`;
}

main().catch(async (error: Error) => {
	if (!ending) console.error(`\n${error.message}\n`);
	await end(1);
});
