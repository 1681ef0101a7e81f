import { rm } from 'node:fs/promises';

import { shared } from './shared';

/** Ends the shared n8n, which has nothing to save, and removes its folder. */
export default async function tearDown(): Promise<void> {
	if (!shared.running) return;
	const { n8n, userFolder } = shared.running;
	shared.running = undefined;
	await n8n.kill();
	await rm(userFolder, { recursive: true, force: true });
}
