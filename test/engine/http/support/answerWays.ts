import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';

import { CUSTOMER_TEXT, type Answer } from './helpdesk';
import { bytesOf, type Effect, type Fault, type Reply } from './reply';
import { playStatus, statusEffect, statusOf } from './statusWays';

interface AnswerWay {
	/** `always` if the answer may look like a success: only a lying server sends it without applying the request. */
	effect: Effect | ((fault: Fault) => Effect);
	/** Wrong outputs that a read may have: nothing, or a file that no client can recognize as wrong. */
	mayRead?: 'nothing' | 'other file';
	play: (reply: Reply) => void;
}

function withHeaders({ stream, good }: Reply, headers: Answer['headers'], body = good.body) {
	stream.end(bytesOf({ ...good, headers: [...good.headers, ...headers], body }));
}

function withBody(reply: Reply, body: Buffer | string) {
	withHeaders(reply, [], Buffer.from(body));
}

/** Sends the good answer and breaks off within its body. */
function cut(reply: Reply) {
	raw(
		reply,
		`HTTP/1.1 200 OK\r\n${JSON_TYPE}Content-Length: ${reply.good.body.length}\r\n\r\n`,
		part(reply.good.body, reply.fault.at),
	);
}

function raw(reply: Reply, head: string, body: Buffer | string = reply.good.body) {
	reply.stream.write(Buffer.concat([Buffer.from(head, 'latin1'), Buffer.from(body)]));
	reply.end();
}

/** Returns the start of the bytes: at least one, but not all. */
function part(bytes: Buffer, at: number) {
	return bytes.subarray(0, Math.max(1, Math.floor(at * bytes.length)));
}

const JSON_TYPE = 'Content-Type: application/json\r\n';
const TYPE: Answer['headers'] = [['Content-Type', 'application/json']];
const pick = <T>(list: T[], { variant }: Fault): T => list[variant % list.length]!;

const badStatusLines = [
	`HTP/1.1 200 OK`,
	`HTTP/9.9 200 OK`,
	'HTTP/1.1 2x0 OK',
	'HTTP/1.1 99999 OK',
	'HTTP/1.1',
	`${CUSTOMER_TEXT} HTTP/1.1 200`,
	'\u0000\u0001\u0002',
	'HTTP/1.1 -200 OK',
];
const badHeaders = [
	'No colon',
	': no name',
	'Bad\u0000Name: x',
	`X-Text: ${CUSTOMER_TEXT}\u0000`,
	'Bad Name: x',
	`X-Text: ${CUSTOMER_TEXT}\rX: y`,
	' folded: x',
];
const badChunks = [
	'zz\r\n',
	'-5\r\n',
	'ffffffffffffffffff\r\n',
	`5\r\n${CUSTOMER_TEXT}\r\n`,
	'10',
	'5;\u0000\r\nhello\r\n',
	'3\r\nabcX',
];
const badLengths = [
	'Content-Length: -5',
	'Content-Length: 5\r\nContent-Length: 6',
	'Content-Length: five',
	'Content-Length: 99999999999999999999',
	'Content-Length: 900000000',
	'Content-Length: 5\r\nTransfer-Encoding: chunked',
	'Content-Length: 5, 7',
	'Content-Length: ',
];
const encodings = ['gzip', 'deflate', 'br', 'zstd', 'compress', 'gzip, br'];
const packed: Record<string, (body: Buffer) => Buffer> = {
	gzip: gzipSync,
	deflate: deflateSync,
	br: brotliCompressSync,
};

function flipped(bytes: Buffer, at: number): Buffer {
	const copy = Buffer.from(bytes);
	const index = Math.floor(at * copy.length);
	copy[index] = copy[index]! ^ 0xff;
	copy[copy.length >> 1] = copy[copy.length >> 1]! ^ 0x55;
	return copy;
}

const badJson: Array<(body: string, at: number) => string> = [
	(body, at) => body.slice(0, Math.floor(at * body.length)) || '{',
	(body) => body.replace('"', '"x":NaN,"'),
	(body) => `${body}}`,
	(body) => `)]}',\n${body}`,
	() => `<html>${CUSTOMER_TEXT}</html>`,
	(body) => body.replace(/"/g, "'"),
	() => `${'['.repeat(20_000)}`,
];

/** Valid JSON of an unexpected form. */
const oddJson = [
	'null',
	'0',
	'true',
	'"text"',
	'[]',
	'{}',
	'[null]',
	'{"data":null}',
	'{"data":7}',
	'[[]]',
	'{"data":[null]}',
	'{"data":{"data":[]}}',
	`{"unexpected":"${CUSTOMER_TEXT}"}`,
];

/** Sends bytes in 12 pieces, one every 30 ms: together longer than a case's time-out, but without a long pause. */
const slowly = (bytes: Buffer, { stream }: Reply) => {
	const size = Math.ceil(bytes.length / DRIPS);
	let sent = 0;
	const timer = setInterval(() => {
		if (stream.destroyed) return clearInterval(timer);
		stream.write(bytes.subarray(sent, (sent += size)));
		if (sent >= bytes.length) stream.end(() => clearInterval(timer));
	}, 30);
	stream.on('close', () => clearInterval(timer));
};

const DRIPS = 12;

const headOf = (bytes: Buffer) => bytes.indexOf('\r\n\r\n') + 4;

export const answerWays: Record<string, AnswerWay> = {
	'closed within the answer': {
		effect: 'may',
		play: ({ stream, good, fault, end }) => void (stream.write(part(bytesOf(good), fault.at)), end()),
	},
	'closed within the headers': {
		effect: 'may',
		play: ({ stream, good, fault, end }) =>
			void (stream.write(part(bytesOf(good).subarray(0, headOf(bytesOf(good))), fault.at)), end()),
	},
	'closed within a chunked answer': {
		effect: 'may',
		play: ({ stream, good, fault, end }) => void (stream.write(part(bytesOf(good, 'chunked'), fault.at)), end()),
	},
	'closed without an answer': { effect: 'may', play: ({ end }) => end() },
	'malformed status line': {
		effect: 'may',
		play: (reply) => raw(reply, `${pick(badStatusLines, reply.fault)}\r\n${JSON_TYPE}\r\n`),
	},
	'malformed header': {
		effect: 'may',
		play: (reply) =>
			raw(
				reply,
				`HTTP/1.1 200 OK\r\n${JSON_TYPE}${pick(badHeaders, reply.fault)}\r\nContent-Length: 90000\r\n\r\n`,
			),
	},
	'malformed chunk': {
		effect: 'may',
		play: (reply) =>
			raw(
				reply,
				`HTTP/1.1 200 OK\r\n${JSON_TYPE}Transfer-Encoding: chunked\r\n\r\n`,
				pick(badChunks, reply.fault),
			),
	},
	'contradictory Content-Length': {
		effect: 'always',
		mayRead: 'other file',
		play: (reply) => raw(reply, `HTTP/1.1 200 OK\r\n${JSON_TYPE}${pick(badLengths, reply.fault)}\r\n\r\n`),
	},
	'Content-Length too long': {
		effect: 'may',
		play: ({ good, ...reply }) =>
			raw(
				{ good, ...reply },
				`HTTP/1.1 200 OK\r\n${JSON_TYPE}Content-Length: ${good.body.length + 1 + Math.floor(reply.fault.at * 1e4)}\r\n\r\n`,
			),
	},
	'Content-Length too short': {
		effect: 'always',
		mayRead: 'other file',
		play: ({ good, ...reply }) =>
			raw(
				{ good, ...reply },
				`HTTP/1.1 200 OK\r\n${JSON_TYPE}Content-Length: ${1 + Math.floor(reply.fault.at * (good.body.length - 2))}\r\n\r\n`,
			),
	},
	'too many headers': {
		effect: 'may',
		play: (reply) =>
			raw(
				reply,
				`HTTP/1.1 200 OK\r\n${`X-Fill: ${CUSTOMER_TEXT.repeat(60)}\r\n`.repeat(20 + Math.floor(reply.fault.at * 80))}\r\n`,
			),
	},
	'a storm of 1xx': {
		effect: 'always',
		play: (reply) =>
			raw(
				reply,
				`HTTP/1.1 ${pick([100, 102, 103], reply.fault)} X\r\n\r\n`.repeat(1 + Math.floor(reply.fault.at * 60)),
				bytesOf(reply.good),
			),
	},
	'only 1xx': {
		effect: 'may',
		play: (reply) => raw(reply, `HTTP/1.1 ${pick([100, 101, 102, 103, 199], reply.fault)} X\r\n\r\n`.repeat(3), ''),
	},
	'101 and another protocol': {
		effect: 'may',
		play: (reply) => raw(reply, 'HTTP/1.1 101 X\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n', CUSTOMER_TEXT),
	},
	'kept alive, then closed': {
		effect: 'always',
		play: ({ stream, good, fault, end }) => {
			stream.write(
				bytesOf({
					...good,
					headers: [...good.headers, ['Connection', 'keep-alive'], ['Keep-Alive', 'timeout=5']],
				}),
			);
			setTimeout(end, Math.floor(fault.at * 4));
		},
	},
	'said to be compressed, and is not': {
		effect: 'always',
		play: (reply) => withHeaders(reply, [['Content-Encoding', pick(encodings, reply.fault)]]),
	},
	'compressed wrongly': {
		effect: 'always',
		play: (reply) => {
			const encoding = pick(['gzip', 'deflate', 'br'], reply.fault);
			// Brotli has no checksum, so a client notices only invalid bytes.
			const bytes =
				encoding === 'br'
					? Buffer.alloc(40, 0xff)
					: flipped(packed[encoding]!(reply.good.body), reply.fault.at);
			withHeaders(reply, [['Content-Encoding', encoding]], bytes);
		},
	},
	'compressed and cut': {
		effect: 'always',
		play: (reply) => {
			// Sends an uncompressed file if asked to. A client could not notice a cut in a compressed one.
			if (reply.request.headers['accept-encoding'] === 'identity') return cut(reply);
			const encoding = pick(['gzip', 'deflate', 'br'], reply.fault);
			withHeaders(
				reply,
				[['Content-Encoding', encoding]],
				part(packed[encoding]!(reply.good.body), reply.fault.at),
			);
		},
	},
	'JSON that is none': {
		effect: 'always',
		mayRead: 'other file',
		play: (reply) => withBody(reply, pick(badJson, reply.fault)(reply.good.body.toString(), reply.fault.at)),
	},
	'JSON of another form': {
		effect: 'always',
		mayRead: 'nothing',
		play: (reply) => withBody(reply, pick(oddJson, reply.fault)),
	},
	'an empty body': {
		effect: 'always',
		mayRead: 'nothing',
		play: (reply) =>
			reply.stream.end(
				bytesOf({ status: pick([200, 201, 202], reply.fault), headers: TYPE, body: Buffer.alloc(0) }),
			),
	},
	'a web page': {
		effect: 'always',
		mayRead: 'other file',
		play: (reply) =>
			reply.stream.end(
				bytesOf({
					status: 200,
					headers: [['Content-Type', 'text/html']],
					body: Buffer.from(`<html>${CUSTOMER_TEXT}</html>`),
				}),
			),
	},
	'no answer in time': { effect: 'may', play: () => undefined },
	'headers that drip': { effect: 'always', play: (reply) => slowly(bytesOf(reply.good), reply) },
	'a body that drips': {
		effect: 'always',
		play: (reply) => {
			const bytes = bytesOf(reply.good);
			reply.stream.write(bytes.subarray(0, headOf(bytes)));
			slowly(bytes.subarray(headOf(bytes)), reply);
		},
	},
	'a body that stops': {
		effect: 'may',
		play: ({ stream, good, fault }) => {
			const bytes = bytesOf(good);
			stream.write(bytes.subarray(0, headOf(bytes) + Math.floor(fault.at * good.body.length)));
		},
	},
	'any status': {
		effect: (fault) => statusEffect(statusOf(fault.at)),
		mayRead: 'nothing',
		play: (reply) => playStatus(reply, statusOf(reply.fault.at)),
	},
	'429 with an odd Retry-After': { effect: 'never', play: (reply) => playStatus(reply, 429) },
	'5xx': { effect: 'may', play: (reply) => playStatus(reply, pick([500, 502, 503, 504], reply.fault)) },
	'304': { effect: 'never', play: (reply) => playStatus(reply, 304) },
	'a redirect': {
		effect: (fault) => statusEffect(pick([301, 302, 303, 307, 308], fault)),
		play: (reply) => playStatus(reply, pick([301, 302, 303, 307, 308], reply.fault)),
	},
};
