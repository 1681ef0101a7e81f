import type { INodeExecutionData } from 'n8n-workflow';

import type { World } from '../../../../contract/worlds';
import { Random } from '../../../../contract/random';
import { startNodeRig, type NodeRig, type ShownError } from '../../../support/nodeRig';

export interface Visit extends Pick<NodeRig, 'sandbox' | 'clock' | 'run'> {
	world: World;
	random: Random;
}

/** Enough for several pages, and few enough to be quick. */
const CONVERSATIONS = 70;

export const startVisits = async () => await startNodeRig({ conversations: CONVERSATIONS });

export function enter(rig: NodeRig, world: World, seed: number) {
	rig.sandbox.reset({ world, seed });
	rig.transport = rig.clock.newTransport();
	const { sandbox, clock, run } = rig;
	return { sandbox, clock, run, world, random: new Random(seed + 1) };
}

export function knownIds(store: NodeRig['sandbox']['store']) {
	const { conversations, contacts, inboxes, tags, savedReplies, knowledgeBases, teammates } = store;
	const ids = new Set(
		[conversations, contacts, inboxes, tags, savedReplies, knowledgeBases, teammates].flatMap((records) => [
			...records.keys(),
		]),
	);
	for (const { automations } of inboxes.values()) automations.forEach(({ id }) => ids.add(id));
	for (const { events, scheduled, drafts } of conversations.values()) {
		for (const event of [...events, ...scheduled.map((reply) => reply.event)])
			ids.add(event.id).add(event.message.id);
		for (const { message } of Object.values(drafts)) ids.add(message.id);
	}
	return ids;
}

export type Outcome = { items: INodeExecutionData[] } | { error: ShownError };

export async function outcome(running: Promise<INodeExecutionData[]>) {
	return await running.then(
		(items) => ({ items }),
		(error: ShownError) => ({ error }),
	);
}

/** Throws unless an error is in plain words and says what to do. */
export function inWords({ message, description = '' }: ShownError) {
	const text = `${message} ${description}`;
	if (/undefined|\[object|Cannot read|is not a function|is not iterable/.test(text) || description === '')
		throw new Error(`an error without words: ${text}`);
}
