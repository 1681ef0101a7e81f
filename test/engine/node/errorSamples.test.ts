import { useAnsweringHelpdesks } from '../../support/answeringHelpdesk';
import { pickerNames } from '../../support/loadOptions';
import { byId } from '../../support/locator';

const HTML = { 'content-type': 'text/html; charset=UTF-8' };
const CDN_PAGE =
	'<!DOCTYPE html><html><head><title>Attention Required! | Cloudflare</title></head><body>Sorry, you have been blocked</body></html>';
const SIGN_IN_PAGE =
	'<!DOCTYPE html><html><head><title>Sign in</title></head><body><form action="/login"></form></body></html>';
const BLOCKED = 'a firewall in front of the helpdesk blocks the address of this n8n';
const ASK = 'Ask the support of the helpdesk to allow the IP address of this n8n. Another access token does not help.';

interface Sample {
	status: number;
	body: unknown;
	headers?: Record<string, string>;
}

const start = useAnsweringHelpdesks();
const answering = async (sample: Sample) => await start(() => sample);

it.each<[string, Sample, why: string, ...said: string[]]>([
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
		'send the request ID to the support',
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
])('%s: the error says what failed, why, and what to do', async (_, sample, why, ...said) => {
	const { failure } = await answering(sample);
	const { message, description, httpCode } = await failure('contact.get', { contactId: byId('k1') });
	expect([message, httpCode]).toEqual([`Could not get contact: ${why}`, String(sample.status)]);
	for (const words of said) expect(description).toContain(words);
	expect(description).not.toContain(why === BLOCKED ? 'scope' : 'firewall');
});

const parameters = { inboxId: byId('i1'), conversationId: byId('c1') };

it.each(pickerNames)('the list of %s says that the token may not list them, and suggests By ID', async (picker) => {
	const { list } = await answering({ status: 403, body: { message: 'This action is unauthorized.' } });
	const error = await list(picker, { parameters }).catch((thrown: unknown) => thrown);
	expect(error).toMatchObject({
		message: 'Could not load the list: the access token may not list these',
		httpCode: '403',
	});
	expect((error as { description: string }).description).toContain('Choose By ID or Expression.');
});

it('the list of conversations shows the records of the inboxes if my own conversations are refused', async () => {
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
