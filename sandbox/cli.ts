import { parseArgs } from 'node:util';
import { chosenWorld } from './chosenWorld';
import { startSandbox } from './index';

/**
 * `npx tsx sandbox/cli.ts --port 4010 [--conversations 1200] [--seed 1] [--limit 300] [--latency 0] [--world WORLD]`
 * WORLD is a seed (contract/worlds.ts) or a report of the example "Check my helpdesk". A program that stops the sandbox
 * with SIGTERM must start `node --import tsx sandbox/cli.ts …`, because npx does not pass the signal on.
 */
async function main(): Promise<void> {
	const usual = { port: '4010', conversations: '1200', seed: '1', limit: '300', latency: '0' };
	const options = Object.fromEntries(
		Object.entries(usual).map(([name, value]) => [name, { type: 'string', default: value } as const]),
	);
	const { values } = parseArgs({ options: { ...options, world: { type: 'string' } } });
	const { world, missing, text } = chosenWorld(values.world);
	const [port, conversations, seed, limitPerMinute, latencyMs] = Object.keys(usual).map((name) =>
		Number(values[name as 'world']),
	);
	const sandbox = await startSandbox({ port, conversations, seed, limitPerMinute, latencyMs, world, missing });
	console.log(
		`Sandbox ready at ${sandbox.baseUrl} (token ${sandbox.tokens.personal}, control ${sandbox.controlUrl})`,
	);
	if (text !== undefined) console.log(text);
	for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void sandbox.close());
}

void main();
