import { createConversation } from '../../../sandbox/newConversation';
import type { StoredConversation } from '../../../sandbox/records';
import type { Client } from '../client';

/** A conversation that is begun now in the support inbox, by its first contact. */
export function newOne({ sandbox }: Client, subject = 'Hello') {
	const contactId = sandbox.store.contactsOf('org_acme')[0]!.id;
	return createConversation(sandbox.store, { inboxId: 'inbox_support', contactId, subject, html: '<p>Hello</p>' });
}

export function newContact({ sandbox }: Client, email: string, name = '') {
	return sandbox.store.addContact('org_acme', { id: sandbox.store.id('contact'), email, name });
}

/** The records of a page of an inbox. */
export async function listed({ call }: Client, display = {}, inbox = 'inbox_support'): Promise<Array<Record<string, unknown>>> {
	return (await call('POST', `/inboxes/${inbox}`, { display })).data.data;
}

/** What kind of thing each is. */
export const classes = (values: unknown[]) => values.map((value) => (value === null ? 'null' : typeof value)).join(' ');

/** The names of an object's fields, those of the objects in it too. */
export function fields(value: object, before = ''): string[] {
	return Object.entries(value)
		.flatMap(([name, part]) => {
			const inner = typeof part === 'object' && part !== null && !Array.isArray(part) && before === '' && name !== 'links' && name !== 'meta';
			return [before + name, ...(inner ? fields(part, `${name}.`) : [])];
		})
		.sort();
}

/** A teammate answers in a conversation. */
export async function replied({ call }: Client, { record }: StoredConversation) {
	await call('POST', `/conversation/${record.id}/reply`, { message: 'Hello' });
}

/** The thread of a new conversation with an answer. */
export async function answered(client: Client) {
	const conversation = newOne(client);
	await replied(client, conversation);
	return (await client.call('GET', `/conversation/${conversation.record.id}/messages`)).data;
}
