import { readCredential } from '../../../transport/credential';
import { isOnApiHost, redirected } from '../../../transport/redirect';
import type { ApiRequest } from '../../../transport/request';

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

describe('a redirected download goes on', () => {
	const credential = readCredential({ accessToken: 'token', baseUrl: 'https://api.example.com/v1' });
	const download: ApiRequest = { method: 'GET', path: '/files/f1', download: true };
	const to = (location: string | undefined, more: Partial<ApiRequest> = {}, status = 302) =>
		redirected({ ...download, ...more }, { kind: 'answer', answer: { status, headers: { location }, body: '' } }, credential)?.redirectedTo;

	it.each([
		['https://files.example.com/1?s=2', 'https://files.example.com/1?s=2'],
		['/elsewhere', 'https://api.example.com/elsewhere'],
		['f2', 'https://api.example.com/v1/files/f2'],
		['http://localhost:1/a', 'http://localhost:1/a'],
		['http://files.example.com/1', undefined],
		['ftp://localhost/1', undefined],
		['http://[', undefined],
		['', undefined],
		[undefined, undefined],
	])('to %p: %p', (location, url) => expect(to(location)).toBe(url));

	it('from where it was sent on to before', () => {
		expect(to('f2', { redirectedTo: 'https://files.example.com/a/f1' })).toBe('https://files.example.com/a/f2');
	});

	it.each([
		[200, false],
		[299, false],
		[300, true],
		[399, true],
		[400, false],
	])('after a %i: %p', (status, goesOn) => expect(to('/a', {}, status) !== undefined).toBe(goesOn));

	it('only where it is a download, is read and was answered', () => {
		expect(to('/a', { download: undefined })).toBeUndefined();
		expect(to('/a', { method: 'POST' })).toBeUndefined();
		expect(redirected(download, { kind: 'noAnswer', ending: 'broken', code: '' }, credential)).toBeUndefined();
	});
});
