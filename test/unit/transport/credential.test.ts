import { readCredential } from '../../../transport/credential';

const valid = { accessToken: 'token', baseUrl: 'https://api.example.com/v1', requestsPerMinute: 300 };
const messageOf = (changes: object) => {
	try {
		return readCredential({ ...valid, ...changes });
	} catch (error) {
		return (error as Error).message;
	}
};

describe('the credential', () => {
	it.each([
		['https://api.example.com/v1', 'https://api.example.com/v1'],
		[' https://api.example.com/helpdesk/v1// ', 'https://api.example.com/helpdesk/v1'],
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
		['https://api.example.com/v1?token=x', 'has more than an address'],
	])('refuses the base URL "%s"', (baseUrl, message) => expect(messageOf({ baseUrl })).toContain(message));

	it.each(['', '   ', 'two words', 'line\nbreak', undefined])('refuses the token %p without showing it', (accessToken) => {
		expect(messageOf({ accessToken })).toBe("'Access Token' of the Helpdesk credential is empty or not valid");
	});

	it.each([0, -1, 301, 1.5, 'many'])('refuses %p requests per minute', (requestsPerMinute) => {
		expect(messageOf({ requestsPerMinute })).toBe("'Requests per Minute' of the Helpdesk credential is out of range");
	});

	it('allows more than 300 requests per minute for a loopback host alone', () => {
		const local = readCredential({ ...valid, baseUrl: 'http://127.0.0.1:1/v1', requestsPerMinute: 60_000 });
		expect(local.requestsPerMinute).toBe(60_000);
	});
});
