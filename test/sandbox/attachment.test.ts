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

	it('needs a token, is the only one, and is gone with all that the specification does not show', async () => {
		expect((await client.call('GET', path, undefined, as('wrong'))).status).toBe(401);
		expect((await client.call('GET', '/attachments/attachment_2')).status).toBe(404);
		client.sandbox.reset({ world: { provisionalEndpoints: 'none' } });
		expect((await client.call('GET', path)).status).toBe(404);
	});
});
