import type { Given } from './given';

export interface ReadContext {
	/** The field's name in the editor, quoted. */
	label: string;
	/** Of the workflow. */
	timezone: string;
	/** In ms since the epoch. */
	now: number;
	/** For the origin, and for parts of rows. */
	given: Given;
	/** The option 'Ignore Empty Filters'. */
	ignoresEmptyFilters?: boolean;
}

export interface Kind<T = unknown> {
	name: string;
	/** Undefined leaves the field out. Throws {InputError}. */
	read: (value: unknown, context: ReadContext) => T;
	/** Default: `isNothing`. */
	isNothing?: (value: unknown) => boolean;
}

export function kindOf<T>(name: string, read: Kind<T>['read']): Kind<T> {
	return { name, read };
}

/** A condition of the helpdesk's filter (contract, Filter body). Values may be names, which are looked up later. */
export interface Condition {
	attribute: string;
	comparison: string;
	values: unknown[];
	kind: Kind<unknown[]>;
}
