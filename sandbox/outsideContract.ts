import type { Answer } from './answer';
import { HttpError, notFound } from './errors';
import { faultAnswer } from './faultAnswers';
import type { IncomingRequest } from './request';

/**
 * What the specification speaks of without showing the endpoint, so that it has no place in the contract.
 *
 * @param provisional whether any endpoints exist that the specification does not show
 */
export function outsideContract({ method, path }: IncomingRequest, provisional: boolean): Answer {
	// Signup is never available here.
	if (method === 'POST' && path === '/v1/auth/registration/register') throw new HttpError(503, 'Registration Failed.');
	if (method === 'GET' && path === `/v1${ATTACHMENT.path}` && provisional) return faultAnswer({ kind: 'file', ...ATTACHMENT }, null);
	throw notFound();
}

/** The one attachment there is. A download is a binary stream (contract, Wire format); its path is this sandbox's own. */
export const ATTACHMENT = {
	path: '/attachments/attachment_1',
	name: 'screenshot.png',
	type: 'image/png',
	/** A blue square, in base64. */
	bytes: 'iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAIAAACQkWg2AAAAFklEQVR42mMw7jhDEmIY1TCqYfhqAABFGocQuNrF0gAAAABJRU5ErkJggg==',
};
