import { detectPort } from 'detect-port';

/** Address that n8n and the sandbox listen on; nothing here is reachable from outside the machine. */
export const LOOPBACK = '127.0.0.1';

/**
 * A port that is free on the loopback address now.
 *
 * @param wanted taken if it is free, else another
 */
export async function freePort(wanted = 0): Promise<number> {
	return await detectPort({ port: wanted, hostname: LOOPBACK });
}
