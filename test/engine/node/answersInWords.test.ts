import { byId } from '../../support/locator';
import type { ShownError } from '../../support/nodeRig';
import { reply, startAnsweringServer, type AnsweringServer } from '../../support/answeringServer';
import { startNode } from '../../support/runNode';
import { VirtualClock } from '../../support/virtualClock';
import { createTransport } from '../../../transport/transport';

const ID = '0b7c1f3e-9d42-4c58-8f21-6a5d3e2b1c00';

describe('what a refusal says', () => {
	let server: AnsweringServer;
	beforeAll(async () => (server = await startAnsweringServer()));
	afterAll(async () => await server.close());

	const run = (name: string, status: number, body: object, more: object = {}, others: object = {}) => {
		server.answer = (socket) => socket.end(reply(status, body));
		const [resource, operation] = name.split('.') as [string, string];
		const ids = { conversationId: byId('c1'), inboxId: byId('i1'), automationId: byId('a1'), message: 'x', email: 'a@b.example' };
		const credential = { accessToken: '7|s3cretToken.of+the/team', baseUrl: `http://127.0.0.1:${server.port}/v1`, requestsPerMinute: 300 };
		return startNode(
			createTransport(new VirtualClock(), () => 0.5),
			{ credential, parameters: { resource, operation, ...ids, ...others }, ...more },
		)();
	};
	const failure = async (...call: Parameters<typeof run>) =>
		await run(...call).then(
			() => new Error('succeeded') as ShownError,
			(error: ShownError) => error,
		);
	const details = async (status: number, body: object, others: object = {}) =>
		(await run('message.addNote', status, body, { onError: 'continueRegularOutput' }, others))[0]!.json.details;

	it("a 403 is not blamed on the kind of token: the helpdesk's own words come first, then every cause", async () => {
		const { message, description } = await failure('automation.delete', 403, { message: 'Missing permission.' });
		expect(message).toBe('Could not delete automation: the access token is not allowed to do this');
		expect(description).toMatch(/^The helpdesk says: Missing permission\. .*scope.*cannot see.*delete_automations.*personal access token/);
	});

	it.each([
		{ message: 'The token 7|s3cretToken.of+the/team is not known.' },
		{ message: 'No: "Bearer 7|s3cretToken.of+the/team".' },
		{ message: 'Invalid access_token=7|s3cretToken.of+the/team' },
		{ message: 'Unknown token:7|s3cretToken.of+the/team_1 at /x/7|s3cretToken.of+the/team/y' },
		{ message: 'No.', errors: { token: ['7|s3cretToken.of+the/team is revoked'] } },
		{ message: 'No access for s3cretToken.of+the/team.' },
		{ message: 'No access: ?token=7%7Cs3cretToken.of%2Bthe%2Fteam&page=1' },
		{ message: 'NO ACCESS FOR 7|S3CRETTOKEN.OF+THE/TEAM' },
		{ message: `${'long '.repeat(57)}7|s3cretToken.of+the/team` },
		...['', 'B', 'Be', 'Bearer '].flatMap((before) =>
			(['base64', 'base64url', 'hex'] as const).map((coding) => ({
				message: `Received: ${Buffer.from(`${before}7|s3cretToken.of+the/team`).toString(coding)}`,
			})),
		),
	])('a helpdesk that repeats the token does not bring it into an error: %#', async (body) => {
		for (const status of [401, 403, 422, 500]) {
			const error = await failure('message.addNote', status, body);
			const told = [error.message, error.description, JSON.stringify(error), error.stack, JSON.stringify(await details(status, body))].join();
			expect(decoded(told)).not.toMatch(/s3cret/i);
			expect(error.description).toContain(status === 500 ? '' : 'he helpdesk');
		}
	});

	/** A text, and what it holds in Base64 and in hexadecimal. */
	function decoded(text: string): string {
		const words = text.match(/[\w+/-]{8,}/g) ?? [];
		const read = (coding: BufferEncoding, offsets: number[]) =>
			words.flatMap((word) => offsets.map((offset) => Buffer.from(word.slice(offset), coding).toString('latin1')));
		return [text, ...read('base64', [0, 1, 2, 3]), ...read('hex', [0, 1])].join(' ');
	}

	const SENT = 'Dear Anna, your refund of <b>1,234.50 €</b> & the "second" parcel left us on Monday. Grüße, Jörg';
	it.each([
		{ message: `This text was refused: ${SENT}` },
		{ message: 'No.', errors: { message: [`"${SENT}" has a word that is not allowed`] } },
		{ message: `Refused: ${SENT.replace(/[<>&"]/g, (sign) => `&#${sign.charCodeAt(0)};`)}` },
		{ message: `Refused: ${JSON.stringify(SENT)}` },
		{ message: `Refused: ${SENT.replace(/<.*?>/g, '').replace(/ /g, '\n')}` },
		{ message: `Refused: ${SENT.replace(/[^ -~]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)}` },
		{ message: `Refused: ${SENT.replace(/[^ -~]/g, (sign) => `\\x${sign.charCodeAt(0).toString(16)}`)}` },
		{ message: `Refused: ${SENT.replace('ü', '&uuml;').replace('ö', '&#246;').replace(/"/g, '&quot;').replace('€', '&euro;')}` },
		{ message: `Refused: ${encodeURIComponent(SENT)}` },
		{ message: `Refused: ${encodeURIComponent(JSON.stringify(SENT))}` },
		{ message: `Refused: ${SENT.toUpperCase()}` },
		{ message: `Refused: ${JSON.stringify(SENT).replace(/"/g, '&quot;')}` },
		{ message: `Refused: ${SENT.slice(0, 40)}…` },
		{ message: `Refused: …${SENT.slice(20, 70)}…` },
		{ message: `${SENT} ${SENT} ${SENT} ${SENT}` },
		{ message: 'No.', errors: { [SENT]: ['is not known'] } },
	])('a helpdesk that repeats the text of a note does not bring it into an error: %#', async (body) => {
		for (const status of [403, 409, 422, 500]) {
			const shown = await failure('message.addNote', status, body, {}, { message: SENT });
			expect(
				[
					shown.message,
					shown.description,
					shown.stack,
					JSON.stringify(shown),
					JSON.stringify(await details(status, body, { message: SENT })),
				].join(),
			).not.toMatch(/Anna|refund|1,234|parcel|Monday/);
			expect(shown.description).toMatch(status === 500 ? '' : /helpdesk says|Refused|known/);
		}
	});

	it('a name with signs of HTML in it is hidden whole where the helpdesk repeats it as it was typed, wherever it stands in what was sent', async () => {
		const name = 'Zebrafink & Sons bought a <moonstone> there';
		const body = { message: `The value ${name} is not accepted here.` };
		for (let before = 1; before <= 12; before += 1) {
			const parameters = { email: `${'a'.repeat(before)}@example.com`, additionalFields: { name } };
			const { description } = await failure('contact.create', 422, body, {}, parameters);
			expect([before, description]).toEqual([before, expect.stringContaining('The value (text that was sent) is not accepted here.')]);
		}
	});

	it('what was sent is hidden alone: words of the helpdesk around it, a short value and the ID of a record stay', async () => {
		const described = async (message: string, others: object) => (await failure('message.addNote', 422, { message }, {}, others)).description;
		expect(await described(`Before ${SENT} after it.`, { message: SENT })).toContain('Before (text that was sent) after it.');
		expect(await described('The word "Monday" is not allowed, nor is a@b.example.', { message: 'Monday a@b.example' })).toContain(
			'The word "Monday" is not allowed, nor is a@b.example.',
		);
		expect(await described(`No conversation ${ID}.`, { message: ID })).toContain(`No conversation ${ID}.`);
	});

	it('a refused field is called as the editor calls it, an entry of a list by its number; what the editor does not have keeps its name', async () => {
		const errors = {
			mergeable_conversation_ids: ['Too many.'],
			'mergeable_conversation_ids.0': ['Not found.'],
			'display.sort': ['Unknown.'],
			tag: ['No.'],
		};
		const body = { message: 'The given data was invalid.', errors };
		const others = { mergeableConversationIds: 'c2', tagId: byId('t1') };
		const described = async (name: string) => (await failure(name, 422, body, {}, others)).description;
		expect(await described('conversation.merge')).toContain(
			"'Conversations to Merge Into It': Too many. 'Conversations to Merge Into It', entry 1: Not found. display.sort: Unknown. tag: No.",
		);
		expect(await described('conversation.addTag')).toContain("mergeable_conversation_ids.0: Not found. display.sort: Unknown. 'Tag': No.");
	});

	it('a refused condition is called by its number and the name of its field', async () => {
		const errors = { 'filters.groups.1.attribute': ['Unknown.'], 'filters.groups.0': ['Wrong.'], 'filters.groups.0.groups.0.values': ['No.'] };
		const condition = ['a', 'b'].map((attribute) => ({ attribute, comparison: 'eq', values: 'x' }));
		const { description } = await failure(
			'conversation.getMany',
			422,
			{ message: 'Invalid.', errors },
			{},
			{ filterMode: 'conditions', conditions: { condition } },
		);
		expect(description).toContain(
			"'Conditions', entry 2, 'Attribute': Unknown. 'Conditions', entry 1: Wrong. filters.groups.0.groups.0.values: No.",
		);
	});

	it('a 403 names only causes that it can have', async () => {
		expect((await failure('message.addNote', 403, { message: 'No.' })).description).not.toMatch(/delete_automations|partner/);
		expect((await failure('conversation.delete', 403, { message: 'No.' })).description).not.toContain('delete_automations');
	});

	it.each([
		{ message: 'Taken.', code: 'ERROR_EMAIL_TAKEN' },
		{ message: 'Taken.', errors: { email: ['Taken.'], codes: [{ code: 'ERROR_EMAIL_TAKEN' }] } },
		{ error: { details: [{ reason: 'ERROR_EMAIL_TAKEN' }] } },
	])('the code of the API is in the text and in details.code, wherever it stands: %j', async (body) => {
		expect(await details(422, body)).toMatchObject({ code: 'ERROR_EMAIL_TAKEN', description: expect.stringContaining('ERROR_EMAIL_TAKEN') });
	});

	it('an empty message of the helpdesk is none', async () => {
		const [empty, none] = [await failure('message.addNote', 409, { message: '' }), await failure('message.addNote', 409, {})];
		expect([empty.message, empty.description]).toEqual([none.message, none.description]);
	});

	it('what only begins or ends as a code is none: a customer may have written it', async () => {
		for (const code of ['ERROR_EMAIL_TAKEN by anna@example.com', 'Anna: ERROR_EMAIL_TAKEN', 'ERROR_', `ERROR_${'X'.repeat(81)}`, 'ERROR_anna'])
			expect(await details(422, { message: 'No.', code })).toMatchObject({ code: null, description: expect.not.stringContaining('ERROR_') });
	});

	it.each([{ request_id: ID }, { error: { request: { id: ID } } }, { meta: [{ incident: `Incident ${ID}` }] }])(
		'the request ID of a 500 is found however deep it stands: %j',
		async (body) => expect(await details(500, { message: 'Server Error', ...body })).toMatchObject({ requestId: ID }),
	);

	it('the ID of a record in another error is not taken for a request ID', async () => {
		expect(await details(409, { message: 'No.', data: { conversation: { id: ID } } })).toMatchObject({ requestId: null });
	});

	it('a body of a thousand levels or of a hundred thousand values is not looked through to its end', async () => {
		let deep: object = { code: 'ERROR_DEEP' };
		for (let level = 0; level < 1_000; level += 1) deep = { deep };
		expect(await details(422, deep)).toMatchObject({ code: null });
		expect(await details(422, { many: [...Array.from({ length: 100_000 }, () => ({ a: 'x' })), { code: 'ERROR_LATE' }] })).toMatchObject({
			code: null,
		});
	});

	it.each([
		[402, 'the helpdesk asks for a payment first. It may have been applied; not sent again'],
		[406, 'the helpdesk does not answer in the form that this node reads. It may have been applied; not sent again'],
		[408, 'the request took too long to arrive. It may have been applied; not sent again'],
		[410, 'it is gone for good'],
		[413, 'the request is too large'],
		[415, 'the helpdesk does not take data of this form'],
		[421, 'the server that answers is not the one for this address'],
		[423, 'the record is locked'],
		[425, 'the helpdesk did not want to take the request yet'],
		[426, 'the server asks for another kind of connection'],
		[431, 'the headers of the request are too large'],
		[451, 'the helpdesk may not do this for legal reasons'],
		[511, 'the network of n8n asks somebody to sign in first'],
	])('%i has words of its own', async (status, why) => {
		const { message, description } = await failure('message.addNote', status, {});
		expect(message).toBe(`Could not add note to conversation: ${why}`);
		if (status !== 425) expect(description).not.toContain('Try again later');
	});

	it('a PATCH that was sent once is not called "tried 1 times"', async () => {
		const error = await failure('conversation.restore', 501, {});
		expect(error.message).toMatch(/It may have been applied; tried once$/);
	});
});
