import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Container } from '@n8n/di';
import { BinaryDataService } from 'n8n-core';
import type { IBinaryData, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { useAnsweringHelpdesk } from '../../support/answeringHelpdesk';
import { byId, useNodeRig } from '../../support/nodeRig';
import { saveDraft, thread } from '../../support/sandboxRecords';

/** Every pair of bytes, then line ends and boundaries of form parts. */
const BYTES = Buffer.concat([
	Buffer.from(Array.from({ length: 300_000 }, (_, index) => (index * 31 + (index >> 8)) % 256)),
	Buffer.from('\r\n--\r\n\r\n------formdata\r\n\0'),
]);

const inMemory = Container.get(BinaryDataService);

async function onDisk(folder: string) {
	const config = { mode: 'filesystem', availableModes: ['filesystem'], localStoragePath: folder };
	const service = new BinaryDataService(
		config as never,
		{ error: () => undefined } as never,
		{ error: () => undefined } as never,
	);
	await service.init();
	return service;
}

async function itemWith(bytes: Buffer, about: Partial<IBinaryData>) {
	const location = { type: 'execution', workflowId: 'w', executionId: 'e1' } as const;
	const binary = await Container.get(BinaryDataService).store(location, bytes, {
		data: '',
		mimeType: 'text/plain',
		...about,
	});
	return { json: {}, binary: { photo: binary } };
}

const bytesOf = async (item: INodeExecutionData) =>
	await Container.get(BinaryDataService).getAsBuffer(item.binary!.data!);

const rig = useNodeRig();

describe.each(['memory', 'filesystem'])("n8n's file storage '%s'", (mode) => {
	let folder: string;
	beforeAll(async () => {
		folder = mkdtempSync(join(tmpdir(), 'helpdesk-files-'));
		if (mode === 'filesystem') Container.set(BinaryDataService, await onDisk(folder));
	});
	afterAll(() => {
		Container.set(BinaryDataService, inMemory);
		rmSync(folder, { recursive: true, force: true });
	});

	it('an attached file is downloaded byte for byte', async () => {
		const item = await itemWith(BYTES, { mimeType: 'image/x-odd', fileName: 'Grüße "1".bin' });
		expect(item.binary!.photo!.id !== undefined).toBe(mode === 'filesystem');
		const conversationId = byId(thread(rig.sandbox).record.id);
		const reply = { conversationId, message: 'Hi', additionalFields: { attachments: 'photo' } };
		await rig.run('message.reply', reply, { items: [item] });
		const sent = thread(rig.sandbox).events.at(-1)!.attachments!;
		expect(sent).toHaveLength(1);
		expect(thread(rig.sandbox).record.has_attachment).toBe(true);
		const [file] = await rig.run('attachment.download', { attachmentId: sent[0]!.id });
		expect(file).toMatchObject({ json: { id: sent[0]!.id }, pairedItem: { item: 0 } });
		expect((await bytesOf(file!)).equals(BYTES)).toBe(true);
		expect([sent[0]!.name, sent[0]!.type]).toEqual(['Grüße "1".bin', 'image/x-odd']);
	});
});

it('a list of attachments is refused, and the error suggests Split Out', async () => {
	const items = [{ json: { attachments: [{ id: 'a1' }] } }];
	const dragged = { attachmentId: '={{ $json.attachments }}' };
	expect((await rig.failure('attachment.download', dragged, { items })).description).toContain('Split Out');
});

describe('a downloaded file', () => {
	const disposition = Buffer.from('attachment; filename="Rechnung März.pdf"').toString('latin1');
	const helpdesk = useAnsweringHelpdesk(({ path }) => ({
		body: 'x',
		...(path.endsWith('a1') && { headers: { 'content-disposition': disposition } }),
	}));
	it.each([
		['has the name in its header', () => 'a1', 'Rechnung März.pdf'],
		[
			'has the name in its address',
			() => `${helpdesk.credential.baseUrl}/files/M%C3%A4rz%201.pdf?b=c`,
			'März 1.pdf',
		],
	])('%s', async (_, attachmentId, fileName) => {
		const [file] = await helpdesk.run('attachment.download', { attachmentId: attachmentId() });
		expect(file!.binary!.data!.fileName).toBe(fileName);
	});
});

describe('a reply with attachments', () => {
	const two = async () => {
		const [photo, bill] = await Promise.all([
			itemWith(BYTES, { fileName: 'photo.png' }),
			itemWith(Buffer.from('42'), { fileName: 'bill.txt' }),
		]);
		return { items: [{ json: {}, binary: { photo: photo.binary!.photo!, bill: bill.binary!.photo! } }] };
	};
	const reply = (more: INodeParameters = {}, options: INodeParameters = {}) => ({
		conversationId: byId(thread(rig.sandbox).record.id),
		message: 'Here it is',
		additionalFields: { attachments: 'photo, bill', status: 'Closed', ...more },
		options,
	});
	const writes = () =>
		rig.sandbox.requests().flatMap(({ method, path }) => (method === 'GET' ? [] : path.split('/').at(-1)));
	const last = () => thread(rig.sandbox).events.at(-1)!;

	it('saves a draft, puts each file into it and sends it with the other fields', async () => {
		const [sent] = await rig.run('message.reply', reply(), await two());
		expect(sent!.json).toEqual({ id: thread(rig.sandbox).record.id, message: 'Reply sent successfully.' });
		expect(writes()).toEqual(['draft', 'attachments', 'attachments', 'reply']);
		expect([last().action, last().message.html_body]).toEqual(['replied', 'Here it is']);
		expect(last().attachments!.map(({ name, type }) => [name, type])).toEqual([
			['photo.png', 'text/plain'],
			['bill.txt', 'text/plain'],
		]);
		expect(thread(rig.sandbox)).toMatchObject({ drafts: {}, record: { status: 'Closed' } });
	});

	it('sends two replies to one conversation one after the other, each with its own text and files', async () => {
		const { items } = await two();
		const both = [items[0]!, { ...items[0]!, json: { second: true } }];
		const message = "={{ $json.second ? 'Second' : 'First' }}";
		await rig.run('message.reply', { ...reply({ attachments: 'bill' }), message }, { items: both });
		const sent = thread(rig.sandbox).events.slice(-2);
		expect(sent.map(({ message, attachments }) => [message.html_body, attachments!.length])).toEqual([
			['First', 1],
			['Second', 1],
		]);
	});

	it('adds the files to the given draft, and keeps its text', async () => {
		const draftId = saveDraft(rig.sandbox, thread(rig.sandbox));
		await rig.run('message.reply', { ...reply({ draftId, attachments: 'bill' }), message: '' }, await two());
		expect(writes()).toEqual(['attachments', 'reply']);
		expect([last().message.html_body, last().attachments!.length]).toEqual(['<p>Draft</p>', 1]);
	});

	it('keeps an existing draft, unless Replace Draft is on', async () => {
		saveDraft(rig.sandbox, thread(rig.sandbox));
		const error = await rig.failure('message.reply', reply(), await two());
		expect(error.message).toBe('The customer got nothing. The conversation has a draft already');
		expect(error.description).toContain("'Replace Draft'");
		expect(writes()).toEqual([]);
		await rig.run('message.reply', reply({}, { replaceDraft: true }), await two());
		expect(last().message.html_body).toBe('Here it is');
	});

	it('writes nothing with Dry Run, hidden drafts, a changed conversation, or a file that is missing or not named', async () => {
		thread(rig.sandbox).record.is_draft = undefined as never;
		const untold = await rig.failure('message.reply', reply(), await two());
		expect(untold.message).toBe('The customer got nothing. The helpdesk does not show whether there is a draft');
		thread(rig.sandbox).record.is_draft = false;
		const missing = await rig.failure('message.reply', reply({ attachments: 'photo, video' }), await two());
		expect(missing.message).toBe("The customer got nothing. This item has no file 'video' in 'Attachments'");
		const empty = await rig.failure('message.reply', reply({ attachments: '' }), await two());
		expect(empty.message).toBe("The customer got nothing. 'Attachments' is empty");
		const [held] = await rig.run('message.reply', reply({}, { onlyIfUnchangedSince: '2020-01-01' }), await two());
		expect(held!.json).toMatchObject({ skipped: true });
		const [rehearsed] = await rig.run('message.reply', reply({}, { dryRun: true }), await two());
		expect(rehearsed!.json.wouldSend).toMatchObject({ body: { message: 'Here it is', status: 'Closed' } });
		expect(writes()).toEqual([]);
	});

	it('attaches a file only once over all attempts of Retry On Fail, and says that the customer got nothing', async () => {
		rig.sandbox.fault({ kind: 'drop', when: 'after', path: '/attachments' });
		const attempt = rig.tries('message.reply', reply(), await two());
		for (const count of [1, 2]) {
			const error = (await attempt().catch((thrown: Error) => thrown)) as Error;
			expect([count, error.message]).toEqual([
				count,
				expect.stringMatching(/^The customer got nothing\. Could not attach file to draft/),
			]);
		}
		expect(writes()).toEqual(['draft', 'attachments']);
	});

	it('can follow Save Draft, which outputs the files of its item', async () => {
		const { conversationId, message } = reply();
		const { items } = await two();
		const [saved] = await rig.run('message.saveDraft', { conversationId, message }, { items });
		expect(saved!.binary).toEqual(items[0]!.binary);
		const [rehearsed] = await rig.run(
			'message.saveDraft',
			{ conversationId, message, options: { dryRun: true } },
			{ items },
		);
		expect(rehearsed!.binary).toEqual(items[0]!.binary);
	});
});
