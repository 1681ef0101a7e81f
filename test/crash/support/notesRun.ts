import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import type { N8nClient } from '../../../tools/n8n/client';
import {
	helpdeskCredential,
	readWorkflow,
	withCredential,
	withWebhook,
	type SavedWorkflow,
	type WorkflowInput,
} from '../../../tools/n8n/workflow';
import { startSandbox, type Sandbox } from '../../../sandbox';

const EXAMPLE = join(__dirname, '..', '..', '..', 'examples', 'only-once.json');

/** Number of notes of a run without a failure. */
export const NOTES = 300;

const USUAL_MS = 20;

/** Longer than it takes to kill n8n, so that requests are in flight then. */
const HELD_MS = 30_000;

/**
 * A workflow that writes 300 notes per call, with its own helpdesk. It has no schedule, because on a busy machine two
 * runs could overlap, and Remove Duplicates would lose keys.
 */
export class NotesRun {
	private constructor(
		readonly sandbox: Sandbox,
		private readonly workflow: SavedWorkflow,
		private readonly path: string,
	) {}

	static async create(client: N8nClient, name: string, input: WorkflowInput) {
		const sandbox = await startSandbox({ conversations: 2_000, limitPerMinute: 0, latencyMs: USUAL_MS });
		const { data, ...named } = helpdeskCredential(sandbox.baseUrl, sandbox.tokens.personal);
		const credential = await client.createCredential({ ...named, data: { ...data, requestsPerMinute: 100_000 } });
		const get = input.nodes.find((node) => node.name === 'Get active conversations')!;
		Object.assign(get.parameters, { returnAll: false, limit: NOTES });
		const path = randomUUID();
		return new NotesRun(
			sandbox,
			await client.createWorkflow(withWebhook(withCredential({ ...input, name }, credential), path)),
			path,
		);
	}

	/** Starts the workflow. Resolves with the execution's ID when half of the notes are written. */
	async beginUpToMiddle(client: N8nClient) {
		// n8n may take longer to list the execution than to write all notes.
		const [id] = await Promise.all([this.begin(client), this.middle()]);
		return id;
	}

	private async begin(client: N8nClient) {
		const before = await client.executionIds(this.workflow);
		const newIds = async () => (await client.executionIds(this.workflow)).filter((id) => !before.includes(id));
		await client.activate(this.workflow);
		await client.callWebhook(this.path);
		let [id] = await newIds();
		for (; !id; [id] = await newIds()) await sleep(100);
		await client.deactivate(this.workflow);
		return id;
	}

	/** Resolves when half of the notes are written. From then on the helpdesk writes, but delays its answers. */
	private async middle() {
		while (this.notes().length < NOTES / 2) await sleep(2);
		this.sandbox.settings({ latencyMs: HELD_MS });
	}

	/**
	 * Runs the workflow again after the crash. Resolves with the numbers of conversations that have one or two notes.
	 */
	async next(client: N8nClient): Promise<{ writtenBefore: number; once: number; twice: number }> {
		const writtenBefore = this.notes().length;
		this.sandbox.settings({ latencyMs: USUAL_MS });
		const { status, error } = await client.finished(await this.begin(client));
		if (status !== 'success') throw new Error(`${this.workflow.name}: ${status} ${error}`);
		const perConversation = new Map<string, number>();
		for (const { path } of this.notes()) perConversation.set(path, (perConversation.get(path) ?? 0) + 1);
		const counts = [...perConversation.values()];
		return {
			writtenBefore,
			once: counts.filter((count) => count === 1).length,
			twice: counts.filter((count) => count > 1).length,
		};
	}

	private notes() {
		return this.sandbox.requests().filter(({ path, method }) => method === 'POST' && path.endsWith('/note'));
	}
}

/** Creates four workflows that write the same notes: with Remove Duplicates, without it, and with each option. */
export async function fourWays(
	client: N8nClient,
): Promise<Record<'example' | 'plain' | 'oncePer' | 'alreadyThere', NotesRun>> {
	return {
		example: await NotesRun.create(client, 'The example', await readWorkflow(EXAMPLE)),
		plain: await NotesRun.create(client, 'All notes in one node', await inOneNode({})),
		oncePer: await NotesRun.create(
			client,
			'All notes in one node, Only Once Per',
			await inOneNode({ onlyOncePer: '={{ $json.id }}' }),
		),
		alreadyThere: await NotesRun.create(
			client,
			'All notes in one node, Not If Already There',
			await inOneNode({ notIfAlreadyThere: true }),
		),
	};
}

/** Returns the example without its loop, so that one run of the node writes all notes. */
async function inOneNode(options: { onlyOncePer?: string; notIfAlreadyThere?: boolean }) {
	const example = await readWorkflow(EXAMPLE);
	const nodes = example.nodes.filter(({ name }) =>
		['On a schedule', 'Get active conversations', 'Note for the team'].includes(name),
	);
	nodes[2]!.parameters.options = options;
	const to = (name: string) => ({ main: [[{ node: name, type: 'main' as const, index: 0 }]] });
	return {
		...example,
		nodes,
		connections: {
			'On a schedule': to('Get active conversations'),
			'Get active conversations': to('Note for the team'),
		},
	};
}
