import { NodeOperationError } from 'n8n-workflow';

import { useAnsweringHelpdesks } from '../../support/answeringHelpdesk';
import { pickerNames } from '../../support/loadOptions';
import { byId, useNodeRig } from '../../support/nodeRig';
import { helpdeskNode } from '../../support/runNode';

const HTML = { 'content-type': 'text/html; charset=UTF-8' };
const CDN_PAGE =
	'<!DOCTYPE html><html><head><title>Attention Required! | Cloudflare</title></head><body>Sorry, you have been blocked</body></html>';
const SIGN_IN_PAGE =
	'<!DOCTYPE html><html><head><title>Sign in</title></head><body><form action="/login"></form></body></html>';
const BLOCKED = 'a firewall in front of the helpdesk blocks the address of this n8n';
const ASK = 'ask the support of the helpdesk to allow the IP address of this n8n.';

interface Sample {
	status: number;
	body: unknown;
	headers?: Record<string, string>;
}

const start = useAnsweringHelpdesks();
const answering = async (sample: Sample) => await start(() => sample);

it.each<[string, Sample, why: string, ...phrases: string[]]>([
	[
		'401',
		{ status: 401, body: { message: 'Unauthenticated.' } },
		'the access token is missing, expired or revoked, or your plan does not include the API',
		'Create a token',
	],
	[
		'401, without a full stop',
		{ status: 401, body: { message: 'Unauthenticated' } },
		'the access token is missing, expired or revoked, or your plan does not include the API',
		'Unauthenticated.',
	],
	[
		'403 for a token without the needed scope',
		{ status: 403, body: { message: 'This action is unauthorized.' } },
		'the access token is not allowed to do this',
		'The helpdesk says: This action is unauthorized.',
		'Use a token that has the scope',
	],
	['403 with a page of the CDN', { status: 403, headers: HTML, body: CDN_PAGE }, BLOCKED, ASK],
	['503 with a page of the CDN', { status: 503, headers: HTML, body: CDN_PAGE }, BLOCKED, ASK, 'maintenance page'],
	[
		'403 with a page that has no type',
		{ status: 403, body: CDN_PAGE, headers: { 'content-type': 'text/plain' } },
		BLOCKED,
		ASK,
	],
	[
		'302 to the sign-in page',
		{ status: 302, headers: { location: 'https://app.desk.example.test/login' }, body: '' },
		'the helpdesk redirects to its sign-in page',
		"Check the 'Base URL'",
		'the access token',
	],
	[
		'302 to another address',
		{ status: 302, headers: { location: 'https://api2.desk.example.test/v1/me' }, body: '' },
		'the helpdesk redirects to another address',
		'Enter the final address',
	],
	[
		'200 with a sign-in page',
		{ status: 200, headers: HTML, body: SIGN_IN_PAGE },
		'a web page came back instead of data',
		"Check the 'Base URL' and the access token",
	],
	[
		'400',
		{ status: 400, body: {} },
		'the helpdesk did not understand the request',
		"Check 'Advanced: Additional Body (JSON)'",
	],
	['404', { status: 404, body: { message: 'Not found.' } }, 'not found', 'Check the ID'],
	[
		'405',
		{ status: 405, body: {} },
		'the helpdesk does not support this request',
		"Check 'Method' and 'Path' of an API Request",
	],
	['409', { status: 409, body: {} }, "the record's current state does not allow this change", 'choose another value'],
	['412', { status: 412, body: {} }, 'there is nothing to update', 'Update Fields'],
	['504', { status: 504, body: {} }, 'the helpdesk took too long to respond', 'Try again later.'],
	[
		'500 of a deleted organization',
		{ status: 500, body: { message: 'Server Error' } },
		'something went wrong inside the helpdesk',
		'The helpdesk says: Server Error.',
		"request ID to the helpdesk's support",
	],
	[
		'502 with a bare JSON string',
		{ status: 502, body: '"Bad Gateway"' },
		'the helpdesk could not be reached behind its gateway',
		'Try again later.',
	],
	[
		'503',
		{ status: 503, body: { message: 'Registration Failed.' } },
		'the helpdesk is temporarily unavailable',
		'Registration Failed.',
		'Try again later.',
	],
	[
		'422',
		{
			status: 422,
			body: { message: 'The given data was invalid.', errors: { email: ['The email field is required.'] } },
		},
		'the helpdesk refused a value',
		'The given data was invalid.',
		'The email field is required.',
		'Correct the value',
	],
	[
		'422 that names an address as HTML hides it',
		{ status: 422, body: { message: 'Refused: Anna <anna@example.com>' } },
		'the helpdesk refused a value',
		'Refused: Anna ‹anna@example.com›',
	],
	[
		'429',
		{
			status: 429,
			headers: { 'retry-after': '12', 'x-ratelimit-limit': '300', 'x-ratelimit-remaining': '0' },
			body: { message: 'Too Many Attempts.' },
		},
		'too many requests, even after several waits',
		'The helpdesk says:',
		"Lower 'Requests per Minute'",
	],
])('%s: the error says what failed, why, and what to do', async (_, sample, why, ...phrases) => {
	const { failure } = await answering(sample);
	const { message, description, httpCode } = await failure('contact.get', { contactId: byId('k1') });
	expect([message, httpCode]).toEqual([`Could not get contact: ${why}`, String(sample.status)]);
	for (const words of phrases) expect(description).toContain(words);
	expect(description).not.toContain(why === BLOCKED ? 'scope' : 'firewall');
});

const parameters = { inboxId: byId('i1'), conversationId: byId('c1') };

it.each(pickerNames)('the dropdown of %s says that the token may not list them, and suggests By ID', async (picker) => {
	const { list } = await answering({ status: 403, body: { message: 'This action is unauthorized.' } });
	const error = await list(picker, { parameters }).catch((thrown: unknown) => thrown);
	expect(error).toMatchObject({
		message: 'Could not load the list: the access token may not list these',
		httpCode: '403',
	});
	expect((error as { description: string }).description).toContain('Choose By ID or Expression.');
});

it('the dropdown of conversations shows those of the inboxes if "my conversations" is refused', async () => {
	const { list } = await start(({ path }) =>
		path === '/conversations/mine'
			? { status: 403, body: { message: 'This action is unauthorized.' } }
			: {
					body: {
						data: [{ id: 'c1', subject: 'Hi' }],
						links: { next: null },
						meta: { current_page: 1, last_page: 1 },
					},
				},
	);
	expect((await list('conversations', { parameters })).results).toEqual([{ name: 'Hi', value: 'c1' }]);
});

describe('the text of an error', () => {
	const rig = useNodeRig();

	it('contains the request ID for the support team after a 500', async () => {
		rig.answers(500, { times: 0 });
		const { description } = await rig.failure('message.addNote', { conversationId: byId('c1'), message: 'seen' });
		expect(description).toMatch(/Request ID: [0-9a-f]{8}-[0-9a-f-]{27}\./);
	});

	it('is the same for a missing record and for a record of another organization', async () => {
		const other = rig.conversations().find(({ organizationId }) => organizationId === 'org_other')!;
		const [missing, foreign] = await Promise.all(
			['unknown', other.record.id].map(
				async (id) => await rig.failure('conversation.get', { conversationId: byId(id) }),
			),
		);
		expect(missing!.message).toBe(foreign!.message);
		expect(missing!.description!.replace('unknown', other.record.id)).toBe(foreign!.description);
	});

	it.each([
		[{ id: 'c1', message_id: 'x9' }, 'message_id'],
		[{ id: 'c1', last_message_id: 'x9' }, 'last_message_id'],
		[{ id: 'x9' }, undefined],
	])('names the incoming field that contains the missing ID, unless it is "id": %j', async (json, field) => {
		const parameters = { conversationId: byId('x9') };
		const { description } = await rig.failure('conversation.get', parameters, { items: [{ json }] });
		expect(/The incoming item has x9 as '(\w+)'\./.exec(description!)?.[1]).toBe(field);
	});
});

describe("the error message of an AI agent's tool", () => {
	const rig = useNodeRig({ conversations: 5 });

	const reply = { conversationId: byId('conv_nowhere'), message: 'Hello' };

	it('contains the next step, which people get in the description', async () => {
		const step = await rig.failure('message.reply', reply);
		const tool = await rig.failure('message.reply', reply, { asTool: true });
		expect(step.description).toMatch(/conv_nowhere/);
		expect(tool.message).toContain(`${step.message}. The helpdesk says: `);
		expect(tool.message).toMatch(
			/conv_nowhere\. Check each ID: take it from the results of a tool that lists or searches/,
		);
		expect(step.message).not.toContain(step.description);
	});

	it('says that a reply may have been sent, and what to read first', async () => {
		const [id] = rig.ids();
		rig.sandbox.fault({ kind: 'drop', when: 'before', path: `/conversation/${id}/reply` });
		const { message } = await rig.failure(
			'message.reply',
			{ ...reply, conversationId: byId(id!) },
			{ asTool: true },
		);
		expect(message).toMatch(
			/It may have been applied; not sent again.*Do not repeat it, also not in other words\. Read the conversation/s,
		);
		// Older agents wrap the error again. n8n has its own text for codes such as ECONNRESET, but keeps this one.
		const wrapped = new NodeOperationError(helpdeskNode({}), new Error(message));
		expect(wrapped.message).toBe(message);
	});

	it('is output as an item if the tool continues on errors', async () => {
		const [item] = await rig.run('message.reply', reply, { asTool: true, onError: 'continueRegularOutput' });
		expect(item!.json.error).toMatch(/not found.*conv_nowhere/);
	});
});
