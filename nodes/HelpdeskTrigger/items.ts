import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { isObject } from '../../transport';
import { simpleContact, simpleConversation, simpleMessage, simplified, type Simple } from '../shared/simplify';
import { withText } from '../shared/text/lines';
import type { TriggerItem } from './core/comparison';
import { isOfContacts } from './core/events';

/** Events whose message Simplify keeps. */
const OF_MESSAGES = ['customerMessage', 'customerWaiting', 'noteAdded', 'teammateReplied'];

/** With the inbox, because a trigger may watch several. */
const ofInboxes: Simple = { ...simpleConversation, inbox_id: [['inbox_id']] };

/** With the thread entry's ID, which lists do not show. */
const ofMessage: Simple = { ...simpleMessage, thread_event_id: [['thread_event_id']] };

/** Returns each event as one item: the record, the name of the event, and what changed. */
export function outputItems(items: TriggerItem[], simplify: boolean): INodeExecutionData[] {
	return items.map(({ record, fields: { event, ...fields } }) => ({
		json: { ...(simplify ? simple(record, String(event)) : record), ...fields, event },
	}));
}

function simple(record: IDataObject, event: string): IDataObject {
	if (isOfContacts(event)) return simplified(record, simpleContact);
	const conversation = simplified(record, ofInboxes);
	const { last_message: message } = record;
	const isShown = OF_MESSAGES.includes(event) && isObject(message);
	return isShown ? { ...conversation, last_message: simplified(withText(message), ofMessage) } : conversation;
}
