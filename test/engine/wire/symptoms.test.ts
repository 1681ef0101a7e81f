import { deflateSync, gzipSync } from 'node:zlib';
import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { createTransport } from '../../../transport/transport';
import { byId } from '../../support/locator';
import { startRawServer, type RawRequest, type RawServer } from './support/rawServer';
import { startNode, type NodeRun } from '../../support/runNode';
import { bytesOf } from './support/answerWays';
import { connectionWays, secured } from './support/connectionWays';
import { CUSTOMER_TEXT, json } from './support/helpdesk';
import { neverAccepting, refusing, stopNowhere } from './support/nowhere';
import { everythingIn } from './support/secrets';
import { trustTestAuthority } from './support/trust';
import { WireClock } from './support/wireClock';

const TOKEN = 'TOKEN-SECRET';
const NOTE = 'NOTE-SECRET';

/** The bytes of an answer to each request, in turn; the last one stays. */
type Answers = Array<Buffer | string>;

let servers: RawServer[] = [];
let clock: WireClock;
let transport: ReturnType<typeof createTransport>;
let restore: () => void;
beforeAll(() => (restore = trustTestAuthority()));
beforeEach(() => {
	clock = new WireClock(() => servers.some(({ connections }) => connections.some(({ socket }) => !socket.destroyed)));
	transport = createTransport(clock, () => 0.5);
});
afterEach(async () => {
	await Promise.all(servers.map(async (server) => await server.close()));
	servers = [];
});
afterAll(() => {
	stopNowhere();
	restore();
});

/** A server that answers each request with the next bytes and ends the connection. */
async function answering(answers: Answers | ((request: RawRequest, number: number) => Buffer | string), scheme: 'http' | 'https' = 'http') {
	let number = 0;
	const server = await startRawServer({
		connected: (connection) => (scheme === 'https' ? secured(connection) : connection.socket),
		requested: (request, stream) => {
			const answer = typeof answers === 'function' ? answers(request, number) : answers[Math.min(number, answers.length - 1)]!;
			number += 1;
			stream.end(answer);
		},
	});
	servers.push(server);
	return { server, requests: () => server.connections.flatMap(({ requests }) => requests), baseUrl: `${scheme}://127.0.0.1:${server.port}/v1` };
}

function node(name: string, parameters: INodeParameters, baseUrl: string, run: Partial<NodeRun> = {}): () => Promise<INodeExecutionData[]> {
	const [resource, operation] = name.split('.') as [string, string];
	return startNode(transport, {
		credential: { accessToken: TOKEN, baseUrl },
		parameters: { resource, operation, requestOptions: { timeout: 300 }, ...parameters } as INodeParameters,
		onError: 'continueRegularOutput',
		mode: 'trigger',
		items: [{ json: { text: NOTE } }],
		...run,
	});
}

const note: INodeParameters = { conversationId: byId('c1'), message: '={{ $json.text }}' };
const OK = bytesOf(json({ message: 'OK.' }));
const head = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';
const body = JSON.stringify({ message: 'OK.', subject: CUSTOMER_TEXT });
const encoded = (encoding: string, bytes: Buffer) => Buffer.concat([Buffer.from(`${head}Content-Encoding: ${encoding}\r\nContent-Length: ${bytes.length}\r\n\r\n`), bytes]);

const unreadable: Array<[what: string, answer: Buffer | string]> = [
	['said to be gzip, and is not', encoded('gzip', Buffer.from(body))],
	['gzip with a wrong byte', encoded('gzip', Buffer.from(gzipSync(body).map((byte, at) => (at === 14 ? byte ^ 0xff : byte))))],
	['broken deflate', encoded('deflate', Buffer.concat([deflateSync(body).subarray(0, 8), Buffer.alloc(20, 0xff)]))],
	['broken brotli', encoded('br', Buffer.alloc(40, 0xff))],
	['a malformed status line', `HTP/1.1 200 ${CUSTOMER_TEXT}\r\n\r\n`],
	['no status line at all', body],
	['a malformed header', `${head}Bad\u0000Name: ${CUSTOMER_TEXT}\r\n\r\n`],
	['a malformed chunk', `${head}Transfer-Encoding: chunked\r\n\r\nzz\r\n${CUSTOMER_TEXT}`],
	['two different Content-Lengths', `${head}Content-Length: 5\r\nContent-Length: 6\r\n\r\n${body}`],
	['a negative Content-Length', `${head}Content-Length: -5\r\n\r\n${body}`],
	['length and chunks at once', `${head}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n${body}`],
	['more headers than can be read', `${head}${`X-Fill: ${CUSTOMER_TEXT.repeat(50)}\r\n`.repeat(60)}\r\n${body}`],
	['101, and another protocol', `HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n${CUSTOMER_TEXT}`],
];

describe('a POST of which the answer cannot be read', () => {
	it.each(unreadable)('is told as "may have been applied", not as "not sent": %s', async (_, answer) => {
		const { baseUrl } = await answering([answer]);
		const [item] = await node('message.addNote', note, baseUrl)();
		expect(item!.json).toMatchObject({ error: expect.stringContaining('may have been applied') as string, details: { mayHaveBeenApplied: true } });
	});

	it.each(unreadable)('is not written again by Retry On Fail: %s', async (_, answer) => {
		const { baseUrl, requests } = await answering([answer, OK]);
		const tryIt = node('message.addNote', note, baseUrl, { retryOnFail: true });
		await tryIt();
		await tryIt();
		expect(requests()).toHaveLength(1);
	});

	it.each(unreadable)('is not written again by a later execution with the same Only Once Per key: %s', async (_, answer) => {
		const { baseUrl, requests } = await answering([answer, OK]);
		const parameters = { ...note, options: { onlyOncePer: 'k' } };
		const staticData = {};
		await node('message.addNote', parameters, baseUrl, { staticData })();
		const [later] = await node('message.addNote', parameters, baseUrl, { staticData })();
		expect(later!.json.skipped).toBe(true);
		expect(requests()).toHaveLength(1);
	});

	it.each(unreadable)('takes neither token, text nor the answer into the error: %s', async (_, answer) => {
		const { baseUrl } = await answering([answer]);
		const error = await node('message.addNote', note, baseUrl, { onError: 'stopWorkflow' })().then(() => undefined, (thrown: Error) => thrown);
		expect(error).toBeDefined();
		const told = everythingIn(error);
		expect([TOKEN, NOTE, CUSTOMER_TEXT].filter((secret) => told.includes(secret))).toEqual([]);
	});
});

describe('an answer that cannot be read', () => {
	it.each(unreadable)('does not end a read: it is asked for again: %s', async (_, answer) => {
		const { baseUrl, requests } = await answering([answer, bytesOf(json({ id: 'c1' }))]);
		const [item] = await node('conversation.get', { conversationId: byId('c1') }, baseUrl)();
		expect([item!.json.id, requests().length]).toEqual(['c1', 2]);
	});

	it.each(unreadable)('does not end a change: a PATCH is sent again: %s', async (_, answer) => {
		const { baseUrl, requests } = await answering([answer, OK]);
		const [item] = await node('conversation.update', { conversationId: byId('c1'), updateFields: { subject: 'New' } }, baseUrl)();
		expect([item!.json.message, requests().length]).toEqual(['OK.', 2]);
	});
});

describe('a POST that never left', () => {
	const failing = ['self-signed', 'signed by nobody known', 'of another host', 'expired', 'plain HTTP comes back', 'an alert', 'garbage', 'closed on accept', 'closed after the ClientHello', '1.2 cut within the handshake', '1.3 cut within the handshake'];
	const fault = { way: '', at: 0.5, variant: 0, applied: false };

	/** An address of which the first `faulty` connections fail so, and the port that works. */
	async function failingTls(way: string, reset: boolean) {
		let broken = true;
		const server = await startRawServer({
			connected: (connection) => (broken ? connectionWays[`TLS: ${way}`]!.connected!(connection, { ...fault, reset }) : secured(connection)),
			requested: (_, stream) => void stream.end(OK),
		});
		servers.push(server);
		return { baseUrl: `https://127.0.0.1:${server.port}/v1`, mend: () => (broken = false), bytes: () => server.connections.flatMap(({ received }) => received).length };
	}

	it.each(failing.flatMap((way) => [false, true].map((reset): [string, boolean] => [way, reset])))(
		'is not told as "may have been applied", and its Only Once Per key is free: TLS %s (reset: %s)',
		async (way, reset) => {
			const { baseUrl, mend, bytes } = await failingTls(way, reset);
			const parameters = { ...note, options: { onlyOncePer: 'k' } };
			const staticData = {};
			const [item] = await node('message.addNote', parameters, baseUrl, { staticData })();
			expect(bytes()).toBe(0);
			expect(item!.json).toMatchObject({ details: { mayHaveBeenApplied: false } });
			mend();
			const [later] = await node('message.addNote', parameters, baseUrl, { staticData })();
			expect(later!.json).toEqual({ id: 'c1', message: 'OK.' });
		},
	);

	it.each([
		['the connection is refused', refusing],
		['the connection is never accepted and times out', neverAccepting],
	])('is not told as "may have been applied": %s', async (_, port) => {
		const [item] = await node('message.addNote', note, `http://127.0.0.1:${await port()}/v1`)();
		expect(item!.json).toMatchObject({ details: { mayHaveBeenApplied: false } });
	});
});

describe('a DELETE over the tries of Retry On Fail', () => {
	it('that was applied by a try whose answer was lost is not told as "not applied" when a later try finds nothing', async () => {
		const { baseUrl } = await answering((_, number) => (number < 4 ? '' : bytesOf(json({ message: 'Not found.' }, 404))));
		const tryIt = node('conversation.delete', { conversationId: byId('c1') }, baseUrl, { retryOnFail: true });
		await tryIt();
		const [item] = await tryIt();
		expect((item!.json.details as { mayHaveBeenApplied?: boolean } | undefined)?.mayHaveBeenApplied ?? true).toBe(true);
	});
});

describe('pages without end', () => {
	const inbox: INodeParameters = { inboxId: byId('i1'), filterMode: 'none', returnAll: true };
	const tags = { method: 'GET', path: '/inboxes/i1/tags', pageMode: 'simple', returnAll: true };
	const pageOf = ({ path, body }: RawRequest): number =>
		Number((body ? (JSON.parse(body) as { display?: { page?: number } }).display?.page : undefined) ?? new URL(path, 'http://x').searchParams.get('page') ?? 1);
	const MOST = 400;

	/** Reads a listing that goes on for ever; fails the test when the node asks for more than anybody needs. */
	async function endless(operation: string, parameters: INodeParameters, page: (number: number) => unknown) {
		const stop = new AbortController();
		const { baseUrl, requests } = await answering((request, number) => {
			if (number > MOST) stop.abort();
			return bytesOf(json(page(pageOf(request))));
		});
		const outputs = await node(operation, parameters, baseUrl, { signal: stop.signal })();
		expect(requests().length).toBeLessThan(MOST);
		return outputs;
	}

	it('a listing whose "next" never ends and whose records have no id is not read for ever', async () => {
		const outputs = await endless('apiRequest.send', tags, (number) => ({ data: [{ name: 'same' }], links: { next: 'https://x/?page=2' }, meta: { current_page: number } }));
		expect(outputs[0]!.json.error).toBeDefined();
	});

	it('a listing that claims a million million pages is not read for ever', async () => {
		const outputs = await endless('conversation.getMany', inbox, (number) => ({ data: [{ name: 'same' }], links: {}, meta: { current_page: number, last_page: 1e12 } }));
		expect(outputs[0]!.json.error).toBeDefined();
	});

	it('records with "id": null are not taken for one and the same', async () => {
		const { baseUrl } = await answering([bytesOf(json({ data: Array.from({ length: 30 }, (_, index) => ({ id: null, name: index })), links: {}, meta: { current_page: 1, last_page: 1 } }))]);
		const outputs = await node('conversation.getMany', inbox, baseUrl)();
		expect(outputs).toHaveLength(30);
	});

	it.each([[''], [true]])('a last page of %j is not taken for the first', async (last_page) => {
		const { baseUrl } = await answering([bytesOf(json({ data: [{ id: 'c1' }], links: { next: 'https://x/?page=2' }, meta: { current_page: 1, last_page } }))]);
		const [item] = await node('conversation.getMany', inbox, baseUrl)();
		expect(item!.json.error).toBeDefined();
	});
});

describe('a download that is redirected', () => {
	const file = Buffer.from('the file');
	const download: INodeParameters = { method: 'GET', path: '/files/a', pageMode: 'none', options: { download: true } };
	const found = bytesOf({ status: 200, headers: [['Content-Type', 'image/png']], body: file });
	const to = (location: string) => `HTTP/1.1 302 Found\r\nLocation: ${location}\r\nContent-Length: 0\r\n\r\n`;
	const contentOf = ([item]: INodeExecutionData[]) => Buffer.from(item?.binary?.data?.data ?? '', 'base64').toString();

	it.each(['/v1/files/b', 'b', './b', '//{host}/v1/files/b', 'http://{host}/v1/files/b'])('follows a relative Location: %s', async (location) => {
		const { baseUrl, requests } = await answering(({ path, headers }) => (path.endsWith('/b') ? found : to(location.replace('{host}', headers.host!))));
		expect(contentOf(await node('apiRequest.send', download, baseUrl)())).toBe('the file');
		expect(requests().map(({ path }) => path)).toEqual(['/v1/files/a', '/v1/files/b']);
	});

	it('in a loop ends with an error', async () => {
		const { baseUrl, requests } = await answering(({ path }) => to(path.endsWith('/b') ? 'a' : 'b'));
		const [item] = await node('apiRequest.send', download, baseUrl)();
		expect(item!.json.error).toBeDefined();
		expect(requests().length).toBeLessThan(60);
	});

	it('to another host takes no token there, over several hops', async () => {
		const other = await answering(({ path }) => (path.endsWith('/c') ? found : to('c')));
		const { baseUrl } = await answering([to(`http://127.0.0.1:${other.server.port}/b`)]);
		expect(contentOf(await node('apiRequest.send', download, baseUrl)())).toBe('the file');
		expect(other.requests().map(({ path }) => path)).toEqual(['/b', '/c']);
		expect(JSON.stringify(other.requests())).not.toContain(TOKEN);
	});

	it('to the API takes a permit for each hop', async () => {
		const { baseUrl, requests } = await answering(({ path }) => (path.endsWith('/b') ? found : to('b')));
		const run = { credential: { accessToken: TOKEN, baseUrl, requestsPerMinute: 4 }, items: Array.from({ length: 4 }, () => ({ json: {} })) };
		const began = clock.now();
		const outputs = await node('apiRequest.send', download, baseUrl, run)();
		expect([outputs.length, requests().length]).toEqual([4, 8]);
		expect(clock.now() - began).toBeGreaterThanOrEqual(60_000);
	});

	it.each(['ftp://127.0.0.1/x', 'file:///etc/passwd', `javascript:${CUSTOMER_TEXT}`, '::'])('to what is no web address is told as a redirect: %s', async (location) => {
		const { baseUrl, requests } = await answering([to(location)]);
		const [item] = await node('apiRequest.send', download, baseUrl)();
		expect(item!.json.error).toContain('redirect');
		expect(requests()).toHaveLength(1);
	});
});
