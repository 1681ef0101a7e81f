import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Transport } from '../../../transport/transport';
import { byId } from '../../support/locator';
import { startRawServer, type RawHandlers, type RawServer } from '../../support/rawServer';
import { startNode, type NodeRun } from '../../support/runNode';
import { VirtualClock } from '../../support/virtualClock';
import { bytesOf } from './support/reply';
import { CUSTOMER_TEXT, json } from './support/helpdesk';
import { REFUSING } from './support/nowhere';

let transport: Transport;
const servers: RawServer[] = [];
beforeEach(() => (transport = new VirtualClock().newTransport()));
afterEach(async () => await Promise.all(servers.splice(0).map(async (server) => await server.close())));

async function start(handlers: RawHandlers) {
	const server = await startRawServer(handlers);
	servers.push(server);
	return server;
}

/** Starts a server that answers each request with the next bytes and closes the connection. The last bytes repeat. */
async function answering(...answers: Array<Buffer | string>) {
	let number = 0;
	const server = await start({
		requested: (_, stream) => void stream.end(answers[Math.min(number++, answers.length - 1)]!),
	});
	return {
		requests: () => server.connections.flatMap(({ requests }) => requests),
		baseUrl: `http://127.0.0.1:${server.port}/v1`,
	};
}

/** Returns a function that runs the node on one item. Each call is another attempt of the run. */
function node(name: string, parameters: INodeParameters, baseUrl: string, run: Partial<NodeRun> = {}) {
	const [resource, operation] = name.split('.') as [string, string];
	const credential = { accessToken: 'any', baseUrl };
	return startNode(transport, {
		credential,
		parameters: { resource, operation, ...parameters },
		onError: 'continueRegularOutput',
		mode: 'trigger',
		...run,
	});
}

const note: INodeParameters = { conversationId: byId('c1'), message: 'seen' };
const OK = bytesOf(json({ message: 'OK.' }));
const head = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';
const body = JSON.stringify({ message: 'OK.', subject: CUSTOMER_TEXT });
const encoded = (encoding: string, bytes: Buffer) =>
	Buffer.concat([
		Buffer.from(`${head}Content-Encoding: ${encoding}\r\nContent-Length: ${bytes.length}\r\n\r\n`),
		bytes,
	]);

const unreadable: Array<[what: string, answer: Buffer | string]> = [
	['said to be gzip, and is not', encoded('gzip', Buffer.from(body))],
	['broken brotli', encoded('br', Buffer.alloc(40, 0xff))],
	['a malformed status line', `HTP/1.1 200 ${CUSTOMER_TEXT}\r\n\r\n`],
	['more headers than can be read', `${head}${`X-Fill: ${CUSTOMER_TEXT.repeat(50)}\r\n`.repeat(60)}\r\n${body}`],
];

describe('a POST with an unreadable response', () => {
	it.each(unreadable)(
		'is not repeated by Retry On Fail, and keeps its Only Once Per key used: %s',
		async (_, answer) => {
			const { baseUrl, requests } = await answering(answer, OK);
			const parameters = { ...note, options: { onlyOncePer: 'k' } };
			const staticData = {};
			const tryIt = node('message.addNote', parameters, baseUrl, { retryOnFail: true, staticData });
			for (const [item] of [await tryIt(), await tryIt()])
				expect(item!.json).toMatchObject({
					error: expect.stringContaining('may have been applied'),
					details: { mayHaveBeenApplied: true },
				});
			const [later] = await node('message.addNote', parameters, baseUrl, { staticData })();
			expect(later!.json.skipped).toBe(true);
			expect(requests().filter(({ method }) => method === 'POST')).toHaveLength(1);
		},
	);

	it('is reported as possibly applied at any byte at which the response breaks off', async () => {
		const whole = Buffer.from(`${head}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
		for (let at = 0; at <= whole.length; at += 1) {
			const { baseUrl, requests } = await answering(whole.subarray(0, at), OK);
			const [item] = await node('message.addNote', note, baseUrl)();
			const { mayHaveBeenApplied } = (item!.json.details ?? {}) as IDataObject;
			expect([at, requests().filter(({ method }) => method === 'POST').length, mayHaveBeenApplied]).toEqual([
				at,
				1,
				at < whole.length ? true : undefined,
			]);
		}
	});
});

it('the node reports a POST as not applied if the time-out passed before its connection was made', async () => {
	const timeout = 100;
	let connections = 0;
	const standStill = () => {
		connections += 1;
		if (connections === 1) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, timeout + 1_500);
	};
	subscribe('net.client.socket', standStill);
	const [item] = await node(
		'message.addNote',
		{ ...note, requestOptions: { timeout } },
		`http://127.0.0.1:${REFUSING}/v1`,
	)().finally(() => unsubscribe('net.client.socket', standStill));
	expect(connections).toBeGreaterThan(0);
	expect(item!.json).toMatchObject({ details: { mayHaveBeenApplied: false } });
});

it('the node reports a DELETE as possibly applied if a lost response is followed by a 404', async () => {
	const { baseUrl } = await answering('', '', '', '', bytesOf(json({ message: 'Not found.' }, 404)));
	const tryIt = node('conversation.delete', { conversationId: byId('c1') }, baseUrl, { retryOnFail: true });
	await tryIt();
	const [item] = await tryIt();
	expect(item!.json).toMatchObject({
		error: expect.stringContaining('may have been applied') as string,
		details: { statusCode: 404, mayHaveBeenApplied: true },
	});
});

it.each([
	['gzip', gzipSync],
	['br', brotliCompressSync],
] as const)('the node reads a response that is compressed with %s', async (encoding, compress) => {
	const { baseUrl } = await answering(encoded(encoding, compress(body)));
	expect((await node('message.addNote', note, baseUrl)())[0]!.json.message).toBe('OK.');
});

it('the node reports a POST as not sent if a proxy ends the tunnel before it is open', async () => {
	let connections = 0;
	const proxy = await start({
		connected: ({ socket }) => {
			connections += 1;
			return socket.destroy();
		},
		requested: () => undefined,
	});
	const requestOptions = { proxy: `http://127.0.0.1:${proxy.port}` };
	const credential = { accessToken: 'any', baseUrl: 'https://helpdesk.invalid/v1', requestsPerMinute: 300 };
	const [item] = await node('message.addNote', { ...note, requestOptions }, credential.baseUrl, { credential })();
	expect(item!.json).toMatchObject({
		error: expect.stringContaining('could not be reached'),
		details: { mayHaveBeenApplied: false },
	});
	expect(connections).toBeGreaterThan(0);
});

it("the node refuses a domain that the credential does not allow, with n8n's own message", async () => {
	const { baseUrl, requests } = await answering(OK);
	const credential = {
		accessToken: 'any',
		baseUrl,
		allowedHttpRequestDomains: 'domains',
		allowedDomains: 'example.com',
	};
	const [item] = await node('message.addNote', note, baseUrl, { credential })();
	expect([item!.json.error, requests()]).toEqual([expect.stringMatching(/^Domain not allowed/), []]);
});
