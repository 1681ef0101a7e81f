import { ATTACHMENT } from '../../sandbox/seedProvisional';
import { as, startClient, type Client } from './client';

const path = `/attachments/${ATTACHMENT.id}`;

describe('an attachment', () => {
	let client: Client;
	beforeAll(async () => (client = await startClient()));
	beforeEach(() => client.sandbox.reset());
	afterAll(async () => await client.sandbox.close());

	it('comes as a binary stream with its type and name', async () => {
		const { status, headers, data } = await client.call('GET', path, undefined, { responseType: 'arraybuffer' });
		expect(status).toBe(200);
		expect(headers).toMatchObject({ 'content-type': 'image/png', 'content-disposition': 'attachment; filename="screenshot.png"' });
		expect(Buffer.from(data)).toEqual(Buffer.from(ATTACHMENT.bytes, 'base64'));
	});

	const saveDraft = async () => {
		const [id] = [...client.sandbox.store.conversations.keys()];
		const { data } = await client.call('POST', `/conversation/${id}/draft`, { message: '<p>Hi</p>' });
		return { id: id!, draft: data.draft_id as string };
	};
	const bytes = Buffer.from(Array.from({ length: 2_000 }, (_, index) => (index * 31) % 256));

	it('is put into a draft as a form or in base64, goes out with the reply, and is shown by the message', async () => {
		const { id, draft } = await saveDraft();
		const form = new FormData();
		form.append('draft_id', draft);
		form.append('file', new Blob([bytes], { type: 'image/png' }), 'ä "b".png');
		const first = await client.call('POST', '/attachments', form);
		const second = await client.call('POST', '/attachments', { draft_id: draft, file: bytes.toString('base64') });
		expect([first.status, first.data]).toEqual([200, { data: { id: expect.stringMatching(/^attachment_/), name: 'ä "b".png', size: 2_000 } }]);
		expect(second.data.data).toMatchObject({ name: 'file', size: 2_000 });
		await client.call('POST', `/conversation/${id}/draft`, { message: '<p>Hello</p>' });
		await client.call('POST', `/conversation/${id}/reply`, { draft_id: draft });
		const shown = await client.call('GET', `/conversation/${id}/messages`);
		expect(shown.data.data.at(-1).event.downloadable_attachments).toEqual([first.data.data, second.data.data]);
		expect((await client.call('GET', `/conversation/${id}`)).data.data.has_attachment).toBe(true);
		for (const { data } of [first, second]) {
			const file = await client.call('GET', `/attachments/${data.data.id}`, undefined, { responseType: 'arraybuffer' });
			expect(Buffer.from(file.data).equals(bytes)).toBe(true);
			expect(file.headers['content-type']).toBe(data === first.data ? 'image/png' : 'application/octet-stream');
		}
	});

	it('is refused for a draft that is not mine, without a file, and as a form that cannot be read', async () => {
		const { draft } = await saveDraft();
		const file = bytes.toString('base64');
		expect((await client.call('POST', '/attachments', { draft_id: draft, file }, as(client.sandbox.tokens.colleague))).status).toBe(422);
		expect((await client.call('POST', '/attachments', { draft_id: 'draft_x', file })).status).toBe(422);
		expect((await client.call('POST', '/attachments', { draft_id: draft })).status).toBe(422);
		const headers = { 'content-type': 'multipart/form-data; boundary=x' };
		expect((await client.call('POST', '/attachments', 'nonsense', { headers })).status).toBe(400);
	});

	it('needs a token, is the only one, and is gone with all that the specification does not show', async () => {
		expect((await client.call('GET', path, undefined, as('wrong'))).status).toBe(401);
		expect((await client.call('GET', '/attachments/attachment_2')).status).toBe(404);
		client.sandbox.reset({ world: { provisionalEndpoints: 'none' } });
		expect((await client.call('GET', path)).status).toBe(404);
	});
});
