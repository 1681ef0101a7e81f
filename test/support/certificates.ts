import type { Socket } from 'node:net';
import { createSecureContext, TLSSocket, type SecureContext } from 'node:tls';

import pems from './certificates.json';

export const good = { cert: pems.good, key: pems.key };

/** Certificates for 127.0.0.1, by their flaw. Made with openssl for the tests only; valid for 100 years. */
export const contexts = {
	good: context(good.cert),
	selfSigned: context(pems.selfSigned),
	/** Signed by an authority that nobody trusts. */
	untrusted: context(pems.untrusted),
	wrongHost: context(pems.wrongHost),
	expired: context(pems.expired),
};

/** The certificate of the authority that the test's client trusts. */
export const trusted = pems.authority;

function context(cert: string) {
	return createSecureContext({ cert, key: pems.key });
}

export function secured(socket: Socket, secureContext: SecureContext) {
	const stream = new TLSSocket(socket, { isServer: true, secureContext });
	stream.on('error', () => socket.destroy());
	return stream;
}
