import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { isObject } from '../../../transport';
import { simpleContact, simpleConversation, simpleMessage, simplified } from '../../shared/simplify';
import type { EventName } from '../core/state';
import type { TriggerEvent } from '../core/protocol';

/** Each event as one item: the record, and with it what changed or what was written. */
export function itemsOf(events: TriggerEvent[], event: EventName, simplify: boolean): INodeExecutionData[] {
	return events.map(({ record, changes }) => ({
		json: { ...(simplify ? simple(record, event) : record), ...(changes && { changes: changes as IDataObject }) },
	}));
}

function simple(record: IDataObject, event: EventName): IDataObject {
	if (event === 'contactCreated') return simplified(record, simpleContact);
	const conversation = simplified(record, simpleConversation);
	const { last_message: message } = record;
	return event === 'customerMessage' && isObject(message) ? { ...conversation, last_message: simplified(message, simpleMessage) } : conversation;
}
