import { byId } from '../../support/locator';
import { countingPage, useAnsweringHelpdesks } from '../../support/answeringHelpdesk';

const start = useAnsweringHelpdesks();

const helpdesk = async (bodies: Record<string, unknown>) =>
	await start(({ method, path }) => ({ body: bodies[`${method} ${path}`] }));

const contact = {
	id: '9d40a3e4-7a14',
	name: 'Kim Reader',
	email: 'kim@customer.example.test',
	company: null,
	conversations_count: 0,
};
const page = (...data: object[]) => countingPage(data, '');

describe.each([
	['under "contact"', { message: 'Contact saved', contact }],
	['in "data"', { data: contact }],
	['under "contact" in "data"', { data: { message: 'Contact saved', contact } }],
	['bare', contact],
])('Create, Update, and Create or Update, with the contact %s in the response', (_, body) => {
	const bodies = { 'POST /contacts': body, [`PATCH /contacts/${contact.id}`]: body };

	it('output the contact with its ID', async () => {
		const none = await helpdesk({ ...bodies, 'GET /contacts': page() });
		const { email } = contact;
		const [created] = await none.run('contact.create', { email, options: { simplify: false } });
		expect(created!.json).toEqual(contact);
		const [simple] = await none.run('contact.create', { email });
		expect(simple!.json).toMatchObject({ id: contact.id, email });
		const [updated] = await none.run('contact.update', {
			contactId: byId(contact.id),
			updateFields: { name: 'Kim' },
		});
		expect(updated!.json).toEqual(contact);
		const [added] = await none.run('contact.upsert', { email });
		expect(added!.json).toMatchObject({ id: contact.id, email, created: true });
		const there = await helpdesk({ ...bodies, 'GET /contacts': page(contact) });
		const [kept] = await there.run('contact.upsert', { email, additionalFields: { name: 'Kim' } });
		expect(kept!.json).toMatchObject({ id: contact.id, email, created: false });
	});
});

describe('Create or Update, if the response has no ID of the contact', () => {
	const { email } = contact;

	it.each([
		{ message: 'Contact saved' },
		{ message: 'Contact saved', contact: 'Kim' },
		{ message: 'Contact saved', contact: { email } },
	])('finds the contact by its address: %j', async (body) => {
		let isThere = false;
		const started = await start(({ method }) => {
			isThere ||= method === 'POST';
			return { body: method === 'POST' ? body : page(...(isThere ? [contact] : [])) };
		});
		const [item] = await started.run('contact.upsert', { email });
		expect(item!.json).toMatchObject({ id: contact.id, created: true });
		expect(started.requests.map(({ method }) => method)).toEqual(['GET', 'POST', 'GET']);
	});

	it('fails if it cannot find the contact', async () => {
		const { failure } = await helpdesk({ 'POST /contacts': { message: 'Contact saved' }, 'GET /contacts': page() });
		const { message, description } = await failure('contact.upsert', { email });
		expect(message).toContain('It may have been applied');
		expect(description).toContain('the contact was created, but the helpdesk does not show its ID');
		const nameless = await helpdesk({ 'GET /contacts': page({ email }) });
		expect((await nameless.failure('contact.upsert', { email })).description).toContain(
			'a contact came without an ID',
		);
	});
});

describe('Get Current of User', () => {
	const user = { id: 'u1', name: 'Ada Agent', email: 'ada@desk.example.test', role: 'Account Owner', extra: {} };
	const beside = {
		company: { id: 'o1', company: 'Example Shop' },
		inboxes: ['i1', 'i2'],
		organizations: [{ id: 'o1' }],
	};

	it.each([
		['under "user"', { user, ...beside }, { ...user, user, ...beside }],
		['under "user" in "data"', { data: { user, ...beside } }, { ...user, user, ...beside }],
		['as the answer itself', { ...user, badge_counts: { mine: 3 } }, { ...user, badge_counts: { mine: 3 } }],
		['in "data"', { data: { ...user, organization: {} } }, { ...user, organization: {} }],
	])('outputs a user %s at the top level, and without Simplify the whole response', async (_, body, whole) => {
		const { run } = await helpdesk({ 'GET /me': body });
		const [simple] = await run('user.getCurrent');
		expect(simple!.json).toEqual({
			id: 'u1',
			name: 'Ada Agent',
			email: 'ada@desk.example.test',
			role: 'Account Owner',
		});
		const [all] = await run('user.getCurrent', { options: { simplify: false } });
		expect(all!.json).toEqual(whole);
	});

	it.each([
		['a record with its field "data"', { id: 'a', data: { b: 1 } }, { id: 'a', data: { b: 1 } }],
		['a record whose "data" is null', { name: 'a', data: null }, { name: 'a', data: null }],
		['a wrapped record unwrapped', { data: { id: 'a' }, success: true }, { id: 'a' }],
	])('outputs %s', async (_, body, json) => {
		const { run } = await helpdesk({ 'GET /me': body });
		expect((await run('user.getCurrent', { options: { simplify: false } })).map((item) => item.json)).toEqual([
			json,
		]);
	});

	it.each([
		['an empty answer', ''],
		['null', 'null'],
		['an empty object', {}],
		['a list', []],
	])('fails if it gets %s instead of a record', async (_, body) => {
		const { failure } = await helpdesk({ 'GET /me': body });
		expect((await failure('user.getCurrent')).description).toMatch(/expected a record, got /);
	});
});
