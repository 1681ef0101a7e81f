import { createServer, type AddressInfo, type Socket } from 'node:net';

export interface RawRequest {
	method: string;
	/** The path with the query. */
	path: string;
	headers: Record<string, string>;
	body: string;
}

export interface RawConnection {
	socket: Socket;
	requests: RawRequest[];
}

export interface RawHandlers {
	/** Called for each connection. Returns the stream from which HTTP is read, or nothing to ignore the connection. */
	connected?: (connection: RawConnection) => Socket | undefined;
	/** Called when bytes arrive. Returns false to ignore further bytes. */
	reading?: (connection: RawConnection, total: number) => boolean;
	/** Called for each complete request, whose body has the length in Content-Length. */
	requested: (request: RawRequest, stream: Socket) => void;
}

export interface RawServer {
	port: number;
	connections: RawConnection[];
	close: () => Promise<void>;
}

/** Starts a socket server without an HTTP library. It sends exactly the bytes that its handlers write. */
export async function startRawServer(handlers: RawHandlers, port = 0) {
	const connections: RawConnection[] = [];
	const server = createServer({ noDelay: true }, (socket) => {
		const connection: RawConnection = { socket, requests: [] };
		connections.push(connection);
		socket.on('error', () => undefined);
		const stream = handlers.connected ? handlers.connected(connection) : socket;
		if (stream) readRequests(stream, connection, handlers);
	});
	await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
	return {
		port: (server.address() as AddressInfo).port,
		connections,
		close: async () => {
			connections.forEach(({ socket }) => socket.destroy());
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

function readRequests(stream: Socket, connection: RawConnection, handlers: RawHandlers) {
	let unread = Buffer.alloc(0);
	let total = 0;
	stream.on('error', () => undefined);
	stream.on('data', (bytes: Buffer) => {
		total += bytes.length;
		if (handlers.reading?.(connection, total) === false) return;
		unread = Buffer.concat([unread, bytes]);
		for (let parsed = parseRequest(unread); parsed; parsed = parseRequest(unread)) {
			unread = unread.subarray(parsed.length);
			connection.requests.push(parsed.request);
			handlers.requested(parsed.request, stream);
		}
	});
}

/** Returns the first request in the bytes, and its length; undefined if the request is incomplete. */
function parseRequest(bytes: Buffer): { request: RawRequest; length: number } | undefined {
	const end = bytes.indexOf('\r\n\r\n');
	if (end < 0) return undefined;
	const [first = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n');
	const [method = '', path = ''] = first.split(' ');
	const headers = Object.fromEntries(
		lines.map((line) => [line.split(':', 1)[0]!.toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
	);
	const length = end + 4 + Number(headers['content-length'] ?? 0);
	if (bytes.length < length) return undefined;
	return { request: { method, path, headers, body: bytes.toString('utf8', end + 4, length) }, length };
}
