import { join } from 'node:path';

import { installOnce } from '../n8n/installOnce';
import { installationFolder } from '../n8n/runtime.cjs';
import { npm } from '../commands/npm.cjs';

const lockFolder = join(__dirname, 'runtime');

/**
 * Installs n8n's scanner into the cache unless it is there: about 15 seconds and 220 MB, once per machine.
 * It has a folder of its own because it wants the peers that the project's own installation leaves out:
 * without n8n-workflow and a TypeScript 5 beside it, it crashes.
 *
 * @returns the folder
 */
export async function installVerification(report: (line: string) => void): Promise<string> {
	const folder = installationFolder('verification', lockFolder);
	await installOnce(
		folder,
		lockFolder,
		() => report('another process is installing the scanner; waiting for it'),
		(partial) => npm(partial, ['ci', '--ignore-scripts', '--legacy-peer-deps=false'], report),
	);
	return folder;
}
