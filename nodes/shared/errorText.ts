import { repeatabilityOf, type ApiError, type Outcome, type Task } from '../../transport';

export interface ErrorText {
	message: string;
	description: string;
	statusCode?: number;
	mayHaveBeenApplied: boolean;
	requestId?: string;
	code?: string;
}

type Reason = Pick<Outcome, 'why' | 'todo'>;

export function errorText(error: ApiError, usual: Task): ErrorText {
	const { texts, mayHaveBeenApplied, result, task = usual } = error;
	const { message, fields = [], requestId, code } = texts;
	const reason = reasonOf(error, task);
	const open = mayHaveBeenApplied ? `. It may have been applied; ${sentAgain(error)}` : '';
	const sentences = [
		message && `The helpdesk says: ${message}`,
		...fields.map((text) => withEditorsName(text, task)),
		code && `Code: ${code}.`,
		requestId && `Request ID: ${requestId}.`,
		error.status === 404 && usual.askedFor,
		mayHaveBeenApplied && lookFirst(error),
		error.foundAfter,
		reason.todo,
		error.attempts > 1 && `It was tried for ${Math.ceil(error.tookMs / 1000)} seconds.`,
		// Node's code for a broken connection, for those who run n8n.
		result.kind === 'noAnswer' && result.code !== '' && `(${result.code})`,
	];
	return {
		message: `${couldNot(task.action)}${whyOf(error, reason)}${open}`,
		description: sentences.filter(Boolean).join(' '),
		statusCode: error.status,
		mayHaveBeenApplied,
		requestId,
		code,
	};
}

export function couldNot(action: string): string {
	return `Could not ${action.charAt(0).toLowerCase()}${action.slice(1)}`;
}

export const LOOK_FIRST = 'Look in the helpdesk whether it happened before you do it again.';

const FILE_FAILED: Reason = {
	why: 'the address of the file refused it or could not be reached',
	todo:
		'Addresses of files may serve for a short time only: read the message again, and use the address that ' +
		'it shows then. Check whether n8n may connect to it.',
};

/** Returns whether only an earlier attempt may have been applied. */
function isUnsettled({ outcome, mayHaveBeenApplied }: ApiError): boolean {
	return mayHaveBeenApplied && outcome.applied === 'no';
}

function whyOf(error: ApiError, { why }: Reason): string {
	if (!isUnsettled(error)) return `: ${why}`;
	return `: first ${error.unknownSince?.why ?? 'an earlier try got no clear answer'}, then ${why}`;
}

function lookFirst(error: ApiError): string {
	const unsettled = isUnsettled(error)
		? 'Either the earlier attempt did it, or it was not possible: this answer does not tell. '
		: '';
	return unsettled + LOOK_FIRST;
}

function reasonOf({ outcome, status, request, result }: ApiError, task: Task): Reason {
	const { patOnly, provisional, reasons } = task;
	if (outcome.isInFront) return outcome;
	const own = reasons?.[result.kind === 'noAnswer' ? result.failure : result.answer.status];
	if (own) return { ...outcome, ...own };
	const isUnreached = status === undefined && outcome.applied === 'no';
	if (request.wasRedirected && (isUnreached || [401, 403, 404, 410].includes(status!))) return FILE_FAILED;
	if (status === 403) return { why: outcome.why, todo: outcome.todo + (patOnly ? NEEDS_PAT : '') };
	if (provisional && (status === 404 || status === 405)) return provisionalReason(request, status, task);
	return outcome;
}

const NEEDS_PAT =
	' Or it was issued to a partner, and this needs a personal access token: create one in the helpdesk under ' +
	'Integrations, then API Keys.';

/** Explains a 404 or 405 of an endpoint that may be missing. A 404 may also mean a missing record. */
function provisionalReason({ method, path }: ApiError['request'], status: number, { instead, askedFor }: Task): Reason {
	const ownWay = instead ? ` In its place: ${instead}. Or look` : ' Look';
	const orMissing = status === 404 && askedFor ? ' Where it works for others, check the ID.' : '';
	return {
		why: 'this endpoint is not confirmed for this service, and the helpdesk does not know it',
		todo:
			`The API documentation does not show the path of ${method} ${path}.${ownWay} up how your helpdesk does ` +
			`this, and do it with 'Resource' set to API Request: 'Method', 'Path' and 'Body (JSON)' as found ` +
			`there.${orMissing}`,
	};
}

/** Turns "mergeable_conversation_ids.0: …" into "'Conversations to Merge', entry 1: …". */
function withEditorsName(text: string, { fieldName }: Task): string {
	const [, apiName, entry, what] = /^([\w.]+?)(?:\.(\d+))?: (.*)/s.exec(text) ?? [];
	const name = apiName === undefined ? undefined : fieldName?.(apiName);
	return name === undefined ? text : `${name}${entry === undefined ? '' : `, entry ${Number(entry) + 1}`}: ${what}`;
}

function sentAgain({ request, attempts }: ApiError): string {
	if (repeatabilityOf(request) === 'once') return 'not sent again';
	return attempts === 1 ? 'tried once' : `tried ${attempts} times`;
}
