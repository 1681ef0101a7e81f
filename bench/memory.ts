import { readFile, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

import { itemsOf } from '../tools/n8n/client';
import type { RunningN8n } from '../tools/n8n/start';
import { withCredential, type SavedWorkflow } from '../tools/n8n/workflow';
import { startSandbox, type Sandbox } from '../sandbox';
import { chain } from '../test/n8n/support/workflows';
import type { Contender } from './race';
import { readers } from './readers';
import { unlimited, withN8n } from './support';

/** Time (ms) for a requested garbage collection, and for memory to be returned to the system. */
const SETTLE_MS = 3_000;

/** Number of conversations in a first list, which makes n8n load all its code. */
const WARM_UP = 240;

export interface Memory {
	contender: string;
	conversations: number;
	items: number;
	outputBytes: number;
	/** Growth of n8n's memory to its peak, without saving the execution. */
	peakBytes: number;
	/** The same with a saved execution. */
	peakWhenSavedBytes: number;
}

/**
 * Reads all conversations in a fresh n8n for each contender. Returns an empty list except on Linux: only Linux shows a
 * process's peak.
 */
export async function memory(tarball: string, conversations: number): Promise<Memory[]> {
	if (process.platform !== 'linux') return [];
	const [few, all] = await Promise.all(
		[WARM_UP, conversations].map(async (count) => await startSandbox({ limitPerMinute: 0, conversations: count })),
	);
	const env = { NODE_OPTIONS: `--require ${require.resolve('./memoryProbe.cjs')}` };
	const measured: Memory[] = [];
	for (const contender of readers)
		measured.push(await withN8n(tarball, async (n8n) => await measure(n8n, contender, few!, all!), env));
	await Promise.all([few!.close(), all!.close()]);
	return measured;
}

async function measure(n8n: RunningN8n, contender: Contender, few: Sandbox, all: Sandbox): Promise<Memory> {
	await peakOf(n8n, await workflow(n8n, contender, few, true));
	const peakBytes = await peakOf(n8n, await workflow(n8n, contender, all, false));
	const saved = await workflow(n8n, contender, all, true);
	const peakWhenSavedBytes = await peakOf(n8n, saved);
	const [id] = await n8n.client.executionIds(saved);
	const execution = await n8n.client.finished(id!);
	if (execution.status !== 'success') throw new Error(`${contender.name}: ${execution.error}`);
	const items = itemsOf(execution, 'Step').map(({ json }) => json);
	return {
		contender: contender.name,
		conversations: all.store.conversations.size,
		items: items.length,
		outputBytes: Buffer.byteLength(JSON.stringify(items)),
		peakBytes,
		peakWhenSavedBytes,
	};
}

async function workflow(
	{ client }: RunningN8n,
	{ name, step }: Contender,
	sandbox: Sandbox,
	saveManualExecutions: boolean,
): Promise<SavedWorkflow> {
	const credential = await client.createCredential(unlimited(sandbox));
	const input = withCredential(chain(name, [{}], [step(sandbox, credential)]), credential);
	return await client.createWorkflow({ ...input, settings: { ...input.settings, saveManualExecutions } });
}

/** Returns the maximum growth of n8n's memory while a workflow runs, in bytes. */
async function peakOf({ client, pid }: RunningN8n, saved: SavedWorkflow): Promise<number> {
	process.kill(pid, 'SIGUSR2');
	await sleep(SETTLE_MS);
	const before = await bytes(pid, 'VmRSS');
	// Resets the peak to the memory in use now (proc(5), clear_refs).
	await writeFile(`/proc/${pid}/clear_refs`, '5');
	await client.start(saved, 'By hand');
	do await sleep(500);
	while (await client.isRunning(saved));
	return (await bytes(pid, 'VmHWM')) - before;
}

async function bytes(pid: number, name: 'VmRSS' | 'VmHWM'): Promise<number> {
	const status = await readFile(`/proc/${pid}/status`, 'utf8');
	return Number(new RegExp(`^${name}:\\s*(\\d+) kB`, 'm').exec(status)![1]) * 1024;
}
