import type { INodeProperties } from 'n8n-workflow';

import type { Lookup } from './lookup/lookup';

export interface ReadContext {
	label: string;
	timezone: string;
}

/** One input: what the editor shows, and how its value is read. */
export interface Field {
	/** `name` is the camelCase of the API's field. */
	property: INodeProperties;
	/** Undefined leaves the field out. Throws {InputError}. */
	read: (value: unknown, context: ReadContext) => unknown;
	/** Looks up an ID by its name. */
	resolve?: (value: unknown, input: Input, lookup: Lookup) => Promise<unknown>;
	/** Whether it is sent. Default: not for options, nor for filters of a write. */
	sent?: boolean;
	/** The field that the editor shows for it: a second definition of one name would slow down each item. */
	shownAs?: Field;
}

export type Input = Record<string, unknown>;

export const COLLECTIONS = ['additionalFields', 'updateFields', 'filters', 'options', 'sorting'] as const;

export interface Inputs extends Partial<Record<(typeof COLLECTIONS)[number], Field[]>> {
	fields?: Field[];
}
