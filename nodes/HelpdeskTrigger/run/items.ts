import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { isObject } from '../../../transport';
import { simpleContact, simpleConversation, simpleMessage, simplified } from '../../shared/simplify';
import type { TriggerEvent } from '../core/protocol';
import { isOfContacts } from '../core/state';

/** Events of which what was written is a part. */
const OF_MESSAGES = ['customerMessage', 'customerWaiting', 'noteAdded', 'teammateReplied'];

/** Each event as one item: the record, and with it what changed, what was reached or what was written. */
export function itemsOf(events: TriggerEvent[], reading: string, simplify: boolean): INodeExecutionData[] {
	return events.map(({ record, changes, told }) => ({
		json: {
			...(simplify ? simple(record, String(told?.event ?? reading)) : record),
			...(changes && { changes: changes as IDataObject }),
			...told,
		},
	}));
}

function simple(record: IDataObject, event: string): IDataObject {
	if (isOfContacts(event)) return simplified(record, simpleContact);
	const conversation = simplified(record, simpleConversation);
	const { last_message: message } = record;
	return OF_MESSAGES.includes(event) && isObject(message) ? { ...conversation, last_message: simplified(message, simpleMessage) } : conversation;
}
