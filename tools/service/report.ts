import type { OperationId } from '../../contract/endpoints';
import { factNames, openFacts, pleasantWorld, type Fact, type World } from '../../contract/worlds';
import type { WriteFindings } from './writes/tryWrites';

/**
 * What `npm run service:check` found out about a helpdesk, as a file that anybody may read: names that the contract knows, types,
 * counts and forms. Nothing in it was written by a customer or a teammate; no id, no token, and no host unless it was asked for.
 */
export interface ServiceReport {
	/** Tells the file from any other. */
	report: typeof REPORT;
	/** Goes up when an older reader would misread the file. */
	format: 1;
	/** `YYYY-MM-DD`, in UTC. */
	day: string;
	/** Only with `--with-host`. */
	host?: string;
	/** How many were sent, those that were sent again included. */
	requests: number;
	/** Every open fact of the contract. */
	facts: Record<Fact, FactFinding>;
	/** Every endpoint of the contract, those that write too: they were not asked. */
	endpoints: Record<OperationId, EndpointFinding>;
	/** By the contract's names of records, those of which any were read. */
	records: Record<string, RecordFinding>;
	/** Of fields whose values are the service's own words, such as `status`. */
	words: Record<string, WordsFinding>;
	/** What the headers of ordinary answers say; null for a header that is not there. */
	headers: { rateLimit: number | null; rateRemaining: boolean; date: boolean; retryAfter: 'seconds' | 'date' | null };
	/** Only with `--try-writes-on`. */
	writes?: WriteFindings;
	/** The page size that a listing used where none was asked for; null where its page does not say. */
	pageSizes: Partial<Record<OperationId, number | null>>;
}

export const REPORT = 'n8n-nodes-helpdesk service:check';

/** The three things that can be said of an open fact. */
export type FactState = 'shown' | 'not shown by what was read' | 'cannot be read';

export interface FactFinding {
	state: FactState;
	/** One of the contract's values for a fact that is shown; null where what was read fits none of them. Undefined otherwise. */
	value?: string | null;
	/** What shows it, or why nothing does: counts and the project's own words. */
	because: string;
}

/**
 * How an endpoint stands: `missing` is a 404 or 405 that can mean nothing else, `refused` a 401 or 403, `unclear` any other answer
 * that is no success, `not asked` one that writes, that needs a record which was not found, or that the budget did not reach.
 */
export interface EndpointFinding {
	state: 'answers' | 'missing' | 'refused' | 'unclear' | 'not asked';
	/** HTTP; undefined where it was not asked or no answer came. */
	status?: number;
	/** What stands around the records of an answer. */
	form?: Form;
}

/** What stands around the records of an answer. */
export type Form =
	| 'record'
	| 'record in data'
	| 'list'
	| 'list in data'
	| 'list in messages'
	| 'list in data.messages'
	| 'counting page'
	| 'simple page'
	| 'search page'
	| 'other';

export interface RecordFinding {
	/** How many were looked at. */
	read: number;
	/** The JSON types that each field of the contract had, in alphabetical order, "absent" among them. Fields that no record had are in `missing`. */
	fields: Record<string, string[]>;
	/** Fields that the contract has and no record had. */
	missing: string[];
	/** Fields that the contract does not have, whose names are made of words of programs alone, with their types. */
	beyond: Record<string, string[]>;
	/** How many more there are: their names may be somebody's own. */
	unnamed: number;
}

export interface WordsFinding {
	/** Those that the contract knows, in any case, as they are written. */
	known: string[];
	/** How many others were seen: they may be somebody's own. */
	others: number;
	/** Whether the field was null, or empty, anywhere. */
	empty: boolean;
}

/** Whether a parsed file is such a report. */
export function isReport(value: unknown): value is ServiceReport {
	const { report, format, ...parts } = (value ?? {}) as Partial<ServiceReport>;
	if (report !== REPORT || format !== 1) return false;
	const tables = [parts.facts, parts.endpoints, parts.records, parts.words, parts.headers, parts.pageSizes];
	return (
		tables.every((table) => typeof table === 'object' && table !== null) && factNames.every((fact) => parts.facts?.[fact]?.state !== undefined)
	);
}

/** The report in a file's text; undefined where it is none. */
export function parseReport(text: string): ServiceReport | undefined {
	try {
		const value: unknown = JSON.parse(text);
		return isReport(value) ? value : undefined;
	} catch {
		return undefined;
	}
}

/** The world that a report describes: what was not shown in it is as in the pleasant one. */
export function worldOf({ facts }: ServiceReport): World {
	const known = factNames.map((fact) => {
		const { state, value } = facts[fact];
		return [fact, state === 'shown' && value && openFacts[fact].values.includes(value) ? value : pleasantWorld[fact]] as const;
	});
	return Object.fromEntries(known) as unknown as World;
}

/** What a simulated helpdesk is told to be as the one of a report: its world, and which endpoints it does not have. */
export function helpdeskOf(report: ServiceReport): { world: World; missing: string[] } {
	const missing = Object.entries(report.endpoints).flatMap(([operationId, { state }]) => (state === 'missing' ? [operationId] : []));
	const world = worldOf(report);
	// Which of them are there is known one by one.
	return { world: world.provisionalEndpoints === 'some' ? { ...world, provisionalEndpoints: 'all' } : world, missing };
}
