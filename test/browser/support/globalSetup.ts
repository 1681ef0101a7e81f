import { existsSync } from 'node:fs';

import { installDebianPackages } from '../../../tools/n8n/install';
import setUpN8n from '../../n8n/support/globalSetup';

/** Paths of Chromium or Chrome on Debian, Ubuntu, Fedora and macOS. */
const PLACES = [
	'/usr/bin/chromium',
	'/usr/bin/chromium-browser',
	'/usr/bin/google-chrome',
	'/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
const installed = () => PLACES.find((place) => existsSync(place));

/**
 * Finds a browser, or installs Debian's if allowed, and starts the shared n8n. Without a browser, tests are skipped.
 */
export default async function setUp() {
	let problem = 'the package of this system brings none';
	if (!installed()) {
		try {
			console.error('installing Chromium (apt-get), about a minute');
			installDebianPackages('chromium');
		} catch (error) {
			problem = (error as Error).message;
		}
	}
	process.env.HELPDESK_TEST_CHROMIUM = installed();
	if (installed()) return await setUpN8n();
	delete process.env.HELPDESK_TEST_CHROMIUM;
	console.error(
		`\n*** THE EDITOR AND THE SANDBOX'S PAGE ARE NOT TESTED: no Chromium here, and ${problem}\n*** Install Chromium and run npm test again.\n`,
	);
}
