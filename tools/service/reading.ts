import type { IDataObject } from 'n8n-workflow';

import type { OperationId } from '../../contract/endpoints';
import type { Answer } from '../../transport/request';

/**
 * Why a request was sent. `plain` is what any client asks for; the others are asked for one fact:
 * `large` and the pages after it for the largest page, `again` for ties, `count` for how many conversations have a status,
 * `nothing` for an empty list, `links` for the links of a page, `nobody` for what is not there.
 */
export type Purpose = 'plain' | 'large' | 'again' | 'count' | 'nothing' | 'links' | 'nobody';

/** One request that reads, and what came back. Whoever can send requests can make these: everything that is found is found in them. */
export interface Reading {
	operationId: OperationId;
	purpose: Purpose;
	query?: IDataObject;
	body?: IDataObject;
	/** Null where none came. */
	answer: Answer | null;
	/** When it came, in ms since the epoch, by the clock of whoever asks. */
	at: number;
}

/** A request that reads. */
export interface Question {
	operationId: OperationId;
	/** `plain` unless it says otherwise. */
	purpose?: Purpose;
	/** What fills the {names} of the path. */
	ids?: Record<string, string>;
	query?: IDataObject;
	body?: IDataObject;
}

/** Asks; gives a reading without an answer where none came. Throws {BudgetSpentError} when the budget is used up. */
export type Ask = (question: Question) => Promise<Reading>;

/** An answer that was not the last word: its request was sent again. */
export type PassingAnswer = Pick<Answer, 'status' | 'headers' | 'body'>;

/** All that was read of a helpdesk. */
export interface Readings {
	readings: Reading[];
	/** What was answered on the way: a 429, a 500. */
	passing: PassingAnswer[];
	/** How many requests were sent. */
	requests: number;
}
