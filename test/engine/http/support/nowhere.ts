import { spawn, type ChildProcess } from 'node:child_process';
import { connect, type Socket } from 'node:net';

/** A port on which nothing listens (tcpmux). Another case could take a free port. */
export const REFUSING = 1;

/** Listens, prints its port, and never accepts a connection. */
const LISTEN_AND_SLEEP = `
	const server = require('node:net').createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
		require('node:fs').writeSync(1, String(server.address().port));
		Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
	});
`;

let sleeping: Promise<number> | undefined;
let child: ChildProcess | undefined;
const queued: Socket[] = [];

/** Returns a port whose queue of connections is full, so that no connection succeeds. */
export async function neverAccepting() {
	sleeping ??= (async () => {
		child = spawn(process.execPath, ['-e', LISTEN_AND_SLEEP], { stdio: ['ignore', 'pipe', 'inherit'] });
		const port = Number(await new Promise((resolve) => child!.stdout!.once('data', resolve)));
		for (let index = 0; index < 4; index += 1) queued.push(connect(port, '127.0.0.1').on('error', () => undefined));
		await new Promise((resolve) => setTimeout(resolve, 100));
		return port;
	})();
	return await sleeping;
}

export function stopNowhere() {
	queued.splice(0).forEach((socket) => socket.destroy());
	child?.kill('SIGKILL');
	sleeping = child = undefined;
}
