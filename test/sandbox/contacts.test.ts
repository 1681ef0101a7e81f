import { as, startClient, type Client } from './client';

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
	expect([status, data.data]).toEqual([
		201,
		expect.objectContaining({ id: expect.stringMatching(/^contact_/), email: 'new@example.com', name: 'New One', conversations_count: 0 }),
	]);
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

test('the fields of a contact that can be changed are changed by texts alone, and the rest stays', async () => {
	const [contact] = contacts();
	const { id, ...before } = { ...contact! };
	const fields = ['email', 'name', 'avatar', 'company', 'website', 'job_title', 'address', 'notes'];
	const change = Object.fromEntries(fields.map((field) => [field, field === 'email' ? 'all@example.com' : `new ${field}`]));
	const { data } = await client.call('PATCH', `/contacts/${id}`, { ...change, conversations_count: '99', id: 'contact_x' });
	expect(data.data).toEqual({ id, ...before, ...change });
	await client.call('PATCH', `/contacts/${id}`, { avatar: 7, email: 'all@example.com' });
	expect(contacts()[0]?.avatar).toBe('new avatar');
});

test('a taken address is refused in words, but not to the contact who has it', async () => {
	const [one, two] = contacts();
	const { data } = await client.call('PATCH', `/contacts/${one?.id}`, { email: two?.email });
	expect(data.errors).toEqual({ email: ['The email has already been taken.'] });
	expect((await client.call('PATCH', `/contacts/${one?.id}`, { email: one?.email })).status).toBe(200);
	const [elsewhere] = client.sandbox.store.contactsOf('org_other');
	expect((await client.call('POST', '/contacts', { email: elsewhere?.email })).status).toBe(201);
});

test('contacts of the same moment keep their order, whatever else changes', async () => {
	const added = ['d', 'a', 'c', 'b'].map(
		(word) => client.sandbox.store.addContact('org_acme', { id: word, email: `${word}@same.example`, name: 'Same' }).id,
	);
	for (const contactOrder of ['oldest', 'newest', 'name', 'activity'] as const) {
		client.sandbox.settings({ world: { contactOrder } });
		const { data } = await list('?q=SAME.example&with_orphan=true');
		expect([contactOrder, data.map(({ id }: { id: string }) => id)]).toEqual([contactOrder, added]);
	}
});

test('contacts are those of the organization alone, whoever asked before', async () => {
	await list('?with_orphan=true&per_page=100');
	const { data } = await client.call('GET', '/contacts?with_orphan=true&per_page=100', undefined, as(client.sandbox.tokens.otherOrganization));
	expect(data.data.map(({ id }: { id: string }) => id)).toEqual(client.sandbox.store.contactsOf('org_other').map(({ id }) => id));
});

test('the conversations of a contact come in the order that is asked for, and in no other', async () => {
	const { contact } = [...client.sandbox.store.conversations.values()]
		.map(({ record }) => record)
		.find((record) => record.contact.conversations_count > 1)!;
	const times = async (query: string) =>
		(await client.call('GET', `/contacts/${contact.id}/conversations${query}`)).data.data.map((each: { created_at: string }) => each.created_at);
	const newest = await times('');
	expect([newest.length, newest]).toEqual([contact.conversations_count, [...newest].sort().reverse()]);
	expect([await times('?sort=newest'), await times('?sort=oldest')]).toEqual([newest, [...newest].reverse()]);
	const { status, data } = await client.call('GET', `/contacts/${contact.id}/conversations?sort=loudest`);
	expect([status, data.errors]).toEqual([422, { sort: ['The selected sort is invalid.'] }]);
});
