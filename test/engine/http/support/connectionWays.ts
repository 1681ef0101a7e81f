import type { Socket } from 'node:net';
import { contexts, secured as securedBy } from '../../../support/certificates';
import type { RawConnection } from '../../../support/rawServer';
import type { Fault } from './reply';

/** A way in which a connection fails before a request has arrived completely. */
interface ConnectionWay {
	scheme: 'http' | 'https';
	/** True if no byte of a request can have arrived, so that a failure certainly changed nothing. */
	nothingSent: boolean;
	/** Returns the stream from which HTTP is read, or nothing. */
	connected?: (connection: RawConnection, fault: Fault) => Socket | undefined;
	/** Returns the number of bytes after which the connection ends. */
	readAtMost?: (fault: Fault) => number;
}

/** Wraps a connection in the server's side of TLS. */
export function secured({ socket }: RawConnection, secureContext = contexts.good): Socket {
	return securedBy(socket, secureContext);
}

const tls = (name: keyof typeof contexts): ConnectionWay => ({
	scheme: 'https',
	nothingSent: true,
	connected: (connection) => secured(connection, contexts[name]),
});

const onFirstBytes = (answer: Buffer): ConnectionWay => ({
	scheme: 'https',
	nothingSent: true,
	connected: ({ socket }, fault) => {
		socket.once('data', () => (socket.write(answer), endOf(socket, fault)));
		return undefined;
	},
});

export function endOf(socket: Socket, { reset }: Pick<Fault, 'reset'>) {
	if (reset) socket.resetAndDestroy();
	else socket.end();
}

/** Ways to end a connection before its request is whole, by name. */
export const connectionWays: Record<string, ConnectionWay> = {
	'closed on accept': {
		scheme: 'http',
		nothingSent: false,
		connected: ({ socket }, fault) => (endOf(socket, fault), undefined),
	},
	'closed within the request': { scheme: 'http', nothingSent: false, readAtMost: ({ at }) => Math.floor(at * 400) },
	'TLS: self-signed': tls('selfSigned'),
	'TLS: signed by nobody known': tls('untrusted'),
	'TLS: of another host': tls('wrongHost'),
	'TLS: expired': tls('expired'),
	'TLS: plain HTTP comes back': onFirstBytes(Buffer.from('HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n')),
	'TLS: an alert': onFirstBytes(Buffer.from('15030300020228', 'hex')),
	'TLS: garbage': onFirstBytes(Buffer.from('1603030040deadbeef', 'hex')),
	'TLS: closed on accept': {
		scheme: 'https',
		nothingSent: true,
		connected: ({ socket }, fault) => (endOf(socket, fault), undefined),
	},
	'TLS: closed after the ClientHello': onFirstBytes(Buffer.alloc(0)),
	'TLS: closed after the handshake': {
		scheme: 'https',
		nothingSent: false,
		connected: (connection, fault) => {
			const stream = secured(connection);
			stream.on('secure', () => endOf(connection.socket, fault));
			return undefined;
		},
	},
	'plain HTTP to a TLS port': {
		scheme: 'http',
		nothingSent: false,
		connected: (connection) => (secured(connection), undefined),
	},
};

/** Ways in which every connection of an execution fails. */
export const addressWays = ['refused', 'never accepted'] as const;
