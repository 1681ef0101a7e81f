import { rm } from 'node:fs/promises';

import { shared } from './globalSetup';

/** Kills the shared n8n, which has nothing to save, and removes its folder. */
export default async function tearDown(): Promise<void> {
	await shared.n8n?.kill();
	if (shared.folder !== undefined) await rm(shared.folder, { recursive: true, force: true });
}
