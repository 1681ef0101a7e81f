import type { INodeProperties } from 'n8n-workflow';

import type { Lookup } from './lookup/lookup';

export interface ReadContext {
	/** The field's display name in quotation marks. */
	label: string;
	/** IANA name of the workflow's time zone. */
	timezone: string;
}

/** One input: what the editor shows, and how its value is read. */
export interface Field {
	/** `name` is the camelCase of the API's field. `description/` adds display conditions. */
	property: INodeProperties;
	/** Returns what the API takes; undefined leaves the field out. Throws InputError. */
	read: (value: unknown, context: ReadContext) => unknown;
	/** Asks the helpdesk for what the API takes in place of the value. */
	resolve?: (value: unknown, input: Input, lookup: Lookup) => Promise<unknown>;
	/** False for a field that is not sent under its own name. */
	sent?: false;
	/** The editor shows this field's definition: a second one of the same name would cost each item time. */
	shownAs?: Field;
}

/** The values that were read, by the field's name. */
export type Input = Record<string, unknown>;

export const COLLECTIONS = ['additionalFields', 'updateFields', 'filters', 'options', 'sorting'] as const;

export interface Inputs extends Partial<Record<(typeof COLLECTIONS)[number], Field[]>> {
	/** Shown above the collections. */
	fields?: Field[];
}
