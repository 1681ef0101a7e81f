import { randomInt } from 'node:crypto';

import { detectPort } from 'detect-port';

/** Address that n8n and the sandbox listen on; nothing here is reachable from outside the machine. */
export const LOOPBACK = '127.0.0.1';

/**
 * From here the system takes ports for connections that begin on this machine (on Linux, as it is set up): one of these may be
 * taken again before whoever asked for it listens.
 */
const FIRST_OF_SYSTEM = 32_768;
const FIRST = 10_000;

/**
 * A port that is free on the loopback address now.
 *
 * @param wanted taken if it is free, else one above it; by default any, for several who ask at the same time another each
 */
export async function freePort(wanted = randomInt(FIRST, FIRST_OF_SYSTEM)): Promise<number> {
	return await detectPort({ port: wanted, hostname: LOOPBACK });
}
