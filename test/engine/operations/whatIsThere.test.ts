import { startAnsweringHelpdesk } from '../../support/answeringHelpdesk';
import { startNodeRig, type NodeRig } from '../../support/nodeRig';

describe('Get Current of User with Tell What Is There', () => {
	let rig: NodeRig;
	beforeAll(async () => (rig = await startNodeRig({ conversations: 60 })));
	beforeEach(() => rig.sandbox.reset());
	afterAll(async () => await rig.sandbox.close());

	const found = async () => {
		const items = await rig.run('user.getCurrent', { options: { tellWhatIsThere: true } });
		expect(items).toHaveLength(1);
		return items[0]!.json.found;
	};
	const asked = () => rig.sandbox.requests().map(({ method, path }) => `${method} ${path.split('?')[0]}`);

	it('says in one line whose token it is, how many inboxes there are, and that the provisional lists are there', async () => {
		const { store } = rig.sandbox;
		const { name, email } = store.teammates.get('user_ada')!;
		const inboxes = [...store.inboxes.values()].filter(({ organizationId }) => organizationId === 'org_acme').length;
		expect(inboxes).toBeGreaterThan(1);
		expect(await found()).toBe(
			`Connected as ${name} (${email}); ${inboxes} inboxes; provisional lists: inboxes, tags, teammates, saved replies, knowledge bases there`,
		);
		expect(asked()).toEqual(
			['/me', '/inboxes', '/settings/tags', '/settings/users', '/saved-replies', '/knowledgebases'].map((path) => `GET ${path}`),
		);
	});

	it.each<[object, string]>([
		[{ data: { id: 'u1' } }, 'Connected; '],
		[{ id: 'u1', name: 'Ada' }, 'Connected as Ada; '],
		[{ user: { id: 'u1', email: 'ada@example.com' }, organization: {} }, 'Connected as ada@example.com; '],
	])('names who the answer %j shows, and counts one inbox as one', async (me, begin) => {
		const helpdesk = await startAnsweringHelpdesk(({ path }) =>
			path === '/me' ? { body: me } : path === '/inboxes' ? { body: [{ id: 'i1' }] } : { status: 404 },
		);
		const [item] = await helpdesk.run('user.getCurrent', { options: { tellWhatIsThere: true } });
		await helpdesk.close();
		expect(item!.json.found).toBe(`${begin}1 inbox; provisional lists: inboxes there; tags, teammates, saved replies, knowledge bases not there`);
	});

	it('says that they are not there in a helpdesk without them, and counts no inboxes', async () => {
		rig.sandbox.reset({ world: { provisionalEndpoints: 'none' } });
		expect(await found()).toMatch(/^Connected as [^;]+; provisional lists: inboxes, tags, teammates, saved replies, knowledge bases not there$/);
	});

	it('tells what is forbidden, what has another form and what breaks from what is not there', async () => {
		rig.sandbox.fault({ kind: 'status', status: 403, path: '/settings/tags' });
		rig.sandbox.fault({ kind: 'status', status: 405, path: '/settings/users' });
		rig.sandbox.fault({ kind: 'status', status: 200, message: 'Here.', path: '/saved-replies' });
		rig.sandbox.fault({ kind: 'status', status: 500, path: '/knowledgebases', times: 0 });
		expect(await found()).toMatch(
			/provisional lists: inboxes there; tags not allowed to this access token; teammates not there; saved replies there, of a form that is not known; knowledge bases not readable \(status 500\)$/,
		);
	});

	it('fails where the connection breaks: it would for the other lists too', async () => {
		rig.sandbox.fault({ kind: 'drop', path: '/settings/tags', times: 0 });
		const { message } = await rig.failure('user.getCurrent', { options: { tellWhatIsThere: true } });
		expect(message).toMatch(/^Could not /);
		expect(asked()).not.toContain('GET /settings/users');
	});

	it('asks for nothing but the user where it is off', async () => {
		const [item] = await rig.run('user.getCurrent');
		expect(item!.json).not.toHaveProperty('found');
		expect(asked()).toEqual(['GET /me']);
	});
});
