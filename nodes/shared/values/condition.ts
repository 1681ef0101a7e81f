import type { Kind } from './kind';

/** A condition of the helpdesk's filter (contract, Filter body). Values may be names, which are looked up later. */
export interface Condition {
	attribute: string;
	comparison: string;
	values: unknown[];
	kind: Kind<unknown[]>;
}
