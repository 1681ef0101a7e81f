import { readFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { createServer as createTlsServer } from 'node:tls';

/** One request as it came in, whole. */
export interface Arrived {
	method: string;
	path: string;
	/** In lower case. */
	head: string;
}

/** A server of sockets: it answers with bytes, whatever they are, and remembers every request that came in whole. */
export interface RawServer {
	port: number;
	arrived: Arrived[];
	/** What is done with each request, by its number from 0. */
	answer: (socket: Socket, request: Arrived, number: number) => void;
	close: () => Promise<void>;
}

const pem = (name: string) => readFileSync(join(__dirname, 'tls', name));

/** @param tls with a certificate that nobody trusts */
export async function startRawServer({ tls = false }: { tls?: boolean } = {}): Promise<RawServer> {
	const sockets = new Set<Socket>();
	const onSocket = (socket: Socket) => {
		sockets.add(socket);
		socket.on('error', () => {});
		socket.on('close', () => sockets.delete(socket));
		let text = '';
		socket.on('data', (bytes) => {
			text += bytes.toString('latin1');
			const end = text.indexOf('\r\n\r\n');
			const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0);
			if (end < 0 || text.length < end + 4 + length) return;
			const [method = '', path = ''] = text.split(' ');
			const request = { method, path, head: text.slice(0, end).toLowerCase() };
			text = '';
			raw.arrived.push(request);
			raw.answer(socket, request, raw.arrived.length - 1);
		});
	};
	const server: Server = tls ? createTlsServer({ key: pem('key.pem'), cert: pem('cert.pem') }, onSocket) : createServer(onSocket);
	server.on('tlsClientError', () => {});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const raw: RawServer = {
		port: (server.address() as AddressInfo).port,
		arrived: [],
		answer: (socket) => socket.end(reply(200, { message: 'Done' })),
		close: async () => {
			sockets.forEach((socket) => socket.destroy());
			await new Promise((resolve) => server.close(resolve));
		},
	};
	return raw;
}

/** A well-formed answer. */
export function reply(status: number, body: object = {}, headers = ''): string {
	const text = JSON.stringify(body);
	return `HTTP/1.1 ${status} X\r\nContent-Type: application/json\r\n${headers}Content-Length: ${text.length}\r\nConnection: close\r\n\r\n${text}`;
}
