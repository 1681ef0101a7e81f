import { parseArgs } from 'node:util';
import { chosenWorld } from './chosenWorld';
import { startSandbox } from './index';

/**
 * `npx tsx sandbox/cli.ts --port 4010 [--conversations 1200] [--seed 1] [--limit 300] [--latency 0] [--world 7|report.json]`
 * Without `--world` it is the pleasant one; with it, the one of that seed (contract/worlds.ts), or the one that a report describes.
 * A program that wants to stop it starts `node --import tsx sandbox/cli.ts …`, since npx does not hand SIGTERM on.
 */
async function main() {
	const { values } = parseArgs({
		options: {
			port: { type: 'string', default: '4010' },
			conversations: { type: 'string', default: '1200' },
			seed: { type: 'string', default: '1' },
			limit: { type: 'string', default: '300' },
			latency: { type: 'string', default: '0' },
			world: { type: 'string' },
		},
	});
	const { world, missing, told } = chosenWorld(values.world);
	const sandbox = await startSandbox({
		port: Number(values.port),
		conversations: Number(values.conversations),
		seed: Number(values.seed),
		limitPerMinute: Number(values.limit),
		latencyMs: Number(values.latency),
		world,
		missing,
	});
	console.log(`Sandbox ready at ${sandbox.baseUrl} (token ${sandbox.tokens.personal}, control ${sandbox.controlUrl})`);
	if (told !== undefined) console.log(told);
	for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void sandbox.close());
}

void main();
