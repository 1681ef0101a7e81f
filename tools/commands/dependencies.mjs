import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { npm } from './npm.cjs';

const project = fileURLToPath(new URL('../..', import.meta.url));

/** Runs `npm ci` in the project unless node_modules holds what the lock says, by npm's own record of it. */
export async function installDependencies() {
	const wanted = packagesOf('package-lock.json');
	const installed = packagesOf('node_modules/.package-lock.json');
	const stale = Object.entries(wanted).some(([path, { version, optional, peer }]) => {
		const isAbsent = !installed[path];
		return path !== '' && (isAbsent ? !optional && !peer : installed[path].version !== version);
	});
	if (!stale) return;
	console.log('Installing the dependencies of this project (npm ci), about a minute');
	await npm(project, ['ci'], (line) => console.log(`  ${line}`));
}

/** @param {string} lock a lock file of npm; one that is not there has no packages */
function packagesOf(lock) {
	try {
		return JSON.parse(readFileSync(join(project, lock), 'utf8')).packages;
	} catch {
		return {};
	}
}
