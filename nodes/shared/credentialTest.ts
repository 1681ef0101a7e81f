import type { ICredentialTestFunction, ICredentialTestFunctions } from 'n8n-workflow';

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
	testWire,
	unwrap,
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

/** What is refused here is not a record or a value, as in the table, but the question whose token it is. */
const TASK: Task = {
	action: 'Test the credential',
	reasons: {
		...Object.fromEntries([400, 404, 405, 409, 410, 412, 415, 422, 423].map((status) => [status, NO_HELPDESK])),
		timedOut: { why: ENDINGS.timedOut.why, todo: SILENT },
		broken: { why: ENDINGS.broken.why, todo: SILENT },
		403: {
			why: 'the access token may not ask whose it is',
			todo: 'It may lack the scope, its owner the access, or it is no personal access token. Use one with that scope, of a user who has access.',
		},
		429: { why: 'the helpdesk has had too many requests from your address', todo: 'Wait a minute and retry.' },
	},
};

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
			return { status: 'Error', message: inWords(error) };
		}
	};
}

/** The record itself, in `data`, or below a name for the user: where in the answer it stands is not shown (contract, GET /me). */
function holdsUser(body: unknown): boolean {
	const outer = [body, unwrap(body)].filter(isObject);
	const named = outer.flatMap((part) => Object.entries(part).flatMap(([name, value]) => (USER.test(name) ? [value] : [])));
	return [...outer, ...named.filter(isObject)].some(({ id, email, name }) => [id, email, name].some(isId));
}

const USER = /^me$|user$|^teammate$/i;

function inWords(error: unknown): string {
	if (error instanceof DroppedError) {
		return 'The limit of requests is used up by what runs at the moment. Nothing was sent. Wait a minute and retry.';
	}
	const { message, description } = error instanceof ApiError ? errorText(error, TASK) : asEntered(error);
	return `${message}. ${description}`;
}

/** Of an error that nobody expected nothing is shown: it may hold the token. */
function asEntered(error: unknown): Pick<InputError, 'message' | 'description'> {
	if (error instanceof InputError) return error;
	return { message: 'The credential could not be tested', description: 'Retry, and look into the log of n8n if it stays.' };
}
