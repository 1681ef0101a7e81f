import type { Answer } from './answer';
import { HttpError, notFound } from './errors';
import type { IncomingRequest } from './request';

/** What the specification speaks of without showing the endpoint, so that it has no place in the contract. */
export function outsideContract({ method, path }: IncomingRequest): Answer {
	// Signup is never available here.
	if (method === 'POST' && path === '/v1/auth/registration/register') throw new HttpError(503, 'Registration Failed.');
	throw notFound();
}
