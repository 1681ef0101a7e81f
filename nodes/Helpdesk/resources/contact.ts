import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { pageIn, readAll } from '../../../transport';
import { requestTo } from '../../shared/endpoint';
import { contactId } from '../../shared/fields/locators';
import { limit, returnAll, sort } from '../../shared/fields/paging';
import { simpleContact, simpleConversation } from '../../shared/simplify';
import { contactFields, contactFieldsIn } from '../fields/contact';
import { additionalBody } from '../fields/fieldNames';
import { email, inbox, q, withOrphan } from '../fields/records';
import type { Call, Resource } from '../operation';
import { inTurn } from '../run/once/oncePer';
import { anyList, itemOf, list, outputOf, record, recordOrMessage, savedItem } from '../run/outputs';

export const contact: Resource = {
	name: 'Contact',
	value: 'contact',
	description: 'The people who send and receive messages',
	operations: [
		{
			name: 'Create',
			value: 'create',
			action: 'Create contact',
			description: 'Add a person by e-mail address',
			operationId: 'createContact',
			fields: [email],
			additionalFields: [...contactFields, additionalBody],
			output: record(simpleContact),
		},
		{
			name: 'Get',
			value: 'get',
			action: 'Get contact',
			description: 'Get one contact by its ID',
			operationId: 'getContact',
			fields: [contactId],
			output: record(simpleContact),
		},
		{
			name: 'Get Many',
			value: 'getMany',
			action: 'Get many contacts',
			description: 'Get contacts, all or those that match a search',
			operationId: 'listContacts',
			fields: [returnAll, limit],
			filters: [q, inbox, withOrphan],
			output: list('counting', pageIn.contactQuery, simpleContact),
		},
		{
			name: 'Update',
			value: 'update',
			action: 'Update contact',
			description:
				'Change the name, the e-mail address or other fields of a contact. The API documentation does not show which fields it takes.',
			operationId: 'updateContact',
			undo: 'Update with the values of before takes it back',
			fields: [contactId],
			updateFields: [...contactFields, email, additionalBody],
			output: recordOrMessage('contactId'),
		},
		{
			name: 'Create or Update',
			value: 'upsert',
			action: 'Create or update contact',
			description: 'Create a new record, or update the current one if it already exists (upsert)',
			operationId: 'listContacts',
			undo: 'an update is taken back by writing the values of before, a new contact stays',
			alsoUses: ['createContact', 'updateContact'],
			fields: [email],
			additionalFields: [...contactFields, additionalBody],
			// Without its orphans, the list would not show a contact that has no conversation yet.
			request: ({ email }) => ({ ...requestTo('listContacts'), query: { q: email as string, with_orphan: true } }),
			output: outputOf(
				{ record: true, simple: simpleContact, fields: { created: 'boolean' } },
				async (call) => await inTurn(`contact ${String(call.input.email).toLowerCase()}`, async () => [await findAndSave(call)]),
			),
		},
		{
			name: 'Get Conversations',
			value: 'getConversations',
			action: 'Get conversations of contact',
			description: 'Get the conversations that a contact has had',
			operationId: 'listContactConversations',
			instead: "Conversation → Get Many, then n8n's Filter by contact_id",
			fields: [contactId, returnAll, limit],
			sorting: [sort],
			output: anyList(simpleConversation),
		},
	],
};

async function findAndSave({ send, request, input, pageSize }: Call): Promise<INodeExecutionData> {
	const outcome = ({ json }: INodeExecutionData, created: boolean) => ({ json: { ...json, created } });
	const { email, additionalBody } = input as { email: string; additionalBody?: IDataObject };
	const fields = { ...additionalBody, ...contactFieldsIn(input) };
	const found = await find({ send, request, pageSize }, email);
	if (!found) {
		const { body } = await send({ ...requestTo('createContact'), body: { ...fields, email } });
		return outcome(savedItem({ id: email, body }, input, simpleContact), true);
	}
	if (Object.keys(fields).length === 0) return outcome(itemOf(found, input, simpleContact), false);
	const { body } = await send({ ...requestTo('updateContact', { contactId: found.id }), body: fields });
	return outcome(savedItem({ id: found.id as string, body }, input, simpleContact), false);
}

/** The search also finds names and parts of addresses. */
async function find({ send, request, pageSize }: Pick<Call, 'send' | 'request' | 'pageSize'>, email: string): Promise<IDataObject | undefined> {
	const listing = { request, envelope: 'counting', atPage: pageIn.contactQuery, limit: Infinity, pageSize } as const;
	for await (const contact of readAll(send, listing)) {
		if (String(contact.email).toLowerCase() === email.toLowerCase()) return contact;
	}
	return undefined;
}
