import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { byId } from '../../support/locator';
import { bytesOf } from './support/reply';
import { connectionWays, secured } from './support/connectionWays';
import { CUSTOMER_TEXT, json } from './support/helpdesk';
import { neverAccepting, REFUSING } from './support/nowhere';
import { everythingIn } from '../../support/secrets';
import { NOTE, TOKEN, HostileRig } from './support/hostileRig';

const rig = new HostileRig(1_000);
const note: INodeParameters = { conversationId: byId('c1'), message: '={{ $json.text }}' };
const OK = bytesOf(json({ message: 'OK.' }));
const head = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';
const body = JSON.stringify({ message: 'OK.', subject: CUSTOMER_TEXT });
const encoded = (encoding: string, bytes: Buffer) =>
	Buffer.concat([Buffer.from(`${head}Content-Encoding: ${encoding}\r\nContent-Length: ${bytes.length}\r\n\r\n`), bytes]);

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

describe('a POST with an unreadable answer', () => {
	it.each(unreadable)('may have been applied, is not sent again by Retry On Fail, and keeps its key of Only Once Per: %s', async (_, answer) => {
		const { baseUrl, requests } = await rig.answering([answer, OK]);
		const parameters = { ...note, options: { onlyOncePer: 'k' } };
		const staticData = {};
		const tryIt = rig.node('message.addNote', parameters, baseUrl, { retryOnFail: true, staticData });
		for (const [item] of [await tryIt(), await tryIt()])
			expect(item!.json).toMatchObject({ error: expect.stringContaining('may have been applied'), details: { mayHaveBeenApplied: true } });
		const [later] = await rig.node('message.addNote', parameters, baseUrl, { staticData })();
		expect(later!.json.skipped).toBe(true);
		expect(requests().filter(({ method }) => method === 'POST')).toHaveLength(1);
	});

	it('may have been applied at every byte where its answer breaks off', async () => {
		const whole = Buffer.from(`${head}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
		for (let at = 0; at <= whole.length; at += 1) {
			const { baseUrl, requests } = await rig.answering([whole.subarray(0, at), OK]);
			const [item] = await rig.node('message.addNote', note, baseUrl)();
			const { mayHaveBeenApplied } = (item!.json.details ?? {}) as IDataObject;
			expect([at, requests().filter(({ method }) => method === 'POST').length, mayHaveBeenApplied]).toEqual([
				at,
				1,
				at < whole.length ? true : undefined,
			]);
		}
	});

	it.each(unreadable)('has an error without token, text or answer: %s', async (_, answer) => {
		const { baseUrl } = await rig.answering([answer]);
		const error = await rig
			.node('message.addNote', note, baseUrl, { onError: 'stopWorkflow' })()
			.then(
				() => undefined,
				(thrown: Error) => thrown,
			);
		expect(error).toBeDefined();
		const told = everythingIn(error);
		expect([TOKEN, NOTE, CUSTOMER_TEXT].filter((secret) => told.includes(secret))).toEqual([]);
	});
});

describe('an unreadable answer', () => {
	it.each(unreadable)('makes the node repeat a read: %s', async (_, answer) => {
		const { baseUrl, requests } = await rig.answering([answer, bytesOf(json({ id: 'c1' }))]);
		const [item] = await rig.node('conversation.get', { conversationId: byId('c1') }, baseUrl)();
		expect([item!.json.id, requests().length]).toEqual(['c1', 2]);
	});

	it.each(unreadable)('makes the node repeat a PATCH: %s', async (_, answer) => {
		const { baseUrl, requests } = await rig.answering([answer, OK]);
		const [item] = await rig.node('conversation.update', { conversationId: byId('c1'), updateFields: { subject: 'New' } }, baseUrl)();
		expect([item!.json.message, requests().length]).toEqual(['OK.', 2]);
	});
});

describe('a POST that never left', () => {
	const failing = [
		'self-signed',
		'signed by nobody known',
		'of another host',
		'expired',
		'plain HTTP comes back',
		'an alert',
		'garbage',
		'closed on accept',
		'closed after the ClientHello',
		'1.2 cut within the handshake',
		'1.3 cut within the handshake',
	];
	const fault = { way: '', at: 0.5, variant: 0, applied: false };

	/** An address of which the first `faulty` connections fail so, and the port that works. */
	async function failingTls(way: string, reset: boolean) {
		let broken = true;
		const server = await rig.start({
			connected: (connection) => (broken ? connectionWays[`TLS: ${way}`]!.connected!(connection, { ...fault, reset }) : secured(connection)),
			requested: (_, stream) => void stream.end(OK),
		});
		return {
			baseUrl: `https://127.0.0.1:${server.port}/v1`,
			mend: () => (broken = false),
			bytes: () => server.connections.flatMap(({ received }) => received).length,
		};
	}

	it.each(failing.flatMap((way) => [false, true].map((reset): [string, boolean] => [way, reset])))(
		'was not applied, and its key of Only Once Per is free: TLS %s (reset: %s)',
		async (way, reset) => {
			const { baseUrl, mend, bytes } = await failingTls(way, reset);
			const parameters = { ...note, options: { onlyOncePer: 'k' } };
			const staticData = {};
			const [item] = await rig.node('message.addNote', parameters, baseUrl, { staticData })();
			expect(bytes()).toBe(0);
			expect(item!.json).toMatchObject({ details: { mayHaveBeenApplied: false } });
			mend();
			const [later] = await rig.node('message.addNote', parameters, baseUrl, { staticData })();
			expect(later!.json).toEqual({ id: 'c1', message: 'OK.' });
		},
	);

	it.each([
		['the connection is refused', async () => REFUSING],
		['the connection is never accepted and times out', neverAccepting],
	])('was not applied: %s', async (_, port) => {
		const [item] = await rig.node('message.addNote', note, `http://127.0.0.1:${await port()}/v1`)();
		expect(item!.json).toMatchObject({ details: { mayHaveBeenApplied: false } });
	});

	it('was not applied: the process was paused beyond the time-out before it was connected', async () => {
		const timeout = 100;
		let connections = 0;
		const standStill = () => {
			connections += 1;
			if (connections === 1) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, timeout + 1_500);
		};
		subscribe('net.client.socket', standStill);
		const [item] = await rig
			.node('message.addNote', { ...note, requestOptions: { timeout } }, `http://127.0.0.1:${REFUSING}/v1`)()
			.finally(() => unsubscribe('net.client.socket', standStill));
		expect(connections).toBeGreaterThan(0);
		expect(item!.json).toMatchObject({ details: { mayHaveBeenApplied: false } });
	});
});

describe('a DELETE over the tries of Retry On Fail', () => {
	it('may have been applied if a try lost its answer and a later one gets a 404', async () => {
		const { baseUrl } = await rig.answering((_, number) => (number < 4 ? '' : bytesOf(json({ message: 'Not found.' }, 404))));
		const tryIt = rig.node('conversation.delete', { conversationId: byId('c1') }, baseUrl, { retryOnFail: true });
		await tryIt();
		const [item] = await tryIt();
		expect(item!.json).toMatchObject({
			error: expect.stringContaining('may have been applied') as string,
			details: { statusCode: 404, mayHaveBeenApplied: true },
		});
	});
});

it.each([
	['gzip', gzipSync],
	['br', brotliCompressSync],
] as const)('an answer that is compressed with %s is read', async (encoding, compress) => {
	const { baseUrl } = await rig.answering([encoded(encoding, compress(body))]);
	expect((await rig.node('message.addNote', note, baseUrl)())[0]!.json.message).toBe('OK.');
});

it('a proxy that ends the tunnel before it is open means that nothing was sent', async () => {
	const proxy = await rig.start({ connected: ({ socket }) => void socket.destroy(), requested: () => undefined });
	const requestOptions = { proxy: `http://127.0.0.1:${proxy.port}` };
	const credential = { accessToken: TOKEN, baseUrl: 'https://helpdesk.invalid/v1', requestsPerMinute: 300 };
	const [item] = await rig.node('message.addNote', { ...note, requestOptions }, credential.baseUrl, { credential })();
	expect(item!.json).toMatchObject({ error: expect.stringContaining('could not be reached'), details: { mayHaveBeenApplied: false } });
});

it("a domain that the credential does not allow is refused in n8n's own words", async () => {
	const { baseUrl, requests } = await rig.answering([OK]);
	const credential = { accessToken: TOKEN, baseUrl, allowedHttpRequestDomains: 'domains', allowedDomains: 'example.com' };
	const [item] = await rig.node('message.addNote', note, baseUrl, { credential })();
	expect([item!.json.error, requests()]).toEqual([expect.stringMatching(/^Domain not allowed/), []]);
});
