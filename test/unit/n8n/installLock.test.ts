import { mkdir, mkdtemp, rm, stat, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { withLock } from '../../../tools/n8n/install';

const fail = () => {
	throw new Error('waits');
};

describe('the lock of an installation', () => {
	let parent: string;
	let lock: string;

	beforeEach(async () => {
		parent = await mkdtemp(join(tmpdir(), 'helpdesk-lock-'));
		lock = join(parent, 'lock');
	});

	afterEach(async () => await rm(parent, { recursive: true }));

	it('lets one process work at a time, and reports that the other waits', async () => {
		const events: string[] = [];
		let second: Promise<unknown> | undefined;
		await withLock(lock, fail, async () => {
			events.push('first begins');
			await new Promise<void>((resolve) => {
				second = withLock(lock, resolve, async () => void events.push('second begins'));
			});
			events.push('first ends');
		});
		await second;
		expect(events).toEqual(['first begins', 'first ends', 'second begins']);
	});

	it('is released when the work fails', async () => {
		const failing = withLock(
			lock,
			() => undefined,
			() => Promise.reject(new Error('no network')),
		);
		await expect(failing).rejects.toThrow('no network');
		await expect(stat(lock)).rejects.toThrow('ENOENT');
	});

	it('passes on to another process if its owner died', async () => {
		await mkdir(lock);
		const longAgo = new Date(Date.now() - 120_000);
		await utimes(lock, longAgo, longAgo);
		await expect(
			withLock(
				lock,
				() => undefined,
				() => Promise.resolve('done'),
			),
		).resolves.toBe('done');
	});
});
