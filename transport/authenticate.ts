import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';

import { isObject } from './answers/shape';
import { readCredential } from './credential';
import { passGate } from './gate';
import { InputError } from './inputError';
import { NODE_SCHEME } from './nodeScheme';
import { Priority } from './rateLimit';
import { isReadingPost } from './readingPosts';
import type { ApiRequest } from './request';
import type { Transport } from './transport';

/** n8n's HTTP Request node hands over the address as `uri`, everything else as `url`. */
type AnyRequest = IHttpRequestOptions & { uri?: string };

/** What n8n calls to add a credential to any request that uses it. */
export type Authenticate = (credentials: ICredentialDataDecryptedObject, request: IHttpRequestOptions) => Promise<IHttpRequestOptions>;

/** On a request of this pack, which has its permit already. A symbol is copied with the request and never sent. */
const ours = Symbol('has a permit of the Helpdesk pack');

/** Marks a request that has taken a permit, so that `authenticate` takes none for it. */
export function withPermit<T extends IHttpRequestOptions>(request: T): T {
	return { ...request, [ours]: true };
}

/**
 * Makes the credential's `authenticate`: it adds the token, and for the credential's test the base URL, and
 * refuses to send it to any other host. A request of n8n's own (the credential's test, the HTTP Request node)
 * waits here for a permit, because the helpdesk counts it like every other, and passes the gate.
 */
export function createAuthenticate({ queues }: Pick<Transport, 'queues'>): Authenticate {
	return async (data, request: AnyRequest) => {
		const credential = readCredential(data);
		const { baseUrl, origin } = credential;
		const address = request.uri ?? request.url;
		if (address.startsWith(NODE_SCHEME)) {
			throw new InputError(
				'n8n passed over the part of the Helpdesk node that makes the request',
				'Nothing was sent. Update n8n and the package n8n-nodes-helpdesk to their newest versions.',
			);
		}
		const isTest = address.startsWith('/');
		const url = isTest ? baseUrl + address : address;
		const target = new URL(url, request.baseURL);
		if (target.origin !== origin) {
			throw new InputError(
				'The Helpdesk credential is for another host',
				`Its access token is only sent to ${origin}. Enter an address there, or choose another credential.`,
			);
		}
		if (!(ours in request)) {
			const path = target.pathname.slice(new URL(baseUrl).pathname.length);
			passGate(asSeen(request, target, path), credential);
			const priority = isTest ? Priority.interactive : Priority.bulk;
			await queues.letGo(credential, path, { priority, signal: request.abortSignal as AbortSignal | undefined });
		}
		return {
			...request,
			[request.uri === undefined ? 'url' : 'uri']: url,
			sendCredentialsOnCrossOriginRedirect: false,
			// An n8n that does not know that setting sends a header named `Authorization` along to any address, spelt so.
			headers: { ...request.headers, authorization: `Bearer ${String(data.accessToken).trim()}` },
		};
	};
}

/** A request of n8n's own as the gate looks at it: a POST reads by the contract's mark where all that it says can be looked at. */
function asSeen({ method = 'GET', qs, headers, body, ...more }: AnyRequest, { searchParams }: URL, path: string): ApiRequest {
	const isPlain = (body === undefined || (isObject(body) && body.constructor === Object)) && !('form' in more) && !('formData' in more);
	return { method, path, query: searchParams, body: [qs, headers, body], readOnly: isPlain && isReadingPost(method, path) };
}
