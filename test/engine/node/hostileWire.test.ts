import { brotliCompressSync, gzipSync } from 'node:zlib';
import { createServer, type AddressInfo, type Socket } from 'node:net';

import type { INodeParameters } from 'n8n-workflow';

import { byId } from '../../support/locator';
import type { ShownError } from '../../support/nodeRig';
import { reply, startAnsweringServer, type AnsweringServer } from '../../support/answeringServer';
import { startNode } from '../../support/runNode';
import { VirtualClock } from '../../support/virtualClock';
import { createTransport } from '../../../transport/transport';

const TOKEN = 'token-that-must-not-be-seen';
const SECRET = 'what the customer wrote';

/** Answers that cannot be read, after the server has done what was asked. */
const UNREADABLE: Record<string, string | Buffer> = {
	'no HTTP at all': 'garbage\r\n\r\n',
	'an empty status line': '\r\n\r\n',
	'a malformed status line': 'HTTP/1.1 abc\r\n\r\n',
	'a malformed header': 'HTTP/1.1 200 OK\r\nBad Header\r\n\r\n',
	'two lengths': 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}',
	'a length and chunks': 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}',
	'a malformed chunk': 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n{}\r\n',
	'too many headers': `HTTP/1.1 200 OK\r\nX: ${'a'.repeat(30_000)}\r\n\r\n`,
	'a body that breaks off': 'HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\n{"mess',
	'bad gzip': 'HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 5\r\n\r\nhello',
	'bad deflate': 'HTTP/1.1 200 OK\r\nContent-Encoding: deflate\r\nContent-Length: 5\r\n\r\nhello',
	'bad brotli': Buffer.concat([Buffer.from('HTTP/1.1 200 OK\r\nContent-Encoding: br\r\nContent-Length: 9\r\n\r\n'), Buffer.alloc(9, 0xff)]),
	'only an interim answer': 'HTTP/1.1 103 Early Hints\r\n\r\n',
	nothing: '',
};

/** Operations that would write twice if they were sent twice, by their action. */
const WRITTEN_ONCE: Array<[action: string, parameters: INodeParameters]> = [
	['add note to conversation', { resource: 'message', operation: 'addNote', conversationId: byId('c1'), message: SECRET }],
	['reply to conversation', { resource: 'message', operation: 'reply', conversationId: byId('c1'), message: SECRET }],
	['create contact', { resource: 'contact', operation: 'create', email: 'new@customer.example' }],
];

const ending = (bytes: string | Buffer) => (socket: Socket) => void socket.end(bytes);

describe("a write on a hostile wire, in n8n's own engine", () => {
	let server: AnsweringServer;
	let secure: AnsweringServer;
	beforeAll(async () => {
		server = await startAnsweringServer();
		secure = await startAnsweringServer({ tls: true });
	});
	beforeEach(() => {
		server.arrived.length = 0;
		secure.arrived.length = 0;
	});
	afterAll(async () => await Promise.all([server.close(), secure.close()]));

	const at = (port: number, protocol = 'http') => `${protocol}://127.0.0.1:${port}/v1`;
	const note = WRITTEN_ONCE[0]![1];
	const tries = (baseUrl: string, parameters: INodeParameters = note, more: object = {}) =>
		startNode(
			createTransport(new VirtualClock(), () => 0.5),
			{ credential: { accessToken: TOKEN, baseUrl, requestsPerMinute: 300 }, parameters, ...more },
		);
	const failure = async (once: () => Promise<unknown>) => {
		const error = await once().then(
			(output) => new Error(`succeeded: ${JSON.stringify(output)}`),
			(caught: ShownError) => caught,
		);
		expectNoSecret(error);
		return error.message;
	};

	describe.each(Object.keys(UNREADABLE))('answered with %s', (name) => {
		beforeEach(() => (server.answer = ending(UNREADABLE[name]!)));

		it.each(WRITTEN_ONCE)('%s is reported as "may have been applied", and Retry On Fail does not write it twice', async (action, parameters) => {
			const once = tries(at(server.port), parameters, { retryOnFail: true });
			expect(await failure(once)).toMatch(new RegExp(`^Could not ${action}: .*It may have been applied; not sent again$`));
			expect(await failure(once)).toMatch(/It may have been applied; not sent again$/);
			expect(server.arrived).toHaveLength(1);
		});
	});

	it.each([
		{ name: 'a POST that writes', parameters: note, times: 1 },
		{ name: 'a PUT', parameters: { resource: 'conversation', operation: 'setPriority', conversationId: byId('c1'), priority: 'High' }, times: 2 },
		{
			name: 'a PATCH',
			parameters: { resource: 'conversation', operation: 'update', conversationId: byId('c1'), updateFields: { subject: 'x' } },
			times: 2,
		},
		{ name: 'a DELETE', parameters: { resource: 'conversation', operation: 'delete', conversationId: byId('c1') }, times: 2 },
		{ name: 'a GET', parameters: { resource: 'user', operation: 'getCurrent' }, times: 2 },
	])('$name has $times attempts when the first answer cannot be read and the next would be good', async ({ parameters, times }) => {
		server.answer = (socket, _request, number) => socket.end(number === 0 ? UNREADABLE['bad gzip']! : reply(200, { message: 'Done', id: 'u1' }));
		await tries(at(server.port), parameters)().catch(() => undefined);
		expect(server.arrived).toHaveLength(times);
	});

	it('reads well what is compressed well', async () => {
		for (const [encoding, bytes] of [
			['gzip', gzipSync('{"message":"yes"}')],
			['br', brotliCompressSync('{"message":"yes"}')],
		] as const) {
			const head = `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Encoding: ${encoding}\r\nContent-Length: ${bytes.length}\r\n\r\n`;
			server.answer = ending(Buffer.concat([Buffer.from(head), bytes]));
			expect((await tries(at(server.port))())[0]!.json.message).toBe('yes');
		}
	});

	it('a certificate that is not trusted: nothing was sent, the error says so, and the key of Only Once Per is free', async () => {
		secure.answer = ending(reply(200, { message: 'Done' }));
		const run = {
			credential: { accessToken: TOKEN, baseUrl: at(secure.port, 'https'), requestsPerMinute: 300 },
			mode: 'trigger' as const,
			staticData: {},
		};
		const transport = createTransport(new VirtualClock(), () => 0.5);
		const parameters = { ...note, options: { onlyOncePer: 'k1' } };
		expect(await failure(startNode(transport, { ...run, parameters }))).toBe(
			'Could not add note to conversation: the certificate of the helpdesk is not trusted',
		);
		expect(secure.arrived).toHaveLength(0);
		const trusting = { ...parameters, requestOptions: { allowUnauthorizedCerts: true } };
		expect((await startNode(transport, { ...run, parameters: trusting })())[0]!.json.message).toBe('Done');
		expect((await startNode(transport, { ...run, parameters: trusting })())[0]!.json.skipped).toBe(true);
		expect(secure.arrived).toHaveLength(1);
	});

	it.each([
		['https to a plain port', (socket: Socket) => void socket.write('HTTP/1.1 400 Bad Request\r\n\r\n')],
		['a handshake that is reset', (socket: Socket) => void socket.resetAndDestroy()],
		['a handshake that is closed', (socket: Socket) => void socket.destroy()],
		['a handshake of garbage', (socket: Socket) => void socket.end(Buffer.alloc(40, 7))],
	])('%s: nothing was sent, and the error says so', async (_, answer) => {
		const port = await broken(answer);
		expect(await failure(tries(at(port, 'https')))).toBe(
			'Could not add note to conversation: no secure connection to the helpdesk could be made',
		);
	});

	it('a handshake that never ends: nothing was sent, and the error says so', async () => {
		const port = await broken(() => {});
		const parameters = { ...note, requestOptions: { timeout: 200 } };
		expect(await failure(tries(at(port, 'https'), parameters))).toBe(
			'Could not add note to conversation: no secure connection to the helpdesk could be made',
		);
	});

	it('a connection that is reset after it was secured may have applied the note', async () => {
		secure.answer = (socket) => void socket.destroy();
		const parameters = { ...note, requestOptions: { allowUnauthorizedCerts: true } };
		expect(await failure(tries(at(secure.port, 'https'), parameters))).toBe(
			'Could not add note to conversation: the connection broke before the answer came. It may have been applied; not sent again',
		);
		expect(secure.arrived).toHaveLength(1);
	});

	it('an answer that never comes may have applied the note', async () => {
		server.answer = () => {};
		const parameters = { ...note, requestOptions: { timeout: 200 } };
		expect(await failure(tries(at(server.port), parameters))).toBe(
			'Could not add note to conversation: the answer did not come in time. It may have been applied; not sent again',
		);
	});

	it('a proxy that breaks the tunnel off before it stands: nothing was sent', async () => {
		const port = await broken((socket) => void socket.destroy());
		const parameters = { ...note, requestOptions: { proxy: `http://127.0.0.1:${port}` } };
		expect(await failure(tries('https://helpdesk.invalid/v1', parameters))).toBe(
			'Could not add note to conversation: the helpdesk could not be reached',
		);
	});

	it("a domain that the credential does not allow is refused in n8n's own words", async () => {
		const credential = { accessToken: TOKEN, baseUrl: at(server.port), allowedHttpRequestDomains: 'domains', allowedDomains: 'example.com' };
		const once = startNode(createTransport(new VirtualClock()), { credential, parameters: note });
		expect(await failure(once)).toMatch(/^Domain not allowed/);
		expect(server.arrived).toHaveLength(0);
	});

	it('a delete of unknown fate in the first try of Retry On Fail is not "not found, nothing applied" in the second', async () => {
		server.answer = (socket, _request, number) => socket.end(reply(number < 4 ? 503 : 404, { message: 'said' }));
		const parameters = { resource: 'conversation', operation: 'delete', conversationId: byId('c1') };
		const once = tries(at(server.port), parameters, { retryOnFail: true, onError: 'continueRegularOutput' });
		await once();
		const [item] = await once();
		expect(item!.json.details).toMatchObject({ statusCode: 404, mayHaveBeenApplied: true });
		expect(item!.json.error).toContain('It may have been applied');
	});

	const servers: Array<{ close: () => void }> = [];
	afterAll(() => servers.forEach((each) => each.close()));

	/** A plain port that does so with whatever first comes. */
	async function broken(answer: (socket: Socket) => void): Promise<number> {
		const plain = createServer((socket) => socket.on('error', () => {}).once('data', () => answer(socket)));
		servers.push(plain);
		await new Promise<void>((resolve) => plain.listen(0, '127.0.0.1', resolve));
		return (plain.address() as AddressInfo).port;
	}

	/** Everything that hangs on an error, also what does not enumerate. */
	function expectNoSecret(error: unknown) {
		const seen = new Set<unknown>();
		const texts: string[] = [];
		const walk = (value: unknown) => {
			if (typeof value === 'string') texts.push(value);
			if (typeof value !== 'object' || value === null || seen.has(value)) return;
			seen.add(value);
			for (const key of Reflect.ownKeys(value)) if (key !== 'node') walk((value as Record<PropertyKey, unknown>)[key]);
		};
		walk(error);
		expect(texts.length).toBeGreaterThan(1);
		expect(texts.join('\n')).not.toContain(TOKEN);
		expect(texts.join('\n')).not.toContain(SECRET);
	}
});
