import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Execution } from '../tools/n8n/client';
import { startN8n, type RunningN8n } from '../tools/n8n/start';
import { helpdeskCredential, type CredentialInput } from '../tools/n8n/workflow';
import type { Sandbox } from '../sandbox';

/** Hands `work` a folder of its own, and removes it whatever happens. */
export async function withFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
	const folder = await mkdtemp(join(tmpdir(), 'helpdesk-bench-'));
	try {
		return await work(folder);
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

/** Runs `work` in a real n8n of its own that has the pack installed, and ends it whatever happens. */
export async function withN8n<T>(tarball: string, work: (n8n: RunningN8n) => Promise<T>, env: Record<string, string> = {}): Promise<T> {
	return await withFolder(async (userFolder) => {
		const n8n = await startN8n({ userFolder, tarball, env });
		try {
			return await work(n8n);
		} finally {
			await n8n.stop();
		}
	});
}

/** A credential that no limit holds back, for a helpdesk that has none. */
export function unlimited({ baseUrl, tokens }: Sandbox): CredentialInput {
	const input = helpdeskCredential(baseUrl, tokens.personal);
	return { ...input, data: { ...input.data, requestsPerMinute: 1_000_000 } };
}

/** How long a node ran, in ms, by n8n's own record. */
export function nodeMs({ data }: Execution, node: string): number {
	return data.resultData.runData[node]![0]!.executionTime;
}

/** How long a process has used the processor so far, in ms; only Linux tells. */
export async function cpuMs(pid: number): Promise<number> {
	if (process.platform !== 'linux') return NaN;
	// proc(5): the name in brackets may hold spaces; utime and stime are the 14th and 15th field, in hundredths.
	const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]!.split(' ');
	return (Number(fields[11]) + Number(fields[12])) * 10;
}

export function median(numbers: number[]): number {
	return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)]!;
}
