import fc from 'fast-check';

import { pathSegment, relativePath } from '../../../nodes/shared/path';
import { InputError } from '../../../transport/errors';

const base = 'https://api.example.com/v1';

describe('an ID in a path', () => {
	it.each([
		'',
		'   ',
		undefined,
		{},
		'.',
		'..',
		'c1/../../me',
		'c1\\..\\me',
		'c1\u0000',
		'c1\nHost: x',
		'c1/spam',
		'c1?a=1',
		'c1#a',
		'c1 c2',
		'c1\u007f',
		'c1\ud800',
		'c1\\c2',
		'NaN',
		'\u200b',
		1.5,
		2 ** 53,
		['c1'],
		'undefined',
		'null',
		'[object Object]',
	])('%j is refused', (id) =>
		expect(() => pathSegment(id, 'Conversation')).toThrow('Conversation is not a valid ID'),
	);

	it.each([
		[7, '7'],
		[' c1 ', 'c1'],
		['.c1', '.c1'],
		['c1..', 'c1..'],
		['...', '...'],
		['a%2F', 'a%252F'],
		['undefined1', 'undefined1'],
		['notnull', 'notnull'],
		['é😀', '%C3%A9%F0%9F%98%80'],
	])('%j becomes the segment %j', (id, segment) => expect(pathSegment(id, 'Conversation')).toBe(segment));

	it('random IDs become one encoded segment, or are refused', () => {
		fc.assert(
			fc.property(
				fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: fc.constantFrom(...'/\\?#%.&=aé 2F') })),
				(id) => {
					let segment: string;
					try {
						segment = pathSegment(id, 'Conversation');
					} catch (error) {
						return error instanceof InputError;
					}
					const { pathname } = new URL(`${base}/conversation/${segment}/note`);
					return /^\/v1\/conversation\/[^/]+\/note$/.test(pathname);
				},
			),
			{ numRuns: 3_000 },
		);
	});
});

describe('the path of an API request', () => {
	it.each(['/me', 'me', ' /conversation/c 1/messages '])('accepts %j', (path) => {
		expect(relativePath(path, base)).toMatch(/^\/(me|conversation\/c%201\/messages)$/);
	});

	it.each([
		['/contacts/a:b', '/contacts/a:b'],
		['a-b/c:d', '/a-b/c:d'],
		['/a//b', '/a//b'],
		['1a:b', '/1a:b'],
	])('turns %j into %s', (path, below) => expect(relativePath(path, base)).toBe(below));

	it.each([
		'',
		'HTTP:x',
		'a1+.-:x',
		'/a\\b',
		'/../v1x/me',
		'/..',
		'https://evil.example.com/me',
		'//evil.example.com/me',
		'\\\\evil',
		'javascript:x',
		'/../v2/me',
		'../../me',
		'/%2e%2e/admin',
		'/a/../../b',
		'/a/./b',
		'/a/%2E%2e/b',
		'/a/.%2e',
		'/a/..%2fb',
		'/a%5C..',
		'/contacts/..',
		'/me?page=2',
		'/me#x',
		'/me\u0007',
	])('refuses %j', (path) => expect(() => relativePath(path, base)).toThrow(/^'Path' /));

	it.each([
		['a:b', 'must be relative', 'Enter only what follows'],
		['/me?page=2', 'contains a query', "'Query Parameters'"],
		['/me#x', 'contains a query', "'Query Parameters'"],
		['/inboxes/../me', "contains '.' or '..'", 'Enter the whole path'],
	])('explains that %j %s, and what to do', (path, why, todo) =>
		expect(() => relativePath(path, base)).toThrow(
			expect.objectContaining({
				message: expect.stringContaining(why),
				description: expect.stringContaining(todo),
			}),
		),
	);
});
