import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Container } from '@n8n/di';
import { BinaryDataService } from 'n8n-core';
import type { IBinaryData, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { reply, startAnsweringServer, type AnsweringServer } from '../../support/answeringServer';
import { byId, startNodeRig, type NodeRig, type ShownError } from '../../support/nodeRig';
import { runNode, startNode } from '../../support/runNode';
import { saveDraft, thread } from '../../support/sandboxRecords';
import { VirtualClock } from '../../support/virtualClock';
import { createTransport } from '../../../transport/transport';

/** Every byte in every neighbourhood, and what ends a line or a part of a form. */
const BYTES = Buffer.concat([
	Buffer.from(Array.from({ length: 300_000 }, (_, index) => (index * 31 + (index >> 8)) % 256)),
	Buffer.from('\r\n--\r\n\r\n------formdata\r\n\0'),
]);

const inMemory = Container.get(BinaryDataService);

/** An n8n that keeps files on disk. */
async function onDisk(folder: string): Promise<BinaryDataService> {
	const config = { mode: 'filesystem', availableModes: ['filesystem'], localStoragePath: folder };
	const service = new BinaryDataService(config as never, { error: () => undefined } as never, { error: () => undefined } as never);
	await service.init();
	return service;
}

/** An item with a file, as the node before gives it. */
async function itemWith(bytes: Buffer, about: Partial<IBinaryData>): Promise<INodeExecutionData> {
	const location = { type: 'execution', workflowId: 'w', executionId: 'e1' } as const;
	const binary = await Container.get(BinaryDataService).store(location, bytes, { data: '', mimeType: 'text/plain', ...about });
	return { json: {}, binary: { photo: binary } };
}

const bytesOf = async (item: INodeExecutionData) => await Container.get(BinaryDataService).getAsBuffer(item.binary!.data!);

let rig: NodeRig;
beforeAll(async () => (rig = await startNodeRig({ conversations: 60 })));
beforeEach(() => rig.sandbox.reset());
afterAll(async () => await rig.sandbox.close());

const draftOf = () => {
	const conversation = thread(rig.sandbox);
	return { conversationId: byId(conversation.record.id), draftId: saveDraft(rig.sandbox, conversation), binaryPropertyName: 'data' };
};

describe.each(['memory', 'filesystem'])("where n8n keeps files in its mode '%s'", (mode) => {
	let folder: string;
	beforeAll(async () => {
		folder = mkdtempSync(join(tmpdir(), 'helpdesk-files-'));
		if (mode === 'filesystem') Container.set(BinaryDataService, await onDisk(folder));
	});
	afterAll(() => {
		Container.set(BinaryDataService, inMemory);
		rmSync(folder, { recursive: true, force: true });
	});

	it.each(['form', 'base64'])('a file goes with a reply and comes back byte for byte, sent as %s', async (fileFormat) => {
		const item = await itemWith(BYTES, { mimeType: 'image/x-odd', fileName: 'Grüße "1".bin' });
		expect(item.binary!.photo!.id !== undefined).toBe(mode === 'filesystem');
		const draft = { ...draftOf(), binaryPropertyName: 'photo' };
		const [attached] = await rig.run('message.attachFile', { ...draft, options: { fileFormat } }, { items: [item] });
		const { conversationId, draftId } = draft;
		expect(attached!.json).toEqual({
			id: thread(rig.sandbox).record.id,
			draft_id: draftId,
			attachment_id: expect.any(String),
			message: 'Done',
		});
		await rig.run('message.reply', { conversationId, additionalFields: { draftId } });
		const sent = thread(rig.sandbox).events.at(-1)!.attachments!;
		expect(sent.map(({ id }) => id)).toEqual([attached!.json.attachment_id]);
		expect(thread(rig.sandbox).record.has_attachment).toBe(true);
		const [file] = await rig.run('attachment.download', { attachmentId: sent[0]!.id });
		expect(file).toMatchObject({ json: { id: sent[0]!.id }, pairedItem: { item: 0 } });
		expect((await bytesOf(file!)).equals(BYTES)).toBe(true);
		if (fileFormat === 'form') expect([sent[0]!.name, sent[0]!.type]).toEqual(['Grüße "1".bin', 'image/x-odd']);
	});

	it('an API request sends it as a form with its other fields, byte for byte', async () => {
		const item = await itemWith(BYTES, { fileName: 'a.bin' });
		const jsonBody = { draft_id: draftOf().draftId, is_inline: false };
		const options = { binaryPropertyName: 'photo', fileFormat: 'form', fileField: 'file' };
		await rig.run('apiRequest.send', { method: 'POST', path: '/attachments', pageMode: 'none', jsonBody, options }, { items: [item] });
		const [{ body }] = rig.sandbox.requests() as unknown as [{ body: { file: { bytes: string }; is_inline: string } }];
		expect(Buffer.from(body.file.bytes, 'base64').equals(BYTES)).toBe(true);
		expect(body).toMatchObject({ draft_id: jsonBody.draft_id, is_inline: 'false', file: { name: 'a.bin' } });
	});
});

describe('on the wire', () => {
	let server: ReturnType<typeof createServer>;
	const arrived: Array<{ method: string; url: string; headers: IncomingHttpHeaders; body: Buffer }> = [];
	beforeAll(async () => {
		server = createServer((request, response) => {
			const chunks: Buffer[] = [];
			request.on('data', (chunk: Buffer) => chunks.push(chunk));
			request.on('end', () => {
				arrived.push({ method: request.method!, url: request.url!, headers: request.headers, body: Buffer.concat(chunks) });
				response.writeHead(200, { 'content-type': 'application/json' }).end('{"message": "Stored."}');
			});
		});
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	});
	beforeEach(() => void arrived.splice(0));
	afterAll(() => void server.close());

	const run = async (operation: string, parameters: INodeParameters, item: INodeExecutionData) => {
		const [resource, value] = operation.split('.') as [string, string];
		const credential = { accessToken: 'any', baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1` };
		return await runNode(createTransport(new VirtualClock()), {
			credential,
			parameters: { resource, operation: value, ...parameters },
			items: [item],
		});
	};
	const upload = { conversationId: byId('c1'), draftId: 'd1', binaryPropertyName: 'photo' };

	it('raw, the body is the file and nothing else, under its own type', async () => {
		const item = await itemWith(BYTES, { mimeType: 'image/png' });
		const options = { binaryPropertyName: 'photo', fileFormat: 'raw' };
		await run('apiRequest.send', { method: 'PUT', path: '/x', pageMode: 'none', options }, item);
		expect(arrived[0]!.body.equals(BYTES)).toBe(true);
		expect(arrived[0]!.headers).toMatchObject({ 'content-type': 'image/png', 'content-length': String(BYTES.length) });
	});

	it('an empty file is sent too', async () => {
		const item = await itemWith(Buffer.alloc(0), { fileName: 'empty.txt' });
		await run('message.attachFile', upload, item);
		expect(arrived[0]!.body.toString()).toContain('filename="empty.txt"');
	});

	it('path and names are those that the user gives, and a draft in the path is not named in the body again', async () => {
		const item = await itemWith(Buffer.from('abc'), {});
		const inPath = { uploadPath: 'conversation/{conversation_id}/drafts/{draft_id}/files', fileField: 'attachment' };
		await run('message.attachFile', { ...upload, options: { ...inPath, fileFormat: 'base64' } }, item);
		await run('message.attachFile', { ...upload, options: { ...inPath, fileFormat: 'raw' } }, item);
		await run('message.attachFile', { ...upload, options: { draftField: 'draft', fileField: 'files[0]' } }, item);
		const [json, raw, form] = arrived;
		expect(arrived.map(({ url }) => url)).toEqual([...Array(2).fill('/v1/conversation/c1/drafts/d1/files'), '/v1/attachments']);
		expect(JSON.parse(json!.body.toString())).toEqual({ attachment: 'YWJj' });
		expect(raw!.body.toString()).toBe('abc');
		expect(form!.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
		expect(form!.body.toString()).toMatch(
			/name="draft"\r\n\r\nd1\r\n[^]*name="files\[0\]"; filename="file"\r\nContent-Type: text\/plain\r\n\r\nabc\r\n/,
		);
		const [output] = await run('message.attachFile', upload, item);
		expect(output!.json).toEqual({ id: 'c1', draft_id: 'd1', message: 'Stored.' });
	});

	it('a download goes where the user says', async () => {
		await run('attachment.download', { attachmentId: 'a1', options: { downloadPath: '/files/{attachment_id}/content' } }, { json: {} });
		expect(arrived.map(({ method, url }) => [method, url])).toEqual([['GET', '/v1/files/a1/content']]);
	});
});

describe('an upload whose answer is lost', () => {
	let api: AnsweringServer;
	beforeAll(async () => (api = await startAnsweringServer()));
	beforeEach(() => void api.arrived.splice(0));
	afterAll(async () => await api.close());

	const start = (clock = new VirtualClock()) =>
		startNode(
			createTransport(clock, () => 0.5),
			{
				credential: { accessToken: 'any', baseUrl: `http://127.0.0.1:${api.port}/v1` },
				parameters: { resource: 'message', operation: 'attachFile', conversationId: byId('c1'), draftId: 'd1', binaryPropertyName: 'data' },
				retryOnFail: true,
			},
		);

	it.each([
		['broken', (socket: { destroy: () => void }) => socket.destroy()],
		['a 503', (socket: { end: (text: string) => void }) => socket.end(reply(503))],
	])('(%s) is not sent again, neither by itself nor by Retry On Fail, and says that it may have been applied', async (_, answer) => {
		api.answer = answer as AnsweringServer['answer'];
		const attempt = start();
		for (let tries = 0; tries < 3; tries += 1) {
			const error = (await attempt().catch((thrown: ShownError) => thrown)) as ShownError;
			expect(error.message).toMatch(/^Could not attach file to draft: .*It may have been applied; not sent again$/);
		}
		expect(api.arrived).toHaveLength(1);
	});

	it('is sent again, whole, where the helpdesk only limited it', async () => {
		api.answer = (socket, _, number) => socket.end(number === 0 ? reply(429, {}, 'Retry-After: 1\r\n') : reply(200));
		await start()();
		expect(api.arrived.map(({ body }) => body.includes('Hello'))).toEqual([true, true]);
	});
});

describe('what cannot be sent is refused before anything is', () => {
	const send = (parameters: INodeParameters, options: INodeParameters) => ({
		method: 'POST',
		path: '/x',
		pageMode: 'none',
		...parameters,
		options: { binaryPropertyName: 'data', ...options },
	});

	it.each<[string, string, () => INodeParameters]>([
		['message.attachFile', "This item has no file in 'Input Binary Field'", () => ({ ...draftOf(), binaryPropertyName: 'photo' })],
		[
			'message.attachFile',
			"'Input Binary Field' got an object, not text",
			() => ({ ...draftOf(), binaryPropertyName: '={{ { id: "filesystem-v2:x" } }}' }),
		],
		[
			'message.attachFile',
			"'Send File As' is Raw, which has no place for other fields",
			() => ({ ...draftOf(), options: { fileFormat: 'raw' } }),
		],
		[
			'message.attachFile',
			"'Advanced: File Field Name' is 'draft_id', the name of another field of this request",
			() => ({ ...draftOf(), options: { fileField: 'draft_id' } }),
		],
		['message.attachFile', "'Path' must be relative to the base URL", () => ({ ...draftOf(), options: { uploadPath: 'https://evil.example/' } })],
		['message.attachFile', "'draft' is empty", () => ({ ...draftOf(), options: { uploadPath: '/{draft}/x' } })],
		['attachment.download', "'Attachment ID' is not a valid ID", () => ({ attachmentId: '../me' })],
		['apiRequest.send', "'Method' is GET, which sends no file", () => send({ method: 'GET' }, {})],
		['apiRequest.send', 'A list cannot be sent together with a file', () => send({ jsonBody: '[1]' }, {})],
		['apiRequest.send', 'A form takes texts, numbers, true and false beside its file', () => send({ jsonBody: '{"tags": ["a"]}' }, {})],
		['apiRequest.send', "'Input Binary Field' is empty", () => send({}, { binaryPropertyName: '' })],
	])('%s: %s', async (operation, message, parameters) => {
		const error = await rig.failure(operation, parameters());
		expect([error.message, (error.description ?? '') !== '']).toEqual([message, true]);
		expect(rig.sandbox.requests()).toEqual([]);
	});

	it('a file that n8n no longer has', async () => {
		const lost = { json: {}, binary: { data: { data: 'filesystem-v2', id: 'filesystem-v2:gone', mimeType: 'text/plain' } } };
		const error = await rig.failure('message.attachFile', draftOf(), { items: [lost] });
		expect(error.message).toBe("The file in 'Input Binary Field' could not be read");
		expect(rig.sandbox.requests()).toEqual([]);
	});
});
