import { IDataObject } from 'n8n-workflow';

import { isId } from '../../transport';
import { Input } from './field';
import { teammateName, Lookup, OutputField } from './lookup';
import { SPAM } from './names';
import { ASSIGNEE_NAME, chosen, moreOfConversation, simplified, URL_FIELD, Simple } from './simplify';
import { normal } from './values';

export function inWantedForm(record: IDataObject, input: Input, simple: Simple): IDataObject {
	const wanted = input.output ?? (input.simplify === false ? 'raw' : 'simplified');
	const fields = (input.outputFields as OutputField[] | undefined) ?? (wanted === 'selected' ? [] : undefined);
	if (fields) return chosen(record, fieldsCalled(fields, simple));
	if (wanted === 'raw') return record;
	const asksForSpam = (input.statuses as string[] | undefined)?.some((status) => normal(status) === normal(SPAM));
	const json = simplified(record, asksForSpam ? { ...simple, is_spam: [['is_spam']] } : simple);
	if (!input.isTool) return json;
	// A model would count spam and snoozed conversations as active.
	const marks = ['is_spam', 'is_snoozed'].filter((name) => record[name] === true);
	return { ...json, ...Object.fromEntries(marks.map((name) => [name, true])) };
}

function fieldsCalled(fields: OutputField[], simple: Simple): Simple {
	const known: Simple = { ...moreOfConversation, ...simple };
	const paths = ({ name, key }: OutputField) =>
		Object.hasOwn(known, name) ? known[name] : [...(key ? [] : [[name]]), ['custom_field_values', key ?? name]];
	return { id: simple.id ?? [['id']], ...Object.fromEntries(fields.map((field) => [field.name, paths(field)])) };
}

export interface Added {
	input: Input;
	/** The credential's pattern, with `{id}` in it. */
	ticketAddress?: string;
	lookup: Lookup;
}

export async function withAdded(json: IDataObject, conversationId: unknown, { input, ticketAddress, lookup }: Added) {
	const fields = input.outputFields as OutputField[] | undefined;
	const isChosen = (name: string) => fields?.some((field) => field.name === name);
	const added: IDataObject = {};
	if (isChosen(ASSIGNEE_NAME)) added[ASSIGNEE_NAME] = await teammateName(json[ASSIGNEE_NAME], lookup);
	const url = ticketUrl(ticketAddress, conversationId);
	if (url !== undefined && (isChosen(URL_FIELD) ?? true)) added[URL_FIELD] = url;
	return { ...json, ...added };
}

/** Returns undefined if there is no Ticket Address or no conversation. */
export function ticketUrl(ticketAddress: string | undefined, conversationId: unknown) {
	return isId(conversationId) ? ticketAddress?.replaceAll('{id}', encodeURIComponent(conversationId)) : undefined;
}
