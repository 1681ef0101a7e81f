import { mkdir, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { installN8n, packTarball } from '../../../tools/n8n/install';
import { startN8n, type RunningN8n } from '../../../tools/n8n/start';

/** Used by the global tear-down. */
export const shared: { n8n?: RunningN8n; folder?: string } = {};

/** n8n's default is 15 seconds. */
const PUBLISHES_SOON = { N8N_WORKFLOW_PUBLICATION_OUTBOX_POLL_INTERVAL_MS: '200' };

/** Starts the n8n that all test files share, with the pack installed from its tarball. */
export default async function setUp(): Promise<void> {
	if (shared.n8n) return;
	await installN8n((line) => console.error(line));
	const userFolder = await mkdtemp(join(tmpdir(), 'helpdesk-test-'));
	shared.folder = userFolder;
	const tarball = await packTarball(userFolder);
	// n8n's default is a folder in the developer's home.
	const files = join(userFolder, 'files');
	await mkdir(files);
	const n8n = await startN8n({ userFolder, tarball, env: { N8N_RESTRICT_FILE_ACCESS_TO: files, ...PUBLISHES_SOON } });
	shared.n8n = n8n;
	// Test files run in separate contexts, which share only the environment.
	process.env.HELPDESK_TEST_N8N = JSON.stringify({ url: n8n.url, logFile: n8n.logFile, tarball, files });
}
