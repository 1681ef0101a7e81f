import fc from 'fast-check';

import { pathSegment, relativePath } from '../../../transport/path';

const base = 'https://api.example.com/v1';

describe('an id in a path', () => {
	it.each([
		['', 'Conversation is empty'],
		['   ', 'Conversation is empty'],
		[undefined, 'Conversation is empty'],
		[{}, 'Conversation is empty'],
		['.', 'Conversation is not a valid ID'],
		['..', 'Conversation is not a valid ID'],
		['c1/../../me', 'Conversation is not a valid ID'],
		['c1\\..\\me', 'Conversation is not a valid ID'],
		['c1\u0000', 'Conversation is not a valid ID'],
		['c1\nHost: x', 'Conversation is not a valid ID'],
		['c1/spam', 'Conversation is not a valid ID'],
		['c1?a=1', 'Conversation is not a valid ID'],
		['c1#a', 'Conversation is not a valid ID'],
		['c1 c2', 'Conversation is not a valid ID'],
		['undefined', 'Conversation is empty'],
		['null', 'Conversation is empty'],
		['[object Object]', 'Conversation is empty'],
	])('%j is refused', (id, message) => expect(() => pathSegment(id, 'Conversation')).toThrow(message));

	it('is one encoded segment whatever it holds, or is refused', () => {
		fc.assert(
			fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: fc.constantFrom(...'/\\?#%.&=aé 2F') })), (id) => {
				let segment: string;
				try {
					segment = pathSegment(id, 'Conversation');
				} catch (error) {
					return (error as Error).name === 'InputError';
				}
				const { pathname } = new URL(`${base}/conversation/${segment}/note`);
				return /^\/v1\/conversation\/[^/]+\/note$/.test(pathname);
			}),
			{ numRuns: 3_000 },
		);
	});
});

describe('the path of an API request', () => {
	it.each(['/me', 'me', ' /conversation/c 1/messages '])('accepts "%s"', (path) => {
		expect(relativePath(path, base)).toMatch(/^\/(me|conversation\/c%201\/messages)$/);
	});

	it.each([
		'',
		'https://evil.example.com/me',
		'//evil.example.com/me',
		'\\\\evil',
		'javascript:x',
		'/../v2/me',
		'../../me',
		'/%2e%2e/admin',
		'/a/../../b',
		'/me?page=2',
		'/me#x',
		'/me\u0007',
	])('refuses "%s"', (path) => expect(() => relativePath(path, base)).toThrow(/^'Path' /));
});
