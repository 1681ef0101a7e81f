import { INodeProperties } from 'n8n-workflow';

import { Kind, ReadContext } from './values';

/** A parameter: its form in the editor, and how its value is read. */
export interface Field {
	/** `name` is the camelCase of the API's field. */
	property: INodeProperties;
	kind: Kind;
	/** True for a guard of a write: an empty value is always refused. */
	guards?: boolean;
	/** The value if a user leaves the field blank. Default: a blank is refused. */
	blank?: { value: unknown };
	/** Whether the request contains the field. Default: true, except for options and filters of a write. */
	sent?: boolean;
	/** The field that the editor shows instead. A second definition of a name would slow down every item. */
	shownAs?: Field;
}

export type Input = Record<string, unknown>;

export type Moment = Pick<ReadContext, 'timezone' | 'now'>;

export const COLLECTIONS = ['additionalFields', 'updateFields', 'filters', 'options', 'sorting'] as const;

export interface Inputs extends Partial<Record<(typeof COLLECTIONS)[number], Field[]>> {
	fields?: Field[];
	/** The record that the filters find, such as 'contact'. */
	finds?: string;
	/** Computes fields from others. Throws {InputError}. */
	fillIn?: (input: Input, moment: Moment) => Input;
}

export function fieldsOf(inputs: Inputs) {
	return [...(inputs.fields ?? []), ...COLLECTIONS.flatMap((name) => inputs[name] ?? [])];
}
