import { byId, startNodeRig, type NodeRig } from '../../support/nodeRig';

describe('every status of the error table, in the words of the task', () => {
	let rig: NodeRig;
	let conversation: string;
	beforeAll(async () => {
		rig = await startNodeRig({ conversations: 60 });
		conversation = [...rig.sandbox.store.conversations.keys()][0]!;
	});
	beforeEach(() => rig.sandbox.reset());
	afterAll(async () => await rig.sandbox.close());

	const SECRET = 'what the customer wrote';
	const written = { conversationId: byId(''), message: '={{ $json.text }}', messageFormat: 'text' };
	const items = [{ json: { text: SECRET } }];
	const addNote = async () => await rig.failure('message.addNote', { ...written, conversationId: byId(conversation) }, { items });

	it.each([
		[400, 'the helpdesk did not understand the request', "check 'Advanced: Additional Body (JSON)'"],
		[401, 'the access token is missing, expired or revoked', 'Integrations, then API Keys'],
		[403, 'the access token is not allowed to do this', 'scope'],
		[404, 'not found', 'Check the ID'],
		[405, 'the helpdesk does not offer this method at this address', "choose another 'Method' or 'Path'"],
		[409, 'the present state of the record does not allow it', 'choose another value'],
		[412, 'there is nothing to update', 'Update Fields'],
		[422, 'the helpdesk refused a value', 'Correct the value'],
		[429, 'the helpdesk still limits the requests after several waits', 'Requests per Minute'],
	])('%i says that nothing was applied, why, and what to do', async (status, why, todo) => {
		rig.sandbox.fault({ kind: 'status', status, times: 0, retryAfter: 1 });
		const error = await addNote();
		expect(error.message).toBe(`Could not add note to conversation: ${why}`);
		expect(error.description).toContain(todo);
		expect(error.httpCode).toBe(String(status));
		expect(error.context.itemIndex).toBe(0);
	});

	it.each([
		[500, 'something went wrong inside the helpdesk'],
		[502, 'the helpdesk could not be reached behind its gateway'],
		[503, 'the helpdesk is temporarily unavailable'],
		[504, 'the helpdesk took too long to answer'],
	])('%i on a note says that it may have been applied and was not sent again', async (status, why) => {
		rig.sandbox.fault({ kind: 'status', status, times: 0 });
		const error = await addNote();
		expect(error.message).toBe(`Could not add note to conversation: ${why}. It may have been applied; not sent again`);
		expect(error.description).toContain('Look in the helpdesk whether it happened');
	});

	it('500 quotes the request ID for the support', async () => {
		rig.sandbox.fault({ kind: 'status', status: 500, times: 0 });
		const error = await addNote();
		expect(error.description).toMatch(/Request ID: [0-9a-f]{8}-[0-9a-f-]{27}\./);
	});

	it('422 shows every field message of the API', async () => {
		const error = await rig.failure('contact.create', { email: 'a@b.example', additionalFields: { additionalBody: '{"name": 7}' } });
		expect(error.message).toBe('Could not create contact: the helpdesk refused a value');
		expect(error.description).toMatch(/The given data was invalid\. 'Name': /);
	});

	it('404 names the same reason for a missing record and for one of another organization', async () => {
		const other = [...rig.sandbox.store.conversations.values()].find(({ organizationId }) => organizationId === 'org_other')!;
		const [missing, foreign] = await Promise.all(
			['unknown', other.record.id].map(async (id) => await rig.failure('conversation.get', { conversationId: byId(id) })),
		);
		expect(missing!.message).toBe(foreign!.message);
		expect(missing!.description!.replace('unknown', other.record.id)).toBe(foreign!.description);
	});

	it('409 from the state machine is told as such', async () => {
		const error = await rig.failure('conversation.update', { conversationId: byId(conversation), updateFields: { status: 'Exploded' } });
		expect(error.message).toBe('Could not update conversation: the present state of the record does not allow it');
	});

	it('a broken connection says whether the customer may have got the reply', async () => {
		rig.sandbox.fault({ kind: 'drop', when: 'after' });
		const error = await rig.failure('message.reply', { ...written, conversationId: byId(conversation) }, { items });
		expect(error.message).toBe(
			'Could not reply to conversation: the connection broke before the answer came. It may have been applied; not sent again',
		);
	});

	it('a helpdesk that cannot be reached says that nothing was sent', async () => {
		const credential = { accessToken: 'x', baseUrl: 'http://127.0.0.1:9/v1' };
		const error = await rig.failure('message.addNote', { conversationId: byId('c1'), message: 'x' }, { credential });
		expect(error.message).toBe('Could not add note to conversation: the helpdesk could not be reached');
		expect(error.description).toContain('Nothing was sent');
	});

	it.each([
		['nothing listens at its port', 'http://127.0.0.1:9/v1', 'above all the number behind its colon', /ECONNREFUSED/],
		['no host has its name', 'https://no-such-helpdesk.invalid/v1', 'check the spelling', /ENOTFOUND|EAI_AGAIN/],
		['it does not speak https', 'https', 'do not speak https', /EPROTO|ERR_SSL/],
	])('a helpdesk that cannot be reached because %s says so', async (_, baseUrl, todo, code) => {
		const address = baseUrl === 'https' ? rig.sandbox.baseUrl.replace('http:', 'https:') : baseUrl;
		const { description } = await rig.failure(
			'user.getCurrent',
			{},
			{ credential: { accessToken: 'x', baseUrl: address, requestsPerMinute: 300 } },
		);
		expect(description).toContain(todo);
		expect(description).toMatch(code);
	});

	it('a web page instead of data is told as such', async () => {
		rig.sandbox.fault({ kind: 'html', status: 200, times: 0 });
		const error = await rig.failure('user.getCurrent');
		expect(error.message).toBe('Could not get current user: a web page came back instead of data');
	});

	it('a redirect is told as such, and the token is not sent along', async () => {
		rig.sandbox.fault({ kind: 'redirect', to: 'http://127.0.0.1:9/v1/me', times: 0 });
		const error = await rig.failure('user.getCurrent');
		expect(error.message).toBe('Could not get current user: the helpdesk redirects to another address');
	});

	it('no error holds the token or what the customer wrote', async () => {
		for (const status of [400, 403, 422, 500]) {
			rig.sandbox.reset();
			rig.sandbox.fault({ kind: 'status', status, times: 0 });
			const error = await addNote();
			const everything = JSON.stringify([error, error.message, error.description, error.stack, Object.values(error), error.cause]);
			expect(everything).not.toContain(SECRET);
			expect(everything).not.toContain(rig.sandbox.tokens.personal);
		}
	});
});
