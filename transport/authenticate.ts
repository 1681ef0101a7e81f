import { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';

import { readCredential } from './credential';
import { passGate } from './gate';
import { InputError } from './errors';
import { Transport } from './transport';

/** Key of a request's slot. n8n copies symbol keys with the request and never sends them. */
const ours = Symbol('has a slot of the Helpdesk pack');

/** n8n's HTTP Request node sets `uri`; all other nodes set `url`. */
type AnyRequest = IHttpRequestOptions & { uri?: string; [ours]?: Slot };

export type Authenticate = (
	credentials: ICredentialDataDecryptedObject,
	request: IHttpRequestOptions,
) => Promise<IHttpRequestOptions>;

export interface Slot {
	/** Calls of `authenticate`. After a 401, n8n repeats the request. */
	uses: number;
}

/** Marks a request that has a slot: `authenticate` takes no second slot for it, and sends it only once. */
export function withSlot<T extends IHttpRequestOptions>(request: T, slot: Slot): T {
	return { ...request, [ours]: slot };
}

/**
 * Creates the credential's `authenticate`, which adds the token and refuses to send it to another host. A request of
 * another node (HTTP Request) is checked and waits for a slot here, because the helpdesk counts it too.
 */
export function createAuthenticate({ queues }: Pick<Transport, 'queues'>): Authenticate {
	return async (data, request: AnyRequest) => {
		const credential = readCredential(data);
		const { baseUrl, origin } = credential;
		const address: string | undefined = request.uri ?? request.url;
		if (!address)
			throw new InputError(
				"'Resource' or 'Operation' has an unknown value",
				'Nothing was sent. Choose both from the dropdowns, or correct the expression that gives them.',
			);
		const target = new URL(address, request.baseURL);
		if (target.origin !== origin)
			throw new InputError(
				'The Helpdesk credential is for another host',
				`Enter an address at ${origin}, or choose another credential.`,
			);
		const slot = request[ours];
		if (slot) {
			slot.uses += 1;
			if (slot.uses > 1) throw new InputError('n8n wanted to send a request a second time', 'It was sent once.');
		} else {
			const path = target.pathname.slice(new URL(baseUrl).pathname.length);
			passGate({ method: request.method ?? 'GET', path }, credential);
			await queues.takeSlot(credential, path, request.abortSignal as AbortSignal | undefined);
		}
		return {
			...request,
			sendCredentialsOnCrossOriginRedirect: false,
			// An older n8n ignores that setting and forwards a header spelt `Authorization` to any address.
			headers: { ...request.headers, authorization: `Bearer ${String(data.accessToken).trim()}` },
		};
	};
}
