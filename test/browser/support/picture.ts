import { join } from 'node:path';

import type { Page } from 'playwright-core';

const IMAGES = join(__dirname, '..', '..', '..', 'docs', 'images');

/** n8n's passing notices and tips, which would cover what the picture is to show. */
const WITHOUT_NOTICES = '.el-notification, [data-reka-popper-content-wrapper]:has([role=tooltip]) { display: none !important }';

/**
 * Takes a picture of the window for the documentation. It is written to `docs/images` by
 * `npm run docs:pictures` alone, so that a test run changes no file.
 */
export async function picture(page: Page, name: string): Promise<void> {
	const path = process.env.HELPDESK_PICTURES ? join(IMAGES, `${name}.png`) : undefined;
	await page.screenshot({ path, style: WITHOUT_NOTICES, animations: 'disabled', caret: 'hide' });
}
