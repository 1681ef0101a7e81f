import type { IDataObject } from 'n8n-workflow';

import { pageIn, pathSegment, readAll } from '../../../../transport';
import { email, name } from '../../fields/contact';
import { additionalBody } from '../../fields/content';
import type { Call, Operation } from '../../operation';
import { recordOr } from '../../run/answer';
import { inTurn } from '../../run/inTurn';

export const upsert: Operation = {
	name: 'Create or Update',
	value: 'upsert',
	action: 'Create or update a contact',
	description: 'Create a new record, or update the current one if it already exists (upsert)',
	endpoint: 'GET /contacts',
	alsoUses: ['POST /contacts', 'PATCH /contacts/{contact_id}'],
	fields: [email],
	additionalFields: [name, additionalBody],
	// Without its orphans, the list would not show a contact that has no conversation yet.
	request: ({ email }) => ({ method: 'GET', path: '/contacts', query: { q: email as string, with_orphan: true } }),
	output: async (call) => await inTurn(`contact ${String(call.input.email).toLowerCase()}`, async () => [{ json: await findAndSave(call) }]),
};

async function findAndSave({ send, request, input, pageSize }: Call): Promise<IDataObject> {
	const { email, name, additionalBody } = input as { email: string; name?: string; additionalBody?: IDataObject };
	const fields = { ...additionalBody, ...(name !== undefined && { name }) };
	const found = await find({ send, request, pageSize }, email);
	if (!found) {
		const { body } = await send({ method: 'POST', path: '/contacts', body: { ...fields, email } });
		return { ...recordOr(email, body), created: true };
	}
	if (Object.keys(fields).length === 0) return { ...found, created: false };
	const path = `/contacts/${pathSegment(found.id, 'Contact')}`;
	const { body } = await send({ method: 'PATCH', path, body: fields });
	return { ...recordOr(found.id as string, body), created: false };
}

/** The search also finds names and parts of addresses. */
async function find({ send, request, pageSize }: Pick<Call, 'send' | 'request' | 'pageSize'>, email: string): Promise<IDataObject | undefined> {
	const listing = { request, envelope: 'counting', atPage: pageIn.contactQuery, limit: Infinity, pageSize } as const;
	for await (const contact of readAll(send, listing)) {
		if (String(contact.email).toLowerCase() === email.toLowerCase()) return contact;
	}
	return undefined;
}
