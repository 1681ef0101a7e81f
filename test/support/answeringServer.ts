import type { Socket } from 'node:net';

import { contexts, secured } from './certificates';
import { startRawServer, type RawRequest } from './rawServer';

export interface AnsweringServer {
	port: number;
	/** Requests that arrived completely. */
	arrived: RawRequest[];
	/** Answers request `number` (from 0). Default: a success. */
	answer: (socket: Socket, request: RawRequest, number: number) => void;
	close: () => Promise<void>;
}

/** @param tls use TLS with a certificate that nobody trusts */
export async function startAnsweringServer({ tls = false }: { tls?: boolean } = {}) {
	const { port, close } = await startRawServer({
		connected: ({ socket }) => (tls ? secured(socket, contexts.selfSigned) : socket),
		requested: (request, stream) => {
			server.arrived.push(request);
			server.answer(stream, request, server.arrived.length - 1);
		},
	});
	const server: AnsweringServer = {
		port,
		arrived: [],
		answer: (socket) => socket.end(reply(200, { message: 'Done' })),
		close,
	};
	return server;
}

export function reply(status: number, body: object = {}, headers = '') {
	const text = JSON.stringify(body);
	return `HTTP/1.1 ${status} X\r\nContent-Type: application/json\r\n${headers}Content-Length: ${Buffer.byteLength(text)}\r\nConnection: close\r\n\r\n${text}`;
}
