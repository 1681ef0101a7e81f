import { LEFT_OUT } from '../../../transport/redact';
import { useAnsweringHelpdesks } from '../../support/answeringHelpdesk';
import { byId } from '../../support/locator';
import type { ShownError } from '../../support/nodeRig';

const ID = '0b7c1f3e-9d42-4c58-8f21-6a5d3e2b1c00';

const TOKEN = '7|s3cretToken.of+the/team';

const start = useAnsweringHelpdesks();

describe('the text of an error', () => {
	const run = async (name: string, status: number, body: object, more: object = {}, others: object = {}) => {
		const helpdesk = await start(() => ({ status, body }));
		const ids = {
			conversationId: byId('c1'),
			inboxId: byId('i1'),
			automationId: byId('a1'),
			message: 'x',
			email: 'a@b.example',
		};
		const credential = { ...helpdesk.credential, accessToken: TOKEN };
		return await helpdesk.run(name, { ...ids, ...others }, { credential, ...more });
	};
	const failure = async (...call: Parameters<typeof run>) =>
		await run(...call).then(
			() => new Error('succeeded') as ShownError,
			(error: ShownError) => error,
		);
	const details = async (status: number, body: object, others: object = {}) =>
		(await run('message.addNote', status, body, { onError: 'continueRegularOutput' }, others))[0]!.json.details;

	it("a 403 shows the helpdesk's own message first, then every possible cause", async () => {
		const { message, description } = await failure('automation.delete', 403, {
			message: 'Missing permission.',
		});
		expect(message).toBe('Could not delete automation: the access token is not allowed to do this');
		expect(description).toMatch(/^The helpdesk says: Missing permission\. .*scope.*can see.*personal access token/);
	});

	it.each([
		{ message: `The token ${TOKEN} is not known.` },
		{ message: 'No.', errors: { token: [`${TOKEN} is revoked`] } },
		{ message: `${'long '.repeat(57)}${TOKEN}` },
		{ message: `No such page: /x?token=${encodeURIComponent(TOKEN)}` },
	])('an error never contains the token, even if the helpdesk repeats it: %#', async (body) => {
		for (const status of [401, 403, 422, 500]) {
			const error = await failure('message.addNote', status, body);
			const shown = [
				error.message,
				error.description,
				JSON.stringify(error),
				error.stack,
				JSON.stringify(await details(status, body)),
			].join();
			expect(shown).not.toMatch(/s3cret|zM2NyZX|czNjcmV0|MzY3JldF/i);
			expect(error.description).toContain(status === 500 ? '' : 'he helpdesk');
		}
	});

	it('the error of a refused download never contains the token', async () => {
		const get = { method: 'GET', path: '/x', pageMode: 'none', options: { download: true } };
		const { description } = await failure('apiRequest.send', 403, { message: `${TOKEN} is revoked` }, {}, get);
		expect(description).toMatch(/^The helpdesk says: \(access token\) is revoked\. /);
	});

	const SENT = 'Dear Anna, your refund of <b>1,234.50 €</b> & the "second" parcel left us on Monday. Grüße, Jörg';
	it.each([
		{ message: `This text was refused: ${SENT}` },
		{ message: 'No.', errors: { message: [`"${SENT}" has a word that is not allowed`] } },
		{ message: `${SENT} ${SENT} ${SENT} ${SENT}` },
		{ message: 'No.', errors: { [SENT]: ['is not known'] } },
	])('an error never contains the text of a note, even if the helpdesk repeats it: %#', async (body) => {
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
			expect(shown.description).toMatch(status === 500 ? '' : /helpdesk says|known/);
		}
	});

	it('an error omits helpdesk messages that repeat sent text, except short values and record IDs', async () => {
		const described = async (message: string, others: object) =>
			(await failure('message.addNote', 422, { message }, {}, others)).description;
		expect(await described(`Before ${SENT} after it.`, { message: SENT })).toContain(LEFT_OUT);
		expect(
			await described('The word "Monday" is not allowed, nor is a@b.example.', { message: 'Monday a@b.example' }),
		).toContain('The word "Monday" is not allowed, nor is a@b.example.');
		expect(await described(`No conversation ${ID}.`, { message: ID })).toContain(`No conversation ${ID}.`);
	});

	it('an error names a refused field as the editor does, and an unknown one by its API name', async () => {
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
		expect(await described('conversation.addTag')).toContain(
			"mergeable_conversation_ids.0: Not found. display.sort: Unknown. 'Tag': No.",
		);
	});

	it.each([
		{ message: 'Taken.', code: 'ERROR_EMAIL_TAKEN' },
		{ message: 'Taken.', errors: { email: ['Taken.'], codes: [{ code: 'ERROR_EMAIL_TAKEN' }] } },
		{ error: { details: [{ reason: 'ERROR_EMAIL_TAKEN' }] } },
	])("the API's error code is shown in the text and in details.code: %j", async (body) => {
		expect(await details(422, body)).toMatchObject({
			code: 'ERROR_EMAIL_TAKEN',
			description: expect.stringContaining('ERROR_EMAIL_TAKEN'),
		});
	});

	it('a word that is only partly an error code is not shown as one', async () => {
		for (const code of [
			'ERROR_EMAIL_TAKEN by anna@example.com',
			'Anna: ERROR_EMAIL_TAKEN',
			'ERROR_',
			`ERROR_${'X'.repeat(81)}`,
			'ERROR_anna',
		])
			expect(await details(422, { message: 'No.', code })).toMatchObject({
				code: null,
				description: expect.not.stringContaining('ERROR_'),
			});
	});

	it.each([{ request_id: ID }, { error: { request: { id: ID } } }, { meta: [{ incident: `Incident ${ID}` }] }])(
		'the request ID of a 500 is found at any depth of the response: %j',
		async (body) =>
			expect(await details(500, { message: 'Server Error', ...body })).toMatchObject({ requestId: ID }),
	);

	it('a record ID is not shown as a request ID', async () => {
		expect(await details(409, { message: 'No.', data: { conversation: { id: ID } } })).toMatchObject({
			requestId: null,
		});
	});
});
