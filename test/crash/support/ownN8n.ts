import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { startN8n, type RunningN8n } from '../../../tools/n8n/start';
import { packedTarball } from '../../n8n/support/n8n';

/** An n8n for a single test file, which kills and restarts it. */
class OwnN8n {
	n8n!: RunningN8n;
	private userFolder!: string;

	get client(): RunningN8n['client'] {
		return this.n8n.client;
	}

	/** Starts n8n again at its address, with the data saved before the kill. */
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

/** Installs an n8n before the tests of a block, and removes it after them. */
export function useOwnN8n(): OwnN8n {
	const own = new OwnN8n();
	beforeAll(async () => await own.install());
	afterAll(async () => await own.remove());
	return own;
}
