import { anyConversation, as, useClient } from './client';

const client = useClient();

const contacts = () => client.sandbox.store.contactsOf('org_acme');
const list = async (query = '') => (await client.call('GET', `/contacts${query}`)).data;
const ids = (records: Array<{ id: string }>) => records.map(({ id }) => id);

test('the sandbox lists 15 contacts per page, and contacts without conversations only on request', async () => {
	const { data, meta } = await list();
	expect([data.length, meta.per_page, meta.links]).toEqual([15, 15, undefined]);
	expect(meta.total).toBe(contacts().filter(({ conversations_count }) => conversations_count > 0).length);
	expect((await list('?with_orphan=true')).meta.total).toBe(contacts().length);
});

test('the sandbox finds contacts of the organization by inbox and part of the name or address', async () => {
	const [someone] = contacts();
	expect(ids((await list(`?with_orphan=true&q=${encodeURIComponent(someone!.name.toUpperCase())}`)).data)).toContain(
		someone!.id,
	);
	expect((await list(`?with_orphan=true&q=${encodeURIComponent(someone!.email)}`)).data).toEqual([someone]);
	const writers = client.sandbox.store
		.sortedConversations({ inboxId: 'inbox_orders' }, 'newest')
		.map(({ record }) => record.contact.id);
	expect((await list('?inbox=inbox_orders')).meta.total).toBe(new Set(writers).size);
	const { data } = await client.call(
		'GET',
		'/contacts?with_orphan=true',
		undefined,
		as(client.sandbox.tokens.otherOrganization),
	);
	expect(ids(data.data)).toEqual(ids(client.sandbox.store.contactsOf('org_other')));
});

test('the sandbox creates a contact once per address', async () => {
	const { status, data } = await client.call('POST', '/contacts', { email: 'new@example.com', name: 'New One' });
	expect([status, data.contact]).toEqual([
		201,
		expect.objectContaining({ email: 'new@example.com', name: 'New One', conversations_count: 0 }),
	]);
	expect((await client.call('GET', `/contacts/${data.contact.id}`)).data.data).toEqual(data.contact);
	const again = await client.call('POST', '/contacts', { email: 'NEW@example.com' });
	expect([again.status, again.data.errors]).toEqual([422, { email: ['The email has already been taken.'] }]);
	const [elsewhere] = client.sandbox.store.contactsOf('org_other');
	expect((await client.call('POST', '/contacts', { email: elsewhere!.email })).status).toBe(201);
	expect((await list('?q=new@example.com&with_orphan=true')).meta.total).toBe(1);
	for (const body of [{}, { email: '' }, { email: 'no address' }])
		expect((await client.call('POST', '/contacts', body)).status).toBe(422);
});

test('the sandbox updates a contact and its copies in conversations, and ignores values that are not text', async () => {
	const { record } = anyConversation(client);
	const { id, ...before } = { ...record.contact };
	const fields = ['email', 'name', 'avatar', 'company', 'website', 'job_title', 'address', 'notes'];
	const change = Object.fromEntries(
		fields.map((field) => [field, field === 'email' ? 'all@example.com' : `new ${field}`]),
	);
	const { data } = await client.call('PATCH', `/contacts/${id}`, {
		...change,
		conversations_count: '99',
		id: 'contact_x',
		unknown: 1,
	});
	expect(data.contact).toEqual({ id, ...before, ...change });
	await client.call('PATCH', `/contacts/${id}`, { avatar: 7, email: 'all@example.com' });
	expect((await client.call('GET', `/conversation/${record.id}`)).data.data.contact).toMatchObject(change);
	const taken = contacts().find((contact) => contact.id !== id)!.email;
	expect((await client.call('PATCH', `/contacts/${id}`, { email: taken })).status).toBe(422);
});

test('the sandbox lists the conversations of a contact in the requested order', async () => {
	const { contact } = [...client.sandbox.store.conversations.values()].find(
		({ record }) => record.contact.conversations_count > 1,
	)!.record;
	const of = async (query: string) =>
		(await client.call('GET', `/contacts/${contact.id}/conversations${query}`)).data;
	const { data: newest } = await of('');
	expect([newest.length, ids((await of('?sort=oldest')).data)]).toEqual([
		contact.conversations_count,
		ids(newest).reverse(),
	]);
	expect((await of('?sort=loudest')).errors).toEqual({ sort: ['The selected sort is invalid.'] });
});
