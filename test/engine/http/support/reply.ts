import type { Socket } from 'node:net';

import type { RawRequest } from '../../../support/rawServer';
import type { Answer } from './helpdesk';

/** One fault of a case: a way to misbehave and what was drawn for it. Plain, so that it can be printed. */
export interface Fault {
	way: string;
	/** 0 to below 1: at which byte, which status, how much. */
	at: number;
	/** Which of the way's variants. */
	variant: number;
	/** Whether the request is applied, where the way leaves that open. */
	applied: boolean;
	/** Whether the connection ends with a reset. */
	reset: boolean;
}

/** Whether the server may have applied a request that it answers so. */
export type Effect = 'may' | 'never' | 'always';

/** What a way to answer works with. */
export interface Reply {
	stream: Socket;
	/** The answer that the request deserves. */
	good: Answer;
	request: RawRequest;
	fault: Fault;
	/** Port of another server, which only waits for a token that must not come. */
	otherPort: number;
	/** Ends the connection, with a reset where the fault says so. */
	end: () => void;
}

/** An answer as bytes, framed by its length. */
export function bytesOf({ status, headers, body }: Answer, framing: 'length' | 'chunked' = 'length'): Buffer {
	const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
	const frame = framing === 'chunked' ? 'Transfer-Encoding: chunked' : `Content-Length: ${body.length}`;
	const content = framing === 'chunked' ? Buffer.concat([chunk(body), chunk(Buffer.alloc(0))]) : body;
	return Buffer.concat([Buffer.from(`HTTP/1.1 ${status} X\r\n${lines}${frame}\r\n\r\n`), content]);
}

function chunk(body: Buffer): Buffer {
	return Buffer.concat([Buffer.from(`${body.length.toString(16)}\r\n`), body, Buffer.from('\r\n')]);
}
