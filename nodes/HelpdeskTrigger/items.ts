import { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { isObject } from '../../transport';
import {
	Added,
	inWantedForm,
	withAdded,
	simpleContact,
	simpleConversation,
	simpleMessage,
	simplified,
	Simple,
	messageRow,
} from '../shared';
import { TriggerItem } from './core/comparison';
import { isOfContacts } from './core/events';

const OF_CUSTOMERS = ['customerMessage', 'customerWaiting'];

/** Events whose message Simplify keeps. */
const OF_MESSAGES = [...OF_CUSTOMERS, 'noteAdded', 'teammateReplied'];

/** With the inbox, because a trigger may watch several. */
const ofInboxes: Simple = { ...simpleConversation, inbox_id: [['inbox_id']] };

/** Without the conversation's ID, which the item itself shows. */
const ofMessage: Simple = { ...simpleMessage, conversation_id: [], thread_event_id: [['thread_event_id']] };

export function outputItems(items: TriggerItem[], wanted: Added): Promise<INodeExecutionData[]> {
	const output = items.map(async ({ record, fields: { event, ...fields } }) => {
		const name = String(event);
		const isOfContact = isOfContacts(name);
		const inForm = inWantedForm(record, wanted.input, isOfContact ? simpleContact : ofInboxes);
		const isSimplified = inForm !== record && wanted.input.outputFields === undefined;
		const message = isSimplified && OF_MESSAGES.includes(name) ? messageIn(record, name) : {};
		const json = await withAdded(inForm, isOfContact ? undefined : record.id, wanted);
		return { json: { ...json, ...message, ...fields, event } };
	});
	return Promise.all(output);
}

function messageIn(record: IDataObject, event: string): IDataObject {
	const { last_message: message, contact } = record;
	if (!isObject(message)) return {};
	const row = messageRow(message, { contact }, Infinity);
	// The trigger knows more about the writer than the message shows.
	const from = OF_CUSTOMERS.includes(event) ? 'customer' : row.from;
	return { last_message: simplified({ ...row, from }, ofMessage) };
}
