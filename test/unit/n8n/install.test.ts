import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { mkdir, mkdtemp, rm, stat, utimes } from 'node:fs/promises';

import { installDebianPackages, withLock } from '../../../tools/n8n/install';

describe('the installation of Debian packages with apt-get', () => {
	const { PATH } = process.env;
	let folder: string;
	beforeEach(() => {
		folder = mkdtempSync(join(tmpdir(), 'helpdesk-apt-'));
		process.env.PATH = [folder, PATH].join(delimiter);
	});
	afterEach(() => {
		process.env.PATH = PATH;
		jest.restoreAllMocks();
		rmSync(folder, { recursive: true });
	});

	/** Creates programs that log their calls. By default, sudo then runs its command. */
	function machine(uid: number, sudo = 'shift; exec "$@"') {
		jest.spyOn(process, 'getuid').mockReturnValue(uid);
		const log = join(folder, 'log');
		for (const [name, then] of [
			['sudo', sudo],
			['apt-get', ''],
		]) {
			writeFileSync(join(folder, name!), `#!/bin/sh\necho "${name} $*" >> ${log}\n${then}\n`);
			chmodSync(join(folder, name!), 0o755);
		}
		return () => (existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : []);
	}
	const installed = 'apt-get install -y -qq --no-install-recommends redis-server postgresql';

	it('uses sudo if the user is not root', () => {
		const calls = machine(1000);
		installDebianPackages('redis-server', 'postgresql');
		expect(calls()).toEqual(
			expect.arrayContaining([expect.stringMatching(/^sudo -n env .*apt-get install/), installed]),
		);
	});

	it('does not use sudo as root', () => {
		const calls = machine(0);
		installDebianPackages('redis-server', 'postgresql');
		expect(calls()).toEqual(['apt-get update -qq', installed]);
	});

	it('reports in one line that sudo asks for a password', () => {
		machine(1000, 'echo "sudo: a password is required" >&2; exit 1');
		expect(() => installDebianPackages('redis-server')).toThrow(
			/^apt-get could not install it: sudo: a password is required$/,
		);
	});
});

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

	it('is held by one process at a time, and the other reports that it waits', async () => {
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
