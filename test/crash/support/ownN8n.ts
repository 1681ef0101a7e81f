import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { startN8n, type RunningN8n } from '../../../tools/n8n/start';
import { packedTarball } from '../../n8n/support/n8n';

/** An n8n of a test file's own, which it kills and starts again. */
export class OwnN8n {
	n8n!: RunningN8n;
	private userFolder!: string;

	get client(): RunningN8n['client'] {
		return this.n8n.client;
	}

	/** At the same address as before, with what was saved before it was killed. */
	async startAgain(): Promise<void> {
		this.n8n = await startN8n({ userFolder: this.userFolder, port: Number(new URL(this.n8n.url).port) });
	}

	async install(): Promise<void> {
		this.userFolder = await mkdtemp(join(tmpdir(), 'helpdesk-crash-'));
		this.n8n = await startN8n({ userFolder: this.userFolder, tarball: packedTarball() });
	}

	async remove(): Promise<void> {
		await this.n8n?.kill();
		await rm(this.userFolder, { recursive: true, force: true });
	}
}

/** Installs it before the tests of a block, and removes it after them. */
export function useOwnN8n(): OwnN8n {
	const own = new OwnN8n();
	beforeAll(async () => await own.install());
	afterAll(async () => await own.remove());
	return own;
}
