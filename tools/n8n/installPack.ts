import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { npm } from '../commands/npm.cjs';

/** What n8n's own installer of community packages asks of npm; it drops the peers from the package, npm is told to. */
const AS_N8N_DOES = [
	'--audit=false',
	'--fund=false',
	'--bin-links=false',
	'--install-strategy=shallow',
	'--ignore-scripts=true',
	'--package-lock=false',
	'--legacy-peer-deps',
];

/**
 * Installs a packed community package where n8n looks for it at its next start.
 *
 * @param userFolder n8n's `N8N_USER_FOLDER`
 * @param tarball path of the file that `npm pack` wrote
 */
export async function installPack(userFolder: string, tarball: string): Promise<void> {
	const nodes = join(userFolder, '.n8n', 'nodes');
	await mkdir(nodes, { recursive: true });
	const ledger = { name: 'installed-nodes', private: true, dependencies: {} };
	await writeFile(join(nodes, 'package.json'), JSON.stringify(ledger, null, 2));
	await npm(nodes, ['install', tarball, ...AS_N8N_DOES], () => undefined);
}
