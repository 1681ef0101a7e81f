import { answerTexts, type AnswerTexts } from './answerTexts';
import { fateOf, type Fate } from './fates';
import type { ApiRequest, AttemptOutcome, Ending } from './request';

/** What the user wanted, for the error's first words. */
export interface Task {
	/** As in the operation's list, for example "Add note to conversation". */
	action: string;
	/** Contract, Endpoints: rejects partner-issued tokens. */
	patOnly?: boolean;
	/** Its endpoint was seen elsewhere, not in the specification: the helpdesk may not have it. */
	provisional?: boolean;
	/** What serves where it has not, as the operation says it. */
	instead?: string;
	/** Below the base URL, with {names} for the IDs. */
	path?: string;
	/** By which IDs a record was asked for, in a sentence, for where it is not found. */
	askedFor?: string;
	/** Why it failed and what to do, by status or ending, where the table's words are about something else. */
	reasons?: Readonly<Partial<Record<number | Ending, Pick<Fate, 'why' | 'todo'>>>>;
	/** What the editor calls a field of the API, in quotation marks; undefined for one that is nobody's. */
	fieldName?: (apiName: string) => string | undefined;
}

/**
 * A request that did not succeed, with all that an error text needs. It carries no request body and
 * no answer body: those hold what customers wrote.
 */
export class ApiError extends Error {
	override readonly name = 'ApiError';

	/** What the request was for, where that is less than the whole operation. */
	task?: Task;

	/** Why it failed and what to do, where more is known than its fate says. */
	reason?: Pick<Fate, 'why' | 'todo'>;

	/** What was found afterwards, in a sentence for the user. */
	foundAfter?: string;

	/** A download `wasRedirected` where it failed at the address that the helpdesk had sent it on to. */
	readonly request: Pick<ApiRequest, 'method' | 'path' | 'readOnly'> & { wasRedirected: boolean };

	/** How the last attempt ended; an answer without its body. */
	readonly outcome: AttemptOutcome;

	/** What that means. */
	readonly fate: Fate;

	/** What the helpdesk said. */
	readonly texts: AnswerTexts;

	constructor(
		{ method, path, readOnly, download, redirectedTo }: Pick<ApiRequest, 'method' | 'path' | 'readOnly' | 'download' | 'redirectedTo'>,
		outcome: AttemptOutcome,
		/** The write may have been applied although no success came back: by this request, or by an earlier try of its item. */
		public mayHaveBeenApplied: boolean,
		/** How often it was sent. */
		readonly attempts: number,
		/** How the first attempt failed that may have been applied. */
		readonly openSince?: Fate,
		/** Takes the token, and what was sent, out of what the helpdesk said. */
		hide = (text: string) => text,
	) {
		super(outcome.kind === 'answer' ? `HTTP ${outcome.answer.status}` : outcome.code || outcome.ending);
		this.request = { method, path, readOnly, wasRedirected: redirectedTo !== undefined };
		this.fate = fateOf({ download }, outcome);
		this.texts = outcome.kind === 'answer' ? answerTexts(outcome.answer, hide) : {};
		this.outcome = outcome.kind === 'answer' ? { ...outcome, answer: { ...outcome.answer, body: undefined } } : outcome;
	}

	/** HTTP status; undefined when no answer came. */
	get status(): number | undefined {
		return this.outcome.kind === 'answer' ? this.outcome.answer.status : undefined;
	}
}
