import { mkdir, mkdtemp, rm, stat, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { withLock } from '../../../tools/n8n/installLock';

describe('the lock of an installation', () => {
	let parent: string;
	let lock: string;

	beforeEach(async () => {
		parent = await mkdtemp(join(tmpdir(), 'helpdesk-lock-'));
		lock = join(parent, 'lock');
	});

	afterEach(async () => await rm(parent, { recursive: true }));

	it('lets one work at a time, and tells the other that it waits', async () => {
		const events: string[] = [];
		const install = (name: string, ms: number) =>
			withLock(
				lock,
				() => events.push(`${name} waits`),
				async () => {
					events.push(`${name} begins`);
					await sleep(ms);
					events.push(`${name} ends`);
				},
			);
		const first = install('first', 200);
		while (events.length === 0) await sleep(1);
		await Promise.all([first, install('second', 1)]);
		expect(events).toEqual(['first begins', 'second waits', 'first ends', 'second begins', 'second ends']);
	});

	it('is given back when the work fails', async () => {
		const failing = withLock(
			lock,
			() => undefined,
			() => Promise.reject(new Error('no network')),
		);
		await expect(failing).rejects.toThrow('no network');
		await expect(stat(lock)).rejects.toThrow('ENOENT');
	});

	it('is taken over from a process that died', async () => {
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
