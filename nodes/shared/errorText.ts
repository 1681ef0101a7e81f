import { isIdempotent, ApiError, Outcome, Task } from '../../transport';

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
		isUnsettled(error) && 'It is unknown whether the first attempt was applied.',
		mayHaveBeenApplied && LOOK_FIRST,
		error.foundAfter,
		reason.todo,
		error.attempts > 1 && `It was tried for ${Math.ceil(error.tookMs / 1000)} seconds.`,
		// Node's error code helps people who run n8n.
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

export function couldNot(action: string) {
	return `Could not ${action.charAt(0).toLowerCase()}${action.slice(1)}`;
}

export const LOOK_FIRST = 'Check the helpdesk before you do it again.';

const FILE_FAILED: Reason = {
	why: 'the address of the file refused it or could not be reached',
	todo: 'Such addresses may work only for a short time: read the message again, and use its new address.',
};

/** Returns whether an earlier attempt may have been applied, but not the last one. */
function isUnsettled({ outcome, mayHaveBeenApplied }: ApiError) {
	return mayHaveBeenApplied && outcome.applied === 'no';
}

function whyOf(error: ApiError, { why }: Reason) {
	if (!isUnsettled(error)) return `: ${why}`;
	return `: first ${error.unknownSince?.why ?? 'an earlier attempt got no clear response'}, then ${why}`;
}

function reasonOf({ outcome, status, request, result }: ApiError, task: Task) {
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

const NEEDS_PAT = ' This needs a personal access token: create one in the helpdesk (Integrations, API Keys).';

/** The endpoint may be missing; with a 404, also the record. */
function provisionalReason({ method, path }: ApiError['request'], status: number, { instead, askedFor }: Task) {
	const ownWay = instead ? `Instead: ${instead}. Or look` : 'Look';
	const orMissing = status === 404 && askedFor ? ' If it works for other records, check the ID.' : '';
	return {
		why: 'your helpdesk may not support this operation',
		todo:
			`${ownWay} up how your helpdesk does this (not confirmed: ${method} ${path}), and send it with API ` +
			`Request.${orMissing}`,
	};
}

/** Turns "mergeable_conversation_ids.0: …" into "'Conversations to Merge', entry 1: …". */
function withEditorsName(text: string, { fieldName }: Task) {
	const [, apiName, entry, what] = /^([\w.]+?)(?:\.(\d+))?: (.*)/s.exec(text) ?? [];
	const name = apiName === undefined ? undefined : fieldName?.(apiName);
	return name === undefined ? text : `${name}${entry === undefined ? '' : `, entry ${Number(entry) + 1}`}: ${what}`;
}

function sentAgain({ request, attempts }: ApiError) {
	if (!isIdempotent(request)) return 'not sent again';
	return attempts === 1 ? 'one attempt' : `${attempts} attempts`;
}
