import { createServer } from 'node:net';

/** Address that n8n and the sandbox listen on; nothing here is reachable from outside the machine. */
export const LOOPBACK = '127.0.0.1';

/**
 * A port that is free on the loopback address now.
 *
 * @param wanted taken if it is free, else any other
 */
export async function freePort(wanted = 0): Promise<number> {
	return (await tryPort(wanted)) ?? (await freePort());
}

async function tryPort(port: number): Promise<number | undefined> {
	return await new Promise((resolve, reject) => {
		const server = createServer();
		server.once('error', (error: NodeJS.ErrnoException) => {
			if (error.code === 'EADDRINUSE' || error.code === 'EACCES') resolve(undefined);
			else reject(error);
		});
		server.listen({ port, host: LOOPBACK, exclusive: true }, () => {
			const address = server.address();
			server.close(() => resolve(typeof address === 'object' && address ? address.port : undefined));
		});
	});
}
