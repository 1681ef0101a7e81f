import { rm } from 'node:fs/promises';

import { shared } from './shared';

/** Stops the shared n8n and removes its folder. */
export default async function tearDown(): Promise<void> {
	if (!shared.running) return;
	await shared.running.n8n.stop();
	await rm(shared.running.userFolder, { recursive: true, force: true });
}
