import type { INodeProperties } from 'n8n-workflow';

import type { Lookup } from './lookup/lookup';

/** What a reader may know beside the value. */
export interface ReadContext {
	/** The field's name in the editor as texts have it, in quotation marks. */
	label: string;
	/** IANA name of the workflow's time zone. */
	timezone: string;
}

/** One input: what the editor shows, and what of its value is sent. */
export interface Field {
	/** `name` is the camelCase of the API's field; display conditions are added from the operations that use it. */
	property: INodeProperties;
	/**
	 * Checks the value and gives what the API takes; undefined leaves it out.
	 * Throws InputError in the editor's words.
	 */
	read: (value: unknown, context: ReadContext) => unknown;
	/** Turns what was read into what the API takes, where the helpdesk must be asked for it first. */
	resolve?: (value: unknown, input: Input, lookup: Lookup) => Promise<unknown>;
	/** False for a field that steers the node and is not sent under its own name. */
	sent?: false;
	/** The field whose definition the editor shows for this one too: a second definition of its name would cost each item time. */
	shownAs?: Field;
}

/** The fields after reading, by their name, whatever collection they stand in. */
export type Input = Record<string, unknown>;

/** The collections of optional fields, named as n8n names them. */
export const COLLECTIONS = ['additionalFields', 'updateFields', 'filters', 'options', 'sorting'] as const;

/** What the user can enter. */
export interface Inputs extends Partial<Record<(typeof COLLECTIONS)[number], Field[]>> {
	/** Shown above the collections, in this order. */
	fields?: Field[];
}
