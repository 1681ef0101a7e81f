import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { startN8n, type RunningN8n } from '../../../tools/n8n/start';
import { packedTarball } from '../../n8n/support/n8n';

/** Returns a script that puts a process's clock forward. */
const later = (ms: number) => `const { now } = Date;
Date.now = () => now() + ${ms};
Date = new Proxy(Date, { construct: (type, given, made) => Reflect.construct(type, given.length ? given : [type.now()], made) });`;

/** An n8n for a single test file, which kills and restarts it. */
class OwnN8n {
	n8n!: RunningN8n;
	private userFolder!: string;

	get client(): RunningN8n['client'] {
		return this.n8n.client;
	}

	/**
	 * Starts n8n again at its address, with the data saved before the kill.
	 *
	 * @param laterMs how far its clock is put forward
	 */
	async startAgain(laterMs = 0) {
		const script = `--import=data:text/javascript,${encodeURIComponent(later(laterMs))}`;
		const env: Record<string, string> = laterMs > 0 ? { NODE_OPTIONS: script } : {};
		this.n8n = await startN8n({ userFolder: this.userFolder, port: Number(new URL(this.n8n.url).port), env });
	}

	async install() {
		this.userFolder = await mkdtemp(join(tmpdir(), 'helpdesk-crash-'));
		this.n8n = await startN8n({ userFolder: this.userFolder, tarball: packedTarball() });
	}

	async remove() {
		await this.n8n?.kill();
		await rm(this.userFolder, { recursive: true, force: true });
	}
}

export function useOwnN8n() {
	const own = new OwnN8n();
	beforeAll(async () => await own.install());
	afterAll(async () => await own.remove());
	return own;
}
