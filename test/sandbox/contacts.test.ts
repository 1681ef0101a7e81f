import { startClient, type Client } from './client';

let client: Client;
beforeAll(async () => {
	client = await startClient();
});
afterAll(() => client.sandbox.close());
beforeEach(() => client.sandbox.reset());

const contacts = () => client.sandbox.store.contactsOf('org_acme');
const list = async (query = '') => (await client.call('GET', `/contacts${query}`)).data;

test('contacts come fifteen at a time, without those that never wrote unless asked for', async () => {
	const { data, meta } = await list();
	expect([data.length, meta.per_page]).toEqual([15, 15]);
	expect(meta.total).toBe(contacts().filter(({ conversations_count }) => conversations_count > 0).length);
	expect(meta.links).toBeUndefined();
	expect((await list('?with_orphan=true')).meta.total).toBe(contacts().length);
	expect((await list('?with_orphan=false')).meta.total).toBe(meta.total);
});

test('search finds by a part of name or e-mail', async () => {
	const [someone] = contacts();
	const byName = await list(`?with_orphan=true&q=${encodeURIComponent(someone?.name.toUpperCase() ?? '')}`);
	expect(byName.data.map(({ id }: { id: string }) => id)).toContain(someone?.id);
	const byMail = await list(`?with_orphan=true&q=${encodeURIComponent(someone?.email ?? '')}`);
	expect(byMail.data).toEqual([someone]);
});

test('an inbox restricts the list to those who wrote to it', async () => {
	const { meta } = await list('?inbox=inbox_orders&per_page=100');
	const writers = client.sandbox.store.sortedConversations({ inboxId: 'inbox_orders' }, 'newest').map(({ record }) => record.contact.id);
	expect(meta.total).toBe(new Set(writers).size);
});

test('a contact is created, once per e-mail address, and read', async () => {
	const { status, data } = await client.call('POST', '/contacts', { email: 'new@example.com', name: 'New One' });
	expect([status, data.data]).toEqual([201, expect.objectContaining({ email: 'new@example.com', name: 'New One', conversations_count: 0 })]);
	expect((await client.call('GET', `/contacts/${data.data.id}`)).data.data).toEqual(data.data);
	const again = await client.call('POST', '/contacts', { email: 'NEW@example.com' });
	expect([again.status, Object.keys(again.data.errors)]).toEqual([422, ['email']]);
	expect((await list('?q=new@example.com')).meta.total).toBe(0);
	expect((await list('?q=new@example.com&with_orphan=true')).meta.total).toBe(1);
});

test('a contact needs a valid e-mail address', async () => {
	for (const body of [{}, { email: '' }, { email: 'no address' }]) expect((await client.call('POST', '/contacts', body)).status).toBe(422);
});

test('a contact is updated, also within its conversations', async () => {
	const [conversation] = client.sandbox.store.sortedConversations({ inboxId: 'inbox_support' }, 'newest');
	const contact = conversation?.record.contact;
	const { status, data } = await client.call('PATCH', `/contacts/${contact?.id}`, { name: 'Renamed', email: 'renamed@example.com', unknown: 1 });
	expect([status, data.data]).toEqual([200, expect.objectContaining({ id: contact?.id, name: 'Renamed', email: 'renamed@example.com' })]);
	expect((await client.call('GET', `/conversation/${conversation?.record.id}`)).data.data.contact.name).toBe('Renamed');
	expect((await client.call('PATCH', `/contacts/${contact?.id}`, { email: contacts().find(({ id }) => id !== contact?.id)?.email })).status).toBe(
		422,
	);
	expect((await client.call('PATCH', `/contacts/${contact?.id}`)).status).toBe(200);
});
