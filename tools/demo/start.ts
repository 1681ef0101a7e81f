import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { chosenWorld, startSandbox, type ChosenWorld, type Sandbox } from '../../sandbox';
import { createConversation } from '../../sandbox/newConversation';
import seedData from '../../sandbox/data/seed.json';
import { heartbeat } from '../commands/npm.cjs';
import { installN8n, packTarball } from '../n8n/install';
import { onFreePort, startN8n, type RunningN8n } from '../n8n/start';
import { offerTools } from './assistant';
import { leadThrough } from './firstMinutes';

const N8N_PORT = 5678;
const SANDBOX_PORT = 5680;
const MAIL_EVERY_MS = 20_000;

/** Clean-ups at the end of the demo, last first. */
const cleanUps: Array<() => Promise<void> | void> = [];
let ending: Promise<void> | undefined;

/**
 * Runs `npm start`, optionally with `-- --world <report or seed>`. Each start has a new n8n and helpdesk, and removes
 * both at its end.
 */
async function main(): Promise<void> {
	for (const signal of ['SIGINT', 'SIGTERM'] as const)
		process.removeAllListeners(signal).on(signal, () => void end(0));
	const { values } = parseArgs({ args: process.argv.slice(3), options: { world: { type: 'string' } } });
	const chosen = chosenWorld(values.world);
	const say = (line: string) => console.log(`  ${line}`);
	say('1 of 5: install n8n (once per machine: 3 minutes, up to 15 on a busy machine)');
	await installN8n(say);
	const userFolder = await mkdtemp(join(tmpdir(), 'helpdesk-demo-'));
	cleanUps.unshift(() => rm(userFolder, { recursive: true, force: true }));
	say('2 of 5: build and pack the nodes');
	const tarball = await packTarball(userFolder);
	say('3 of 5: start a simulated helpdesk');
	const sandbox = await startHelpdesk(chosen);
	say('4 of 5: start n8n with the packed nodes (half a minute, up to 5 on a busy machine)');
	const n8n = await startDemoN8n(userFolder, tarball);
	say('5 of 5: add credential and triage workflow');
	const { workflow, credential, triaged } = await leadThrough(n8n.client, n8n.url, sandbox);
	const secret = await offerTools(n8n.client, credential);
	startMail(sandbox, triaged);
	console.log(`
  Open        ${sandbox.pageUrl}
              it leads through the first five minutes, and shows tickets and requests live
  Workflow    ${n8n.url}/workflow/${workflow.id}
  AI tools    ${n8n.url}/mcp/helpdesk (MCP) with the bearer token ${secret}

  Everything is new at each start and gone at the end. Stop with Ctrl-C.
`);
	if (chosen.text !== undefined) say(`${chosen.text}\n`);
}

async function end(exitCode: number): Promise<void> {
	ending ??= (async () => {
		for (const cleanUp of cleanUps)
			await Promise.resolve(cleanUp()).catch((error: Error) => console.error(error.message));
	})();
	await ending;
	process.exit(exitCode);
}

async function startHelpdesk({ world, missing }: ChosenWorld): Promise<Sandbox> {
	const sandbox = await onFreePort(SANDBOX_PORT, async (port) => await startSandbox({ port, world, missing }));
	cleanUps.unshift(() => sandbox.close());
	return sandbox;
}

/** Lets customers write from time to time. Until the first run, the urgent tickets stay the newest. */
function startMail({ store }: Sandbox, triaged: () => number): void {
	const contacts = store.contactsOf('org_acme');
	let number = 0;
	const mail = setInterval(() => {
		if (triaged() === 0) return;
		const [subject, text] = seedData.topics[number % seedData.topics.length] as [string, string];
		const contactId = contacts[number % contacts.length]!.id;
		number += 1;
		const named = subject.replace('{order}', String(20_000 + number));
		createConversation(store, { inboxId: 'inbox_support', contactId, subject: named, html: `<p>${text}</p>` });
	}, MAIL_EVERY_MS);
	cleanUps.unshift(() => clearInterval(mail));
}

async function startDemoN8n(userFolder: string, tarball: string): Promise<RunningN8n> {
	const stopBeat = heartbeat('n8n starts');
	const abort = new AbortController();
	const starting = startN8n({ userFolder, port: N8N_PORT, tarball, signal: abort.signal });
	cleanUps.unshift(async () => {
		abort.abort();
		const n8n = await starting.catch(() => undefined);
		await n8n?.stop();
	});
	return await starting.finally(stopBeat);
}

main().catch(async (error: Error) => {
	if (!ending) console.error(`\n${error.message}\n`);
	await end(1);
});
