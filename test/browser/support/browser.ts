import { mkdir } from 'node:fs/promises';
import { join, relative } from 'node:path';

import { chromium, selectors, type Browser, type Page } from 'playwright-core';

import { startSandbox, type Changed, type Sandbox, type SandboxOptions } from '../../../sandbox';

const project = join(__dirname, '..', '..', '..');
const FAILURES = join(project, '.cache', 'browser');
const IMAGES = join(project, 'docs', 'images');

/** Nothing that calls other hosts, and no sandbox of Chromium, which needs rights that a container does not give. */
const FLAGS = [
	'--no-sandbox',
	'--disable-gpu',
	'--disable-quic',
	'--no-first-run',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
];

/** For one click, and for something to appear. Guards against a hang. */
const WITHIN_MS = 30_000;

/** For a page to load: the editor is some megabytes of script. */
export const LOADED_WITHIN_MS = 90_000;

const executablePath = process.env.HELPDESK_TEST_CHROMIUM;

export interface OpenPage {
	page: Page;
	browser: Browser;
	/** Errors in the page's own console. */
	complaints: string[];
}

/** Opens a window of 1200 x 750 with the light theme and times in UTC, in a browser of its own. */
async function openPage(): Promise<OpenPage> {
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

/** A window and a simulated helpdesk; its clock stands still, so that pictures show the same tickets and times. */
export interface Visit extends OpenPage {
	sandbox: Sandbox;
	/** Adds a step. Each step begins where the one before ended; after a failure the others fail at once. */
	step: (title: string, take: () => Promise<void>) => void;
}

/** Describes a visit in steps. Skipped if the set-up of the run found no browser and has said so. */
export function describeVisit(title: string, options: Changed<SandboxOptions>, steps: (visit: Visit) => void): void {
	(executablePath ? describe : describe.skip)(title, () => {
		let failed: string | undefined;
		const visit = {
			step: (title, take) =>
				void it(title, async () => {
					// Without a stack, which would repeat the lines of this file for each step.
					if (failed !== undefined) throw Object.assign(new Error(), { stack: `Not reached, because this step failed: ${failed}` });
					failed = title;
					await take().catch(async (error: Error) => await failWith(error, visit.page, title));
					failed = undefined;
				}),
		} as Visit;
		beforeAll(async () => {
			const sandbox = await startSandbox({ clock: { now: () => Date.UTC(2026, 5, 1, 9) }, ...options });
			Object.assign(visit, { sandbox }, await openPage());
		});
		afterAll(async () => {
			await visit.browser?.close();
			await visit.sandbox?.close();
		});
		steps(visit);
	});
}

/** Adds a picture of the window at the moment of the failure. */
async function failWith(error: Error, page: Page, title: string): Promise<never> {
	const path = join(FAILURES, `${title.replace(/\W+/g, '-')}.png`);
	await mkdir(FAILURES, { recursive: true });
	const picture = await page.screenshot({ path }).then(
		() => relative(process.cwd(), path),
		({ message }: Error) => `no picture: ${message}`,
	);
	error.stack = `The window at that moment: ${picture}\n${error.stack}`;
	throw error;
}

/** n8n's passing notices and tips, which would cover what the picture shows. */
const WITHOUT_NOTICES = '.el-notification, [data-reka-popper-content-wrapper]:has([role=tooltip]) { display: none !important }';

/** Takes a picture of the window. Only `npm run docs:pictures` writes it to `docs/images`, so that a test run changes no file. */
export async function picture(page: Page, name: string): Promise<void> {
	const path = process.env.HELPDESK_PICTURES ? join(IMAGES, `${name}.png`) : undefined;
	await page.screenshot({ path, style: WITHOUT_NOTICES, animations: 'disabled', caret: 'hide' });
}
