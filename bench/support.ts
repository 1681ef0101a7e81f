import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Execution } from '../n8n/execution';
import { installN8n } from '../n8n/install';
import { packPack } from '../n8n/packPack';
import { startN8n, type RunningN8n } from '../n8n/start';

/** Runs `work` in a real n8n of its own that has the pack installed, and cleans up whatever happens. */
export async function withN8n(work: (n8n: RunningN8n) => Promise<void>): Promise<void> {
	await installN8n((line) => console.error(line));
	const userFolder = await mkdtemp(join(tmpdir(), 'helpdesk-bench-'));
	const n8n = await startN8n({ userFolder, tarball: await packPack() });
	try {
		await work(n8n);
	} finally {
		await n8n.stop();
		await rm(userFolder, { recursive: true, force: true });
	}
}

/** How long a node ran, in ms, by n8n's own record. */
export function nodeMs({ data }: Execution, node: string): number {
	return data.resultData.runData[node]![0]!.executionTime;
}

export function median(numbers: number[]): number {
	return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)]!;
}
