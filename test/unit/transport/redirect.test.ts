import { readCredential } from '../../../transport/credential';
import { isOnApiHost } from '../../../transport/redirect';

const isOn = (redirectedTo: string | undefined, baseUrl = 'https://api.example.com/v1') =>
	isOnApiHost({ method: 'GET', path: '/file', redirectedTo }, readCredential({ accessToken: 'token', baseUrl }));

describe('a redirected download is counted by the limit', () => {
	it.each([
		undefined,
		'https://api.example.com/files/1',
		'https://api.example.com:8443/files/1',
		'https://api.example.com./files/1',
		'https://API.example.com/files/1',
	])('wherever the same helpdesk answers: %s', (url) => expect(isOn(url)).toBe(true));

	it.each(['http://127.0.0.1:5680/a', 'http://127.0.0.2:5680/a', 'http://[::1]:5680/a', 'http://localhost.:5680/a'])(
		"also on a tester's own machine, by any of its names: %s",
		(url) => expect(isOn(url, 'http://localhost:5680/v1')).toBe(true),
	);

	it('and not elsewhere', () => {
		expect(isOn('https://files.example.com/1')).toBe(false);
		expect(isOn('http://localhost:5681/a', 'http://localhost:5680/v1')).toBe(false);
	});
});
