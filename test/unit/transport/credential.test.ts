import { readCredential } from '../../../transport/credential';

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
		['http://127.200.30.4:5680/v1', 'http://127.200.30.4:5680/v1'],
		['http://[::1]:5680/v1', 'http://[::1]:5680/v1'],
	])('accepts the base URL "%s"', (baseUrl, expected) =>
		expect(readCredential({ ...valid, baseUrl }).baseUrl).toBe(expected),
	);

	it.each([
		['', 'is not a web address'],
		['api.example.com/v1', 'is not a web address'],
		['https://user:secret@api.example.com/v1', 'has more than an address'],
		['https://api.example.com/v1?token=x', 'has more than an address'],
		['http://127.0.0.1.example.com/v1', 'must start with https://'],
		['http://localhost.example.com/v1', 'must start with https://'],
		['http://xlocalhost/v1', 'must start with https://'],
		['http://128.0.0.1/v1', 'must start with https://'],
		['ftp://localhost/v1', 'must start with https://'],
		['https://api.example.com/v1/me', 'must end with /v1'],
	])('refuses the base URL "%s"', (baseUrl, message) => expect(messageOf({ baseUrl })).toContain(message));

	it.each(['', '   ', 'two words', 'line\nbreak', 'tökén', 'x\u007f', undefined])(
		'refuses the token %j without showing it',
		(accessToken) => {
			expect(messageOf({ accessToken })).toBe("'Access Token' of the credential is empty or not valid");
		},
	);

	it.each([0, -1, 301, 1.5, 'many'])('refuses %p requests per minute', (requestsPerMinute) => {
		expect(messageOf({ requestsPerMinute })).toBe("'Requests per Minute' of the credential is out of range");
	});

	it('allows more than 300 requests per minute only for a loopback host', () => {
		const local = readCredential({ ...valid, baseUrl: 'http://127.0.0.1:1/v1', requestsPerMinute: 60_000 });
		expect(local.requestsPerMinute).toBe(60_000);
	});

	it.each([
		[undefined, 299],
		[1, 1],
		[300, 300],
		['20', 20],
	])('reads %p requests per minute as %i', (requestsPerMinute, limit) =>
		expect(withChanges({ requestsPerMinute }).requestsPerMinute).toBe(limit),
	);

	it.each([
		[undefined, false],
		[false, false],
		['false', false],
		[true, true],
		['true', true],
	])('reads Read Only %p as %p', (readOnly, isOn) => expect(withChanges({ readOnly }).readOnly).toBe(isOn));

	it.each([null, '', 'yes', 0, 1])('refuses %p for Read Only', (readOnly) =>
		expect(messageOf({ readOnly })).toBe("'Read Only' of the credential is neither on nor off"),
	);

	it('distinguishes accounts by address and token', () => {
		const accountOf = (changes: object) => withChanges(changes).account;
		expect(accountOf({ accessToken: ' token ' })).toBe(accountOf({}));
		expect(accountOf({ accessToken: 'other' })).not.toBe(accountOf({}));
		expect(accountOf({ baseUrl: 'https://api.example.org/v1' })).not.toBe(accountOf({}));
	});
});
