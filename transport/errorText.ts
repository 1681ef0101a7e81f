import type { ApiError } from './apiError';
import { answerTexts, type AnswerTexts } from './answerTexts';

/** What the user wanted, for the error's first words. */
export interface Task {
	/** As in the operation's list, for example "Add a note to a conversation". */
	action: string;
	/** Specification, Endpoints: rejects partner-issued tokens. */
	patOnly?: boolean;
	/** Its endpoint was seen elsewhere, not in the specification: the helpdesk may not have it. */
	provisional?: boolean;
}

/** An error in the words of the user's task. */
export interface ErrorText {
	/** What failed and why, in one line. */
	message: string;
	/** What the API said and what to do next. */
	description: string;
	statusCode?: number;
	mayHaveBeenApplied: boolean;
	/** To quote to the helpdesk's support. */
	requestId?: string;
}

interface Reason {
	why: string;
	todo: string;
}

const NEW_TOKEN =
	'Create a token in the helpdesk under Integrations, then API Keys, and enter it in the Helpdesk credential.';

/** Specification, Errors: one entry a row of the table, and those that a gateway in between adds. */
const REASONS: Record<number, Reason> = {
	400: {
		why: 'the helpdesk did not understand the request',
		todo: 'The API refuses fields that it does not know: check Additional Body and any field name changed in this node.',
	},
	401: { why: 'the access token is missing, expired or revoked', todo: NEW_TOKEN },
	403: {
		why: 'the access token is not allowed to do this',
		todo: 'Use a token with the scope for this operation, of a user who can see this record in the helpdesk.',
	},
	404: {
		why: 'not found',
		todo: 'Check the ID: it does not exist, was deleted, or belongs to another organization (the API does not say which).',
	},
	405: {
		why: 'the helpdesk does not offer this method at this address',
		todo: 'In an API Request choose another Method or Path; otherwise check the Base URL of the Helpdesk credential.',
	},
	409: {
		why: 'the present state of the record does not allow it',
		todo: 'A status may not be reachable from the one that is set. Look at the record in the helpdesk and choose another value.',
	},
	412: { why: 'there is nothing to update', todo: 'Fill in at least one field under Update Fields.' },
	422: { why: 'the helpdesk refused a value', todo: 'Correct the value and run the step again.' },
	429: {
		why: 'the helpdesk still limits the requests after several waits',
		todo: 'Another program behind the same IP address uses up the limit. Lower Requests per Minute in the Helpdesk credential, or run at another time.',
	},
	500: {
		why: 'the helpdesk had an internal error',
		todo: 'Try again later. If it stays, contact the support of the helpdesk and quote the request ID.',
	},
	502: { why: 'the helpdesk could not be reached behind its gateway', todo: 'Try again later.' },
	503: { why: 'the helpdesk is temporarily unavailable', todo: 'Try again later.' },
	504: { why: 'the helpdesk took too long to answer', todo: 'Try again later.' },
};

/** Words for a failed request: what failed, why, what to do, and whether anything happened. */
export function errorText(error: ApiError, task: Task): ErrorText {
	const { outcome, mayHaveBeenApplied } = error;
	const texts = outcome.kind === 'answer' ? answerTexts(outcome.answer) : {};
	const { action } = error.task ?? task;
	const { why, todo } = reasonOf(error, error.task ?? task);
	const verb = action.charAt(0).toLowerCase() + action.slice(1);
	const fate = mayHaveBeenApplied ? `. It may have been applied; ${sentAgain(error)}` : '';
	return {
		message: `Could not ${verb}: ${why}${fate}`,
		description: [...said(texts), mayHaveBeenApplied ? 'Look in the helpdesk whether it happened before you do it again.' : '', todo]
			.filter((sentence) => sentence !== '')
			.join(' '),
		statusCode: error.status,
		mayHaveBeenApplied,
		requestId: texts.requestId,
	};
}

function reasonOf({ outcome, status = 0, request }: ApiError, { patOnly, provisional }: Task): Reason {
	if (outcome.kind === 'noAnswer') return outcome.sent ? CONNECTION_BROKE : NOT_REACHED;
	if (status === 403 && patOnly) {
		return { why: 'this needs a personal access token', todo: `A partner-issued token cannot do this. ${NEW_TOKEN}` };
	}
	if (provisional && (status === 404 || status === 405)) return unconfirmed(request, status);
	if (status >= 200 && status < 300) return WEB_PAGE;
	if (status >= 300 && status < 400) return REDIRECT;
	return REASONS[status] ?? { why: `the helpdesk answered with status ${status}`, todo: 'Try again later.' };
}

/** The API does not tell a missing record from a missing endpoint: both are 404. */
function unconfirmed({ method, path }: ApiError['request'], status: number): Reason {
	const orMissing = status === 404 ? ' Where it works for others, check the ID.' : '';
	return {
		why: 'this endpoint is not confirmed for this service, and the helpdesk does not know it',
		todo: `${method} ${path} is provisional: it is not in the API documentation. Look up how your helpdesk does this, and do it with Resource "API Request": Method, Path and JSON Body as found there.${orMissing}`,
	};
}

const CONNECTION_BROKE: Reason = {
	why: 'the connection broke before the answer came',
	todo: 'Check the connection between n8n and the helpdesk.',
};

const NOT_REACHED: Reason = {
	why: 'the helpdesk could not be reached',
	todo: 'Check the Base URL of the Helpdesk credential, and the connection of n8n to it. Nothing was sent.',
};

const WEB_PAGE: Reason = {
	why: 'a web page came back instead of data',
	todo: 'Check the Base URL of the Helpdesk credential, and whether a proxy or a sign-in page stands in between.',
};

const REDIRECT: Reason = {
	why: 'the helpdesk redirects to another address',
	todo: 'The access token is only sent to the address of the credential. Enter the final address as its Base URL.',
};

function said({ message, fields, requestId }: AnswerTexts): string[] {
	return [
		message ? `The helpdesk says: ${message}` : '',
		...(fields ?? []),
		requestId ? `Request ID: ${requestId}.` : '',
	];
}

function sentAgain({ request, attempts }: ApiError): string {
	return request.method === 'POST' ? 'not sent again' : `tried ${attempts} times`;
}
