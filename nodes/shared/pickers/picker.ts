import type { INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';

import type { Lookup } from '../lookup/lookup';

/** What a picker can go by. */
export interface Picking {
	lookup: Lookup;
	/** As typed into the list's search box; empty for all. */
	filter: string;
	/** From 1. */
	page: number;
	/** The ID in another field of the node; empty where it is an expression that has no value in the editor. */
	chosen: (parameter: string) => string;
	/** As `chosen`, for a field that takes several. */
	chosenSeveral: (parameter: string) => string[];
	/** IANA name of the workflow's time zone. */
	timezone: string;
}

/** Finds what a field can be set to. */
export type Picker = (picking: Picking) => Promise<INodeListSearchResult>;

/** Those of a whole list that match what is typed. */
export function matching(entries: INodeListSearchItems[], { filter }: Picking): INodeListSearchResult {
	const typed = filter.trim().toLowerCase();
	return { results: entries.filter(({ name }) => name.toLowerCase().includes(typed)) };
}

export function byName(a: INodeListSearchItems, b: INodeListSearchItems): number {
	return a.name.localeCompare(b.name);
}

/** The name of a record, or its ID where it has none. */
export function labelOf({ id, name }: { id?: unknown; name?: unknown }): string {
	return typeof name === 'string' && name.trim() !== '' ? name : String(id);
}

/** "Ada Lindqvist (ada@example.com)", with what there is of it. */
export function personName({ id, name, email }: { id?: unknown; name?: unknown; email?: unknown }): string {
	if (!name) return String(email || id);
	return email ? `${String(name)} (${String(email)})` : String(name);
}
