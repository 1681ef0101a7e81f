import { isLoopback, readCredential } from '../../../transport/credential';
import { withoutToken } from '../../../transport/withoutToken';

const valid = { accessToken: 'token', baseUrl: 'https://api.example.com/v1', requestsPerMinute: 300 };
const withChanges = (changes: object) => readCredential({ ...valid, ...changes });
const messageOf = (changes: object) => {
	try {
		return withChanges(changes);
	} catch (error) {
		return (error as Error).message;
	}
};

describe('the credential', () => {
	it.each([
		['https://api.example.com/v1', 'https://api.example.com/v1'],
		[' https://api.example.com/helpdesk/v1// ', 'https://api.example.com/helpdesk/v1'],
		['\u00a0https://api.example.com/v1\u00a0', 'https://api.example.com/v1'],
		['http://localhost:5680/v1', 'http://localhost:5680/v1'],
		['http://127.0.0.1:5680/v1', 'http://127.0.0.1:5680/v1'],
		['http://[::1]:5680/v1', 'http://[::1]:5680/v1'],
	])('accepts the base URL "%s"', (baseUrl, expected) => expect(readCredential({ ...valid, baseUrl }).baseUrl).toBe(expected));

	it.each([
		['', 'is not a web address'],
		['api.example.com/v1', 'is not a web address'],
		['http://api.example.com/v1', 'must start with https://'],
		['http://127.0.0.1.example.com/v1', 'must start with https://'],
		['http://localhost.example.com/v1', 'must start with https://'],
		['ftp://localhost/v1', 'must start with https://'],
		['https://api.example.com', 'must end with /v1'],
		['https://api.example.com/v1/me', 'must end with /v1'],
		['https://user:secret@api.example.com/v1', 'has more than an address'],
		['https://user@api.example.com/v1', 'has more than an address'],
		['https://:secret@api.example.com/v1', 'has more than an address'],
		['https://api.example.com/v1?token=x', 'has more than an address'],
		['https://api.example.com/v1#x', 'has more than an address'],
	])('refuses the base URL "%s"', (baseUrl, message) => expect(messageOf({ baseUrl })).toContain(message));

	it.each(['', '   ', 'two words', 'line\nbreak', 'tökén', 'x\u007f', undefined])('refuses the token %p without showing it', (accessToken) => {
		expect(messageOf({ accessToken })).toBe("'Access Token' of the Helpdesk credential is empty or not valid");
	});

	it.each([0, -1, 301, 1.5, 'many'])('refuses %p requests per minute', (requestsPerMinute) => {
		expect(messageOf({ requestsPerMinute })).toBe("'Requests per Minute' of the Helpdesk credential is out of range");
	});

	it('allows more than 300 requests per minute for a loopback host alone', () => {
		const local = readCredential({ ...valid, baseUrl: 'http://127.0.0.1:1/v1', requestsPerMinute: 60_000 });
		expect(local.requestsPerMinute).toBe(60_000);
	});

	it.each([
		[undefined, 300],
		[1, 1],
		['20', 20],
	])('%p requests per minute are %i', (requestsPerMinute, limit) => expect(withChanges({ requestsPerMinute }).requestsPerMinute).toBe(limit));

	it.each([
		[undefined, false],
		[false, false],
		['false', false],
		[true, true],
		['true', true],
	])('Read Only, set to %p, is %p', (readOnly, isOn) => expect(withChanges({ readOnly }).readOnly).toBe(isOn));

	it.each([null, '', 'yes', 0, 1])('refuses %p for Read Only', (readOnly) =>
		expect(messageOf({ readOnly })).toBe("'Read Only' of the Helpdesk credential is neither on nor off"),
	);

	it('tells accounts apart by address and token', () => {
		const accountOf = (changes: object) => withChanges(changes).account;
		expect(accountOf({ accessToken: ' token ' })).toBe(accountOf({}));
		expect(accountOf({ accessToken: 'other' })).not.toBe(accountOf({}));
		expect(accountOf({ baseUrl: 'https://api.example.org/v1' })).not.toBe(accountOf({}));
	});
});

test.each([
	['localhost', true],
	['localhost.', true],
	['127.0.0.1', true],
	['127.200.30.4', true],
	['[::1]', true],
	['xlocalhost', false],
	['localhostx', false],
	['127.0.0', false],
	['127.0.0.1000', false],
	['x[::1]', false],
	['[::1]x', false],
	['128.0.0.1', false],
])('the host %s is the own machine: %p', (hostname, isOwn) => expect(isLoopback(hostname)).toBe(isOwn));

describe("the token in a helpdesk's words", () => {
	const token = '7|s3cr3t?Token>of~ada';
	const secret = token.slice(2);
	const shown = (text: string, accessToken = token, atMost = 300) => withoutToken(text, readCredential({ ...valid, accessToken }), atMost);
	const base64 = (text: string) => Buffer.from(text).toString('base64');

	it.each([
		['as it is', token],
		['in lower case', token.toLowerCase()],
		['in upper case', token.toUpperCase()],
		['as in an address', encodeURIComponent(token)],
		['in hexadecimal', Buffer.from(token).toString('hex')],
		['in hexadecimal in upper case', Buffer.from(secret).toString('hex').toUpperCase()],
		['the secret alone', secret],
		['the secret as in an address', encodeURIComponent(secret)],
	])('is hidden %s', (_, text) => expect(shown(`The token ${text} is wrong`)).toBe('The token (access token) is wrong'));

	it.each([0, 1, 2, 3])('is hidden in Base64 behind %i letters', (letters) => {
		const text = base64(`${'x'.repeat(letters)}${token}`);
		expect(shown(text)).toMatch(/^.{0,4}\(access token\).{0,4}$/);
		expect(shown(text.replaceAll('+', '-').replaceAll('/', '_'))).toMatch(/^.{0,4}\(access token\).{0,4}$/);
	});

	it('is hidden in Base64 of both alphabets', () => {
		const odd = '~~~???>>>~~~???>>>';
		expect(base64(odd)).toMatch(/\+.*\/|\/.*\+/);
		expect(shown(base64(odd), odd)).toBe('(access token)');
		expect(shown(base64(odd).replaceAll('+', '-').replaceAll('/', '_'), odd)).toBe('(access token)');
	});

	it('is hidden as often as it comes, also where nothing stands between', () => {
		expect(shown(`${token}${token} ${secret}`)).toBe('(access token)(access token) (access token)');
	});

	it('the part behind its number is a secret from eight letters on', () => {
		expect(shown('12345678', '7|12345678')).toBe('(access token)');
		expect(shown('1234567', '7|1234567')).toBe('1234567');
	});

	it('in Base64 eight letters are one', () => {
		expect(shown(base64('abcdef'), 'abcdef')).toBe('(access token)');
		expect(shown('YWJjZG', 'abcde')).toBe('YWJjZG');
	});

	it('is hidden whole where it begins within what matters, and what comes behind is left out', () => {
		expect(shown(`${'x'.repeat(9)}${token}`, token, 10)).toBe(`${'x'.repeat(9)}(access token)`);
		expect(shown('x'.repeat(1_000), token, 10).length).toBeLessThan(150);
	});

	it('another text stays as it is', () => expect(shown('The token of Ada is wrong')).toBe('The token of Ada is wrong'));
});
