import type { INode, INodeParameters } from 'n8n-workflow';

import { withCredential, type SavedCredential, type WorkflowInput } from '../../../tools/n8n/workflow';
import type { Sandbox } from '../../../sandbox';
import { createConversation } from '../../../sandbox/newConversation';
import { byId } from '../../support/locator';
import { helpdesk } from './chain';

export const TRIGGER = 'When something happens';

/** A workflow that polls every minute and writes a note for each item, so that the helpdesk's own log shows what was emitted. */
export function noteOnTrigger(parameters: INodeParameters, credential: SavedCredential): WorkflowInput {
	const trigger = {
		name: TRIGGER,
		type: 'n8n-nodes-helpdesk.helpdeskTrigger',
		parameters: { pollTimes: { item: [{ mode: 'everyMinute' }] }, ...parameters },
	};
	const note = helpdesk('Note', 'message.addNote', { conversationId: byId('={{ $json.id }}'), message: 'Seen' });
	const nodes = [trigger, note].map((link, index): INode => ({
		typeVersion: 1,
		...link,
		id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
		position: [index * 220, 0],
	}));
	const connections = { [TRIGGER]: { main: [[{ node: 'Note', type: 'main' as const, index: 0 }]] } };
	return withCredential({ name: 'Note on trigger', nodes, connections, settings: { executionOrder: 'v1' } }, credential);
}

/** A contact writes, at a time in ms or now; the conversation's id. */
export function arrives({ store }: Sandbox, at?: number, inboxId = 'inbox_support'): string {
	const createdAt = at === undefined ? undefined : new Date(at).toISOString().replace('Z', '000Z');
	const contactId = store.contactsOf('org_acme')[0]!.id;
	return createConversation(store, { inboxId, contactId, subject: 'Hello', html: '<p>Hello</p>', createdAt }).record.id;
}

/** How many notes each conversation has got. */
export function notesOf(sandbox: Sandbox): Map<string, number> {
	const notes = new Map<string, number>();
	for (const { method, path, status } of sandbox.requests()) {
		const [, id] = /^\/conversation\/([^/]+)\/note$/.exec(path) ?? [];
		if (id !== undefined && method === 'POST' && status === 200) notes.set(id, (notes.get(id) ?? 0) + 1);
	}
	return notes;
}
