import { createServer, type AddressInfo, type Socket } from 'node:net';

/** An HTTP request as far as the raw server reads it. */
export interface RawRequest {
	method: string;
	/** With the query. */
	path: string;
	headers: Record<string, string>;
	body: string;
}

/** One connection, and the whole requests that came in on it. */
export interface RawConnection {
	socket: Socket;
	requests: RawRequest[];
}

export interface RawHandlers {
	/**
	 * A connection came in. Returns the stream that HTTP is read from (itself, or the decrypted one), or
	 * nothing when the connection is not listened to.
	 */
	connected?: (connection: RawConnection) => Socket | undefined;
	/** Bytes came in; false when no more of them count. */
	reading?: (connection: RawConnection, total: number) => boolean;
	/** A whole request came in: its headers, and as much body as Content-Length says. */
	requested: (request: RawRequest, stream: Socket) => void;
}

export interface RawServer {
	port: number;
	connections: RawConnection[];
	close: () => Promise<void>;
}

/**
 * A server of sockets without an HTTP library: what it sends is what its handlers write, byte by byte. It
 * understands just enough of a request to know that the whole of it came.
 */
export async function startRawServer(handlers: RawHandlers, port = 0): Promise<RawServer> {
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

function readRequests(stream: Socket, connection: RawConnection, handlers: RawHandlers): void {
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

/** The first whole request of these bytes and its length; undefined while a part of it is missing. */
function parseRequest(bytes: Buffer): { request: RawRequest; length: number } | undefined {
	const end = bytes.indexOf('\r\n\r\n');
	if (end < 0) return undefined;
	const [first = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n');
	const [method = '', path = ''] = first.split(' ');
	const headers = Object.fromEntries(lines.map((line) => [line.split(':', 1)[0]!.toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]));
	const length = end + 4 + Number(headers['content-length'] ?? 0);
	if (bytes.length < length) return undefined;
	return { request: { method, path, headers, body: bytes.toString('utf8', end + 4, length) }, length };
}
