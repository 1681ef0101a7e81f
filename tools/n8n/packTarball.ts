import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { npm } from '../commands/npm.cjs';
import { withLock } from './installLock';

const project = join(__dirname, '../..');
const cache = join(project, '.cache');

/**
 * Builds the pack and packs it as it would be published; resolves with the tarball's path. One process at a time: every build
 * begins with an empty `dist`.
 *
 * @param folder of the tarball; one of its own where others may pack while it is in use
 */
export async function packTarball(folder = cache): Promise<string> {
	await mkdir(cache, { recursive: true });
	await withLock(
		join(cache, 'packing'),
		() => undefined,
		async () => {
			await npm(project, ['run', 'build'], () => undefined);
			await npm(project, ['pack', '--pack-destination', folder], () => undefined);
		},
	);
	const { name, version } = JSON.parse(await readFile(join(project, 'package.json'), 'utf8')) as Record<string, string>;
	return join(folder, `${name}-${version}.tgz`);
}
