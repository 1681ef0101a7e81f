import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { npm } from '../commands/npm.cjs';

const project = join(__dirname, '../..');

/** Builds the pack and packs it as it would be published; resolves with the tarball's path. */
export async function packTarball(): Promise<string> {
	const folder = join(project, '.cache');
	await mkdir(folder, { recursive: true });
	await npm(project, ['run', 'build'], () => undefined);
	await npm(project, ['pack', '--pack-destination', folder], () => undefined);
	const { name, version } = JSON.parse(await readFile(join(project, 'package.json'), 'utf8')) as Record<string, string>;
	return join(folder, `${name}-${version}.tgz`);
}
