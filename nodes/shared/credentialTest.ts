import type { ICredentialDataDecryptedObject, ICredentialTestFunction, ICredentialTestFunctions } from 'n8n-workflow';

import {
	ApiError,
	createAuthenticate,
	createSend,
	DroppedError,
	ENDINGS,
	errorText,
	InputError,
	isId,
	isObject,
	Priority,
	readCredential,
	retryAfterWords,
	testWire,
	type Task,
	type Transport,
} from '../../transport';

/** Somebody looks at the button: so long a permit is waited for, and then an answer. A proxy before n8n gives up after a minute. */
const PERMIT_WITHIN_MS = 25_000;
const ANSWER_WITHIN_MS = 20_000;

const ADDRESS = "Enter the address of the API as 'Base URL', for example https://api.example.com/v1: not that of the page where people sign in.";
const NO_HELPDESK = { why: "no helpdesk answers at this 'Base URL'", todo: ADDRESS };

/** A wrong port often swallows what is sent to it. */
const SILENT = "Check the 'Base URL', above all the number behind its colon (most addresses have none), and the connection of n8n to it. Retry.";

/** A server that speaks https alone answers http with a 400, with what is no HTTP, or not at all. */
const HTTPS = 'Or, if the address needs https, begin it with https:// in place of http://.';
const HTTPS_ALONE = [400, 'timedOut', 'broken', 'unreadable'] as const;

/** What is refused here is not a record or a value, as in the table, but the question whose token it is. */
const TASK = {
	action: 'Test the credential',
	reasons: {
		...Object.fromEntries([404, 405, 406, 409, 410, 412, 413, 414, 415, 421, 422, 423].map((status) => [status, NO_HELPDESK])),
		400: NO_HELPDESK,
		timedOut: { why: ENDINGS.timedOut.why, todo: SILENT },
		broken: { why: ENDINGS.broken.why, todo: SILENT },
		unreadable: ENDINGS.unreadable,
		403: {
			why: 'the access token may not ask whose it is',
			todo: 'It may lack the scope, its owner the access, or it is no personal access token. Use one with that scope, of a user who has access.',
		},
	},
} satisfies Task;

/**
 * Makes what n8n calls when a credential is tested: one GET /me through the one queue, before bulk work. It succeeds
 * where a user comes back and says in words why not; it never throws, and says nothing that n8n's own error holds.
 */
export function createCredentialTest(transport: Transport): ICredentialTestFunction {
	const authenticate = createAuthenticate(transport);
	return async function (this: ICredentialTestFunctions, { data = {} }) {
		try {
			const credential = readCredential(data);
			const wire = testWire(this, data, credential, authenticate, ANSWER_WITHIN_MS);
			const signal = AbortSignal.timeout(PERMIT_WITHIN_MS);
			const send = createSend(transport, { wire, credential, priority: Priority.interactive, signal, onlyOnce: true });
			const { body } = await send({ method: 'GET', path: '/me' });
			if (holdsUser(body)) return { status: 'OK', message: 'Connection successful!' };
			return { status: 'Error', message: `Something answers at this 'Base URL', but no helpdesk. ${ADDRESS}` };
		} catch (error) {
			return { status: 'Error', message: inWords(error, data, transport) };
		}
	};
}

/**
 * A record with an ID that is called a user, or has what a teammate or this answer has and other things have not (contract, GET /me):
 * "id", "name" and "message" alone are those of any service, unless an ID and a name stand where the contract's records do, in "data".
 * Where in the answer the user stands is not shown.
 */
function holdsUser(body: unknown, name = '', depth = 0): boolean {
	if (!isObject(body) || body.success === false || ORGANIZATION.test(name)) return false;
	const isRecord = name === 'data' && isId(body.name);
	const isUser =
		isRecord || USER.test(name) || Object.entries(body).some(([field, value]) => OF_A_USER.test(field) && value !== null && value !== '');
	if (isId(body.id) && isUser) return true;
	return depth < DEEPEST && Object.entries(body).some(([field, value]) => holdsUser(value, field, depth + 1));
}

/** Deep enough for {data: {user: {…}}}. */
const DEEPEST = 3;

const USER = /^me$|user$|^teammate$/i;
const ORGANIZATION = /organi[sz]ation/i;
const OF_A_USER = /^(email|first_name|last_name|job_title|presence)$|organi[sz]ation|badge/i;

/** In the words of the table, but for what is known here: the scheme that was entered, and how long the helpdesk wants to be left alone. */
function taskOf({ outcome }: ApiError, { baseUrl }: ICredentialDataDecryptedObject, { clock }: Transport): Task {
	const isHttp = /^\s*http:/i.test(String(baseUrl));
	const withHttps = HTTPS_ALONE.map((each) => [each, { ...TASK.reasons[each], todo: `${TASK.reasons[each].todo} ${HTTPS}` }]);
	const wait = outcome.kind === 'answer' ? retryAfterWords(outcome.answer.headers, clock.now()) : '';
	const throttled = { why: 'the helpdesk has had too many requests from your address', todo: `Wait ${wait} and retry.` };
	return { ...TASK, reasons: { ...TASK.reasons, ...(isHttp && Object.fromEntries(withHttps)), 429: throttled } };
}

function inWords(error: unknown, data: ICredentialDataDecryptedObject, transport: Transport): string {
	if (error instanceof DroppedError) {
		return 'The limit of requests is used up by what runs at the moment. Nothing was sent. Wait a minute and retry.';
	}
	const { message, description } = error instanceof ApiError ? errorText(error, taskOf(error, data, transport)) : asEntered(error);
	return `${message}. ${description}`;
}

/** Of an error that nobody expected nothing is shown: it may hold the token. */
function asEntered(error: unknown): Pick<InputError, 'message' | 'description'> {
	if (error instanceof InputError) return error;
	return { message: 'The credential could not be tested', description: 'Retry, and look into the log of n8n if it stays.' };
}
