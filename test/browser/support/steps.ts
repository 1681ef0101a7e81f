import { mkdir } from 'node:fs/promises';
import { join, relative } from 'node:path';

import type { Page } from 'playwright-core';

const PICTURES = join(__dirname, '..', '..', '..', '.cache', 'browser');

/**
 * `it` for the steps of one visit, each of which begins where the one before it ended: after one that failed,
 * the others fail at once.
 *
 * @param page the window of the visit, once it is open
 */
export function stepsOn(page: () => Page): (title: string, take: () => Promise<void>) => void {
	let failed: string | undefined;
	return (title, take) =>
		it(title, async () => {
			if (failed !== undefined) throw notReached(failed);
			failed = title;
			await pictured(page(), title, take);
			failed = undefined;
		});
}

/** Without a stack, which would print the same lines of this file for each step. */
function notReached(failed: string): Error {
	return Object.assign(new Error(), { stack: `Not reached, because this step failed: ${failed}` });
}

/** Does it; when it fails, the error names a file with a picture of the window at that moment. */
async function pictured(page: Page, title: string, act: () => Promise<void>): Promise<void> {
	try {
		await act();
	} catch (error) {
		const path = join(PICTURES, `${title.replace(/\W+/g, '-')}.png`);
		await mkdir(PICTURES, { recursive: true });
		const seen = await page.screenshot({ path }).then(
			() => relative(process.cwd(), path),
			({ message }: Error) => `no picture: ${message}`,
		);
		(error as Error).stack = `The window at that moment: ${seen}\n${(error as Error).stack}`;
		throw error;
	}
}
