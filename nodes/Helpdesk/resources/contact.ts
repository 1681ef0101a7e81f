import { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { identified, isId, isObject, PageError, pageIn, readAll, unwrap } from '../../../transport';
import { requestTo, simpleContact, simpleConversation, limit, returnAll, addressKey, isAddress } from '../../shared';
import { contactFields, contactFieldsIn, contactOrEmail, email, inbox, q, withOrphan, additionalBody } from '../fields';
import { Call } from '../operation';
import { serially } from '../run/serially';
import { anyList, itemOf, list, outputOf, record, recordOrMessage, savedItem } from '../run/outputs';
import { resourceOf } from './operations';

const conversations = anyList(simpleConversation);

export const contact = resourceOf('contact', 'The people who send and receive messages', {
	create: {
		operationId: 'createContact',
		notice: 'contact',
		fields: [email],
		additionalFields: [...contactFields, additionalBody],
		output: record(simpleContact, contactIn),
	},
	get: { operationId: 'getContact', output: record(simpleContact) },
	getMany: {
		action: 'Get many contacts',
		operationId: 'listContacts',
		fields: [returnAll, limit],
		filters: [q, inbox, withOrphan],
		finds: 'contact',
		output: list('counting', pageIn.contactQuery, simpleContact),
	},
	update: {
		operationId: 'updateContact',
		notice: 'contact',
		updateFields: [...contactFields, email, additionalBody],
		output: recordOrMessage('contactId', contactIn),
	},
	upsert: {
		name: 'Create or Update',
		description: 'Create a contact, or update it if one with this address exists (upsert)',
		operationId: 'listContacts',
		notice: 'contact',
		undo: 'Update with the previous values undoes it; a new contact stays',
		alsoUses: ['createContact', 'updateContact'],
		fields: [email],
		additionalFields: [...contactFields, additionalBody],
		request: ({ email }) => ({
			...requestTo('listContacts'),
			query: { q: email as string, with_orphan: true },
		}),
		output: outputOf({ record: true, simple: simpleContact, fields: { created: 'boolean' } }, (call) =>
			serially(`contact ${call.origin} ${addressKey(call.input.email)}`, () => findAndSave(call)),
		),
	},
	getConversations: {
		action: 'Get conversations of contact',
		description: "Get the conversations of a contact. 'By ID' also takes an email address.",
		operationId: 'listContactConversations',
		alsoUses: ['listCustomerConversations'],
		instead: 'Conversation → Search, for the email address',
		fields: [contactOrEmail, returnAll, limit],
		output: outputOf(conversations.form, (call) => conversations(byEmail(call))),
	},
});

function byEmail(call: Call): Call {
	const { input, request } = call;
	if (!isAddress(input.contactId)) return call;
	const query = { ...(request.query as IDataObject), customer_email: input.contactId as string };
	return { ...call, request: { ...request, ...requestTo('listCustomerConversations'), query } };
}

async function findAndSave(call: Call) {
	const { send, input } = call;
	const outcome = ({ json }: INodeExecutionData, created: boolean) => [{ json: { ...json, created } }];
	const { email, additionalBody } = input as { email: string; additionalBody?: IDataObject };
	const fields = { ...additionalBody, ...contactFieldsIn(input) };
	const found = await find(call, email);
	if (!found) {
		const { body } = await send({ ...requestTo('createContact'), body: { ...fields, email } });
		const contact = contactIn(body) ?? (await find(call, email));
		if (!contact) throw new PageError('the contact was created, but the helpdesk does not show its ID');
		return outcome(itemOf(contact, input, simpleContact), true);
	}
	const { id } = identified(found, 'contact');
	if (Object.keys(fields).length === 0) return outcome(itemOf(found, input, simpleContact), false);
	const { body } = await send({ ...requestTo('updateContact', { contactId: id }), body: fields });
	return outcome(savedItem({ id: String(id), body: contactIn(body) ?? body }, input, simpleContact), false);
}

/** Compares addresses, because the search also matches names. */
async function find({ send, request }: Call, email: string) {
	const listing = { request, envelope: 'counting', atPage: pageIn.contactQuery, limit: Infinity } as const;
	for await (const contact of readAll(send, listing)) {
		if (addressKey(contact.email) === addressKey(email)) return contact;
	}
	return undefined;
}

/** Finds the contact in `contact` or `data`, or at the top of an answer. */
function contactIn(body: unknown) {
	const found = unwrap(body);
	return [body, found]
		.flatMap((part) => (isObject(part) ? [part.contact, part] : []))
		.find((part): part is IDataObject => isObject(part) && isId(part.id));
}
