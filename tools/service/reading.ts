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
