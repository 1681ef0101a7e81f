import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { deflateSync, gzipSync } from 'node:zlib';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { byId } from '../../support/locator';
import { bytesOf } from './support/reply';
import { connectionWays, secured } from './support/connectionWays';
import { CUSTOMER_TEXT, json } from './support/helpdesk';
import { neverAccepting, REFUSING } from './support/nowhere';
import { everythingIn } from '../../support/secrets';
import { NOTE, TOKEN, WireRig } from './support/wireRig';

const rig = new WireRig(1_000);
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

describe('a POST of which the answer cannot be read', () => {
	it.each(unreadable)('is told as "may have been applied", not as "not sent": %s', async (_, answer) => {
		const { baseUrl } = await rig.answering([answer]);
		const [item] = await rig.node('message.addNote', note, baseUrl)();
		expect(item!.json).toMatchObject({
			error: expect.stringContaining('may have been applied') as string,
			details: { mayHaveBeenApplied: true },
		});
	});

	it.each(unreadable)('is not written again by Retry On Fail: %s', async (_, answer) => {
		const { baseUrl, requests } = await rig.answering([answer, OK]);
		const tryIt = rig.node('message.addNote', note, baseUrl, { retryOnFail: true });
		await tryIt();
		await tryIt();
		expect(requests()).toHaveLength(1);
	});

	it.each(unreadable)('is not written again by a later execution with the same Only Once Per key: %s', async (_, answer) => {
		const { baseUrl, requests } = await rig.answering([answer, OK]);
		const parameters = { ...note, options: { onlyOncePer: 'k' } };
		const staticData = {};
		await rig.node('message.addNote', parameters, baseUrl, { staticData })();
		const [later] = await rig.node('message.addNote', parameters, baseUrl, { staticData })();
		expect(later!.json.skipped).toBe(true);
		expect(requests()).toHaveLength(1);
	});

	it('is sent once and told as "may have been applied" at every byte at which its answer may break off', async () => {
		const whole = Buffer.from(`${head}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
		for (let at = 0; at <= whole.length; at += 1) {
			const { baseUrl, requests } = await rig.answering([whole.subarray(0, at), OK]);
			const [item] = await rig.node('message.addNote', note, baseUrl)();
			const { mayHaveBeenApplied } = (item!.json.details ?? {}) as IDataObject;
			expect([at, requests().length, mayHaveBeenApplied]).toEqual([at, 1, at < whole.length ? true : undefined]);
		}
	});

	it.each(unreadable)('takes neither token, text nor the answer into the error: %s', async (_, answer) => {
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

describe('an answer that cannot be read', () => {
	it.each(unreadable)('does not end a read: it is asked for again: %s', async (_, answer) => {
		const { baseUrl, requests } = await rig.answering([answer, bytesOf(json({ id: 'c1' }))]);
		const [item] = await rig.node('conversation.get', { conversationId: byId('c1') }, baseUrl)();
		expect([item!.json.id, requests().length]).toEqual(['c1', 2]);
	});

	it.each(unreadable)('does not end a change: a PATCH is sent again: %s', async (_, answer) => {
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
		'is not told as "may have been applied", and its Only Once Per key is free: TLS %s (reset: %s)',
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
	])('is not told as "may have been applied": %s', async (_, port) => {
		const [item] = await rig.node('message.addNote', note, `http://127.0.0.1:${await port()}/v1`)();
		expect(item!.json).toMatchObject({ details: { mayHaveBeenApplied: false } });
	});

	it('is not told as "may have been applied": the machine stood still beyond the time-out before it was connected', async () => {
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
	it('that was applied by a try whose answer was lost is not told as "not applied" when a later try finds nothing', async () => {
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
