import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { installN8n, packTarball } from '../../../tools/n8n/install';
import { shared } from '../../n8n/support/globalSetup';

/** Packs the nodes. Each test file starts its own n8n. */
export default async function setUp() {
	await installN8n((line) => console.error(line));
	shared.folder = await mkdtemp(join(tmpdir(), 'helpdesk-crash-'));
	process.env.HELPDESK_TEST_N8N = JSON.stringify({ tarball: await packTarball(shared.folder) });
}
