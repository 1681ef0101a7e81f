import type { INodeProperties } from 'n8n-workflow';

import type { Kind, ReadContext } from './values';

/** One input: what the editor shows, and what its value is. */
export interface Field {
	/** `name` is the camelCase of the API's field. */
	property: INodeProperties;
	kind: Kind;
	/** True if the field decides what is sent, so that an empty value is refused. */
	guards?: boolean;
	/** The value of a field that is added and left blank. Default: the blank is refused. */
	blank?: { value: unknown };
	/** Whether the request contains the field. Default: not for options, nor for filters of a write. */
	sent?: boolean;
	/** The field that the editor shows in its place. A second definition of a name would slow down each item. */
	shownAs?: Field;
}

export type Input = Record<string, unknown>;

export type Moment = Pick<ReadContext, 'timezone' | 'now'>;

export const COLLECTIONS = ['additionalFields', 'updateFields', 'filters', 'options', 'sorting'] as const;

export interface Inputs extends Partial<Record<(typeof COLLECTIONS)[number], Field[]>> {
	fields?: Field[];
	/** What the filters find, such as 'contact'. */
	finds?: string;
	/** Fills in fields that follow from others. Throws {InputError}. */
	fillIn?: (input: Input, moment: Moment) => Input;
}

export function fieldsOf(inputs: Inputs): Field[] {
	return [...(inputs.fields ?? []), ...COLLECTIONS.flatMap((name) => inputs[name] ?? [])];
}
