import { readCredential } from '../../../transport/credential';
import { fileRequest, redirected } from '../../../transport/redirect';
import type { ApiRequest } from '../../../transport/request';

describe('a redirected download', () => {
	const credential = readCredential({ accessToken: 'token', baseUrl: 'https://api.example.com/v1' });
	const download: ApiRequest = { method: 'GET', path: '/files/f1', download: true };
	const to = (location: string | undefined, more: Partial<ApiRequest> = {}, status = 302) =>
		redirected(
			{ ...download, ...more },
			{ kind: 'answer', answer: { status, headers: { location }, body: '' } },
			credential,
		)?.redirectedTo;

	it.each([
		['https://files.example.com/1?s=2', 'https://files.example.com/1?s=2'],
		['/elsewhere', 'https://api.example.com/elsewhere'],
		['f2', 'https://api.example.com/v1/files/f2'],
		['ftp://localhost/1', undefined],
		['http://[', undefined],
		['', undefined],
		[undefined, undefined],
		...['/login', '/sign-in/', '/Sign_In?next=1', 'https://app.example.com/log-in#top'].map(
			(page): [string, undefined] => [page, undefined],
		),
		...['/blog', '/login-logo.png', '/signing'].map((file): [string, string] => [
			file,
			`https://api.example.com${file}`,
		]),
	])('with the Location %p goes to %p (undefined: it is not followed)', (location, url) =>
		expect(to(location)).toBe(url),
	);

	it('resolves a relative Location against the previous address', () => {
		expect(to('f2', { redirectedTo: 'https://files.example.com/a/f1' })).toBe('https://files.example.com/a/f2');
	});

	it('is followed only for a reading request', () => {
		expect(to('/a', { download: undefined })).toBeUndefined();
		expect(to('/a', { method: 'POST' })).toBeUndefined();
		expect(redirected(download, { kind: 'noAnswer', failure: 'broken', code: '' }, credential)).toBeUndefined();
	});
});

describe('a file by its web address', () => {
	const LOCAL = 'http://127.0.0.1:5680/v1';
	const at = (address: string, baseUrl: string) => {
		try {
			return fileRequest(address, baseUrl).redirectedTo;
		} catch (error) {
			return (error as Error).message.replace(/.* is not a place .*/, 'refused');
		}
	};

	it.each([
		' https://files.example.com/a%20b?s=1 ',
		'https://172.15.0.1/a',
		'https://100.128.0.1/a',
		'https://10.example.com/a',
		'https://[2001:db8::1]/a',
	])('is fetched from %s', (address) => expect(at(address, 'https://api.example.com/v1')).toBe(address.trim()));

	it.each(['http://files.example.com/a', 'ftp://files.example.com/a', 'https://', 'file:///etc/passwd'])(
		'is never fetched from %s',
		(address) => {
			expect([LOCAL, 'https://api.example.com/v1'].map((baseUrl) => at(address, baseUrl))).toEqual([
				'refused',
				'refused',
			]);
		},
	);

	it.each([
		...[
			'localhost',
			'api.localhost',
			'127.0.0.1',
			'127.1',
			'2130706433',
			'0.0.0.0',
			'10.0.0.1',
			'100.64.0.1',
			'100.75.0.1',
			'100.127.0.1',
			'169.254.169.254',
			'172.16.0.1',
		],
		...[
			'172.31.255.255',
			'192.168.0.1',
			'[::1]',
			'[::]',
			'[::ffff:10.0.0.1]',
			'[fd00::1]',
			'[fe80::1]',
			'[64:ff9b::a00:1]',
		],
	])('is fetched from %s only if the helpdesk itself has such an address, before and after a redirect', (host) => {
		const address = new URL(`https://${host}/a`).href;
		expect([at(address, LOCAL), at(address, 'https://api.example.com/v1')]).toEqual([address, 'refused']);
		const result = { kind: 'answer' as const, answer: { status: 302, headers: { location: address }, body: '' } };
		const hop = (baseUrl: string) =>
			redirected(
				{ method: 'GET', path: '/a', download: true },
				result,
				readCredential({ accessToken: 'token', baseUrl }),
			)?.redirectedTo;
		expect([hop(LOCAL), hop('https://api.example.com/v1')]).toEqual([address, undefined]);
	});
});
