import tls from 'node:tls';

import { trusted } from '../../../support/certificates';

/** Makes this process trust the tests' authority, as NODE_EXTRA_CA_CERTS does. Returns a function that reverses it. */
export function trustTestAuthority(): () => void {
	const original = tls.createSecureContext;
	const trusting = original({ ca: trusted });
	tls.createSecureContext = (options = {}) => (options.cert || options.ca ? original(options) : trusting);
	return () => void (tls.createSecureContext = original);
}
