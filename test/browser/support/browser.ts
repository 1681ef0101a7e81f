import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';

import { chromium, selectors, type Browser, type Locator, type Page } from 'playwright-core';

import { startSandbox, type Changed, type Sandbox, type SandboxOptions } from '../../../sandbox';

const project = join(__dirname, '..', '..', '..');
const FAILURES = join(project, '.cache', 'browser');
const IMAGES = join(project, 'docs', 'images');

/** Flags that stop calls to other hosts, and Chromium's sandbox, which needs rights that a container lacks. */
const FLAGS = [
	'--no-sandbox',
	'--disable-gpu',
	'--disable-quic',
	'--no-first-run',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
];

/** Maximum time (ms) for a click or for an element to appear. It only guards against a hang. */
const WITHIN_MS = 30_000;

/** Maximum time (ms) for a page to load. The editor is several megabytes of script. */
export const LOADED_WITHIN_MS = 90_000;

const executablePath = process.env.HELPDESK_TEST_CHROMIUM;

interface OpenPage {
	page: Page;
	browser: Browser;
	/** Errors in the page's console. */
	complaints: string[];
}

async function openPage() {
	selectors.setTestIdAttribute('data-test-id');
	const browser = await chromium.launch({ executablePath, args: FLAGS });
	const page = await browser.newPage({
		viewport: { width: 1200, height: 750 },
		colorScheme: 'light',
		locale: 'en-US',
		timezoneId: 'UTC',
	});
	page.setDefaultTimeout(WITHIN_MS);
	page.setDefaultNavigationTimeout(LOADED_WITHIN_MS);
	const complaints: string[] = [];
	page.on('pageerror', ({ message }) => complaints.push(message));
	page.on('console', (line) => void (line.type() === 'error' && complaints.push(line.text())));
	return { page, browser, complaints };
}

/** A window and a simulated helpdesk, whose clock stands still so that pictures do not change. */
export interface Visit extends OpenPage {
	sandbox: Sandbox;
	/** Adds a step. Each step continues from the previous one. After a failure, the others fail at once. */
	step: (title: string, take: () => Promise<void>) => void;
}

/** Describes a visit in steps. It is skipped if the global set-up found no browser, which it reports. */
export function describeVisit(title: string, options: Changed<SandboxOptions>, steps: (visit: Visit) => void) {
	(executablePath ? describe : describe.skip)(title, () => {
		let failed: string | undefined;
		const visit = {
			step: (title, take) =>
				void it(title, async () => {
					// No stack, because it would show only lines of this file.
					if (failed !== undefined)
						throw Object.assign(new Error(), { stack: `Not reached, because this step failed: ${failed}` });
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

/** Throws the error with a picture of the window. */
async function failWith(error: Error, page: Page, title: string) {
	const path = join(FAILURES, `${title.replace(/\W+/g, '-')}.png`);
	await mkdir(FAILURES, { recursive: true });
	const picture = await page.screenshot({ path }).then(
		() => relative(process.cwd(), path),
		({ message }: Error) => `no picture: ${message}`,
	);
	error.stack = `The window at that moment: ${picture}\n${error.stack}`;
	throw error;
}

/** n8n's notices and tips, which would cover parts of a picture. */
const WITHOUT_NOTICES =
	'.el-notification, [data-reka-popper-content-wrapper]:has([role=tooltip]) { display: none !important }';

/** Takes a picture. Only `npm run docs:pictures` writes it to `docs/images`, so that tests change no file. */
export async function picture(page: Page, name: string) {
	const path = process.env.HELPDESK_PICTURES ? join(IMAGES, `${name}.png`) : undefined;
	if (path) await saveTexts(page, name);
	await page.screenshot({ path, style: WITHOUT_NOTICES, animations: 'disabled', caret: 'hide' });
}

const TEXTS = join(IMAGES, 'texts.json');

/** Writes the texts of the open node or canvas in a picture. test/contract/pictures.test.ts compares them. */
async function saveTexts(page: Page, name: string) {
	const linesOf = async (part: Locator) =>
		(await part.filter({ visible: true }).allInnerTexts())
			.flatMap((text) => text.split('\n'))
			.map((line) => line.trim())
			.filter(Boolean);
	const panel = await linesOf(page.getByTestId('node-parameters'));
	const ofNode = { panel, input: await linesOf(page.locator('[data-target=mappable]')) };
	const texts = panel.length > 0 ? ofNode : { canvas: await linesOf(page.getByTestId('canvas-node')) };
	const all = JSON.parse(await readFile(TEXTS, 'utf8')) as object;
	await writeFile(TEXTS, `${JSON.stringify({ ...all, [name]: texts }, undefined, '\t')}\n`);
}
