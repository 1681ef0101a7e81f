import setUpN8n from '../../n8n/support/globalSetup';
import { findChromium } from './chromium';

/** Finds or installs the browser, then starts the shared n8n. Without a browser it says so, and the tests are skipped. */
export default async function setUp(): Promise<void> {
	const found = findChromium((line) => console.error(line));
	if ('missing' in found) {
		console.error(`\n*** THE EDITOR AND THE SANDBOX'S PAGE ARE NOT TESTED: ${found.missing}\n*** Install Chromium and run npm test again.\n`);
		return;
	}
	process.env.HELPDESK_TEST_CHROMIUM = found.path;
	await setUpN8n();
}
