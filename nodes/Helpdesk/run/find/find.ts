import type { IDataObject } from 'n8n-workflow';

import { readAll, type AtPage, type Envelope } from '../../../../transport';
import { simpleConversation } from '../../../shared/simplify';
import type { Output } from '../../operation';
import { countingOf, waitFields } from '../computed';
import { itemOf, outputOf } from '../outputs';
import { Selection } from './selection';

/** @param isFiltered whether conditions were sent to the helpdesk */
export function found(envelope: Envelope, atPage: AtPage, isFiltered: boolean): Output {
	return outputOf({ record: true, simple: simpleConversation }, async (call) => {
		const { input, request, pageSize } = call;
		const counting = countingOf(call);
		const jsonOf = (record: IDataObject, since?: number) => {
			const { json } = itemOf(record, input, simpleConversation);
			return { ...json, ...waitFields({ record, since }, input, counting) };
		};
		const selection = new Selection(input, counting, isFiltered, jsonOf);
		for await (const record of readAll(counting.send, { request, envelope, atPage, pageSize, ...selection.pages })) {
			await selection.take(record);
			if (selection.isComplete) break;
		}
		return selection.result().map((json) => ({ json }));
	});
}
