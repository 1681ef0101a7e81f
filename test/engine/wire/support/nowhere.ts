import { spawn, type ChildProcess } from 'node:child_process';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A port on which nobody listens. */
export async function refusing(): Promise<number> {
	const server = createServer();
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	await new Promise((resolve) => server.close(resolve));
	return port;
}

/** Listens, tells its port, and then never comes back to accept anything. */
const LISTEN_AND_SLEEP = `
	const server = require('node:net').createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
		require('node:fs').writeSync(1, String(server.address().port));
		Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
	});
`;

let sleeping: Promise<number> | undefined;
let child: ChildProcess | undefined;
const queued: Socket[] = [];

/** A port whose queue of connections is full: a connection to it never comes about. */
export async function neverAccepting(): Promise<number> {
	sleeping ??= (async () => {
		child = spawn(process.execPath, ['-e', LISTEN_AND_SLEEP], { stdio: ['ignore', 'pipe', 'inherit'] });
		const port = Number(await new Promise((resolve) => child!.stdout!.once('data', resolve)));
		for (let index = 0; index < 4; index += 1) queued.push(connect(port, '127.0.0.1').on('error', () => undefined));
		await new Promise((resolve) => setTimeout(resolve, 100));
		return port;
	})();
	return await sleeping;
}

/** Ends what `neverAccepting` began. */
export function stopNowhere(): void {
	queued.splice(0).forEach((socket) => socket.destroy());
	child?.kill('SIGKILL');
	sleeping = child = undefined;
}
