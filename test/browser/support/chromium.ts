import { existsSync } from 'node:fs';

import { installDebianPackages } from '../../../tools/n8n/debianPackages';

/** Where Chromium or Chrome is on Debian, Ubuntu, Fedora and macOS. */
const PLACES = [
	'/usr/bin/chromium',
	'/usr/bin/chromium-browser',
	'/usr/bin/google-chrome',
	'/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

export type Found = { path: string } | { missing: string };

/** The machine's Chromium; where it has none, Debian's package is installed, as far as that is allowed. */
export function findChromium(report: (line: string) => void): Found {
	const path = installed();
	if (path) return { path };
	try {
		report('installing Chromium (apt-get), about a minute');
		installDebianPackages('chromium');
	} catch (error) {
		return { missing: `no Chromium here, and ${(error as Error).message}` };
	}
	const now = installed();
	return now ? { path: now } : { missing: 'no Chromium here, and the package of this system brings none' };
}

const installed = () => PLACES.find((place) => existsSync(place));
