import { chromium, selectors, type Browser, type Page } from 'playwright-core';

/** Nothing that calls outside, and no sandbox of its own, which needs rights that a container does not give. */
const FLAGS = [
	'--no-sandbox',
	'--disable-gpu',
	'--disable-quic',
	'--no-first-run',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
];

/** For one click or one thing to appear. What takes longer on a machine that is busy with other work is broken. */
const WITHIN_MS = 15_000;

/** For a page to load: the editor is some megabytes of script. */
export const LOADED_WITHIN_MS = 60_000;

const executablePath = process.env.HELPDESK_TEST_CHROMIUM;

/** `describe`, and skipped where the set-up of the run found no browser and has said so. */
export const describeInBrowser = executablePath ? describe : describe.skip;

export interface OpenPage {
	page: Page;
	browser: Browser;
	/** What the page itself complained about in its console. */
	complaints: string[];
}

/** A window of 1200 x 750 with the light theme and times in UTC, in a browser of its own. */
export async function openPage(): Promise<OpenPage> {
	selectors.setTestIdAttribute('data-test-id');
	const browser = await chromium.launch({ executablePath, args: FLAGS });
	const page = await browser.newPage({ viewport: { width: 1200, height: 750 }, colorScheme: 'light', locale: 'en-US', timezoneId: 'UTC' });
	page.setDefaultTimeout(WITHIN_MS);
	page.setDefaultNavigationTimeout(LOADED_WITHIN_MS);
	const complaints: string[] = [];
	page.on('pageerror', ({ message }) => complaints.push(message));
	page.on('console', (line) => void (line.type() === 'error' && complaints.push(line.text())));
	return { page, browser, complaints };
}
