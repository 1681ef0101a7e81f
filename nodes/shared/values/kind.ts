import type { Given } from './given';

export interface ReadContext {
	/** The field's name in the editor, in quotation marks. */
	label: string;
	/** Of the workflow. */
	timezone: string;
	/** In ms since the epoch. */
	now: number;
	/** The value and its origin, before it was cleaned. For parts of rows. */
	given: Given;
	/** Whether filters without a value are left out, as the option 'Ignore Empty Filters' says. */
	ignoresEmptyFilters?: boolean;
}

/** What a parameter is, and how its value is read. */
export interface Kind<T = unknown> {
	name: string;
	/** Reads a value that is something. Undefined leaves the field out. Throws {InputError}. */
	read: (value: unknown, context: ReadContext) => T;
	/** Whether a value is nothing. Default: the rule for all kinds (`isNothing`). */
	isNothing?: (value: unknown) => boolean;
}
