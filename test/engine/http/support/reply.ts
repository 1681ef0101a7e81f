import type { Socket } from 'node:net';

import type { RawRequest } from '../../../support/rawServer';
import type { Answer } from './helpdesk';

/** One fault of a case: a way to misbehave with its drawn values, as plain data that can be printed. */
export interface Fault {
	way: string;
	/** From 0 to below 1. Selects a byte, a status or an amount. */
	at: number;
	variant: number;
	/** Whether the request is applied, if the way allows both. */
	applied: boolean;
	reset: boolean;
}

/** Whether a server that sends this answer may have applied the request. */
export type Effect = 'may' | 'never' | 'always';

export interface Reply {
	stream: Socket;
	good: Answer;
	request: RawRequest;
	fault: Fault;
	/** Port of another server, which must never get the token. */
	otherPort: number;
	/** Ends the connection, with a reset if the fault says so. */
	end: () => void;
}

export function bytesOf({ status, headers, body }: Answer, framing: 'length' | 'chunked' = 'length'): Buffer {
	const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
	const frame = framing === 'chunked' ? 'Transfer-Encoding: chunked' : `Content-Length: ${body.length}`;
	const content = framing === 'chunked' ? Buffer.concat([chunk(body), chunk(Buffer.alloc(0))]) : body;
	return Buffer.concat([Buffer.from(`HTTP/1.1 ${status} X\r\n${lines}${frame}\r\n\r\n`), content]);
}

function chunk(body: Buffer): Buffer {
	return Buffer.concat([Buffer.from(`${body.length.toString(16)}\r\n`), body, Buffer.from('\r\n')]);
}
