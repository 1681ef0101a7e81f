import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Where Chromium or Chrome is on Debian, Ubuntu, Fedora and macOS. */
const PLACES = [
	'/usr/bin/chromium',
	'/usr/bin/chromium-browser',
	'/usr/bin/google-chrome',
	'/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

export type Found = { path: string } | { missing: string };

/** The machine's Chromium; where it has none, Debian's package is installed, as far as that is allowed. */
export async function findChromium(report: (line: string) => void): Promise<Found> {
	const path = installed();
	if (path) return { path };
	const [command, ...first] = process.getuid?.() === 0 ? ['apt-get'] : ['sudo', '-n', 'apt-get'];
	try {
		report('installing Chromium (apt-get), about a minute');
		await run(command!, [...first, 'update']);
		await run(command!, [...first, 'install', '-y', '--no-install-recommends', 'chromium']);
	} catch (error) {
		return { missing: `no Chromium here, and apt-get could not install it: ${(error as Error).message.trim().split('\n').at(-1)}` };
	}
	const now = installed();
	return now ? { path: now } : { missing: 'no Chromium here, and the package of this system brings none' };
}

const installed = () => PLACES.find((place) => existsSync(place));
