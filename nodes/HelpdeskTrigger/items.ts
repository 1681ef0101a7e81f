import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { isObject } from '../../transport';
import { simpleContact, simpleConversation, simpleMessage, simplified, type Simple } from '../shared/simplify';
import type { TriggerItem } from './core/comparison';
import { isOfContacts } from './core/events';

/** Events about a message, which Simplify keeps. */
const OF_MESSAGES = ['customerMessage', 'customerWaiting', 'noteAdded', 'teammateReplied'];

/** A trigger may watch several inboxes. */
const ofInboxes: Simple = { ...simpleConversation, inbox_id: [['inbox_id']] };

/** Returns each event as one item: the record, the name of the event, and what changed. */
export function itemsOf(items: TriggerItem[], simplify: boolean): INodeExecutionData[] {
	return items.map(({ record, fields: { event, ...fields } }) => ({
		json: { ...(simplify ? simple(record, String(event)) : record), ...fields, event },
	}));
}

function simple(record: IDataObject, event: string): IDataObject {
	if (isOfContacts(event)) return simplified(record, simpleContact);
	const conversation = simplified(record, ofInboxes);
	const { last_message: message } = record;
	return OF_MESSAGES.includes(event) && isObject(message) ? { ...conversation, last_message: simplified(message, simpleMessage) } : conversation;
}
