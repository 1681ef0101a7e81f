import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Execution } from '../tools/n8n/client';
import { startN8n, type RunningN8n } from '../tools/n8n/start';
import { helpdeskCredential, type CredentialInput } from '../tools/n8n/workflow';
import type { Sandbox } from '../sandbox';

/** Runs `work` with a temporary folder, which is always removed. */
export async function withFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
	const folder = await mkdtemp(join(tmpdir(), 'helpdesk-bench-'));
	try {
		return await work(folder);
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

/** Runs `work` with a fresh real n8n that has the pack, and always stops it. */
export async function withN8n<T>(
	tarball: string,
	work: (n8n: RunningN8n) => Promise<T>,
	env: Record<string, string> = {},
): Promise<T> {
	return await withFolder(async (userFolder) => {
		const n8n = await startN8n({ userFolder, tarball, env });
		try {
			return await work(n8n);
		} finally {
			await n8n.stop();
		}
	});
}

/** A credential without a limit, for a helpdesk without one. */
export function unlimited({ baseUrl, tokens }: Sandbox): CredentialInput {
	const input = helpdeskCredential(baseUrl, tokens.personal);
	return { ...input, data: { ...input.data, requestsPerMinute: 1_000_000 } };
}

/** Returns how long a node ran, in ms, as n8n recorded it. */
export function nodeMs({ data }: Execution, node: string): number {
	return data.resultData.runData[node]![0]!.executionTime;
}

/** Returns the processor time of a process so far, in ms. Only Linux shows it. */
export async function cpuMs(pid: number): Promise<number> {
	if (process.platform !== 'linux') return NaN;
	// proc(5): the name in brackets may contain spaces. utime and stime are fields 14 and 15, in hundredths of a
	// second.
	const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]!.split(' ');
	return (Number(fields[11]) + Number(fields[12])) * 10;
}

export function median(numbers: number[]): number {
	return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)]!;
}
