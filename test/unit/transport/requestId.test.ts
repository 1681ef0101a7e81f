import { readCredential } from '../../../transport/credential';
import { requestIdIn } from '../../../transport/requestId';

const token = '7|s3cr3t-token-of-ada';
const credential = readCredential({ accessToken: token, baseUrl: 'https://api.example.com/v1' });
const idIn = (headers: Record<string, string>) => requestIdIn({ status: 200, headers, body: {} }, credential);

describe('the ID of a request', () => {
	it.each(['x-request-id', 'request-id', 'x-correlation-id'])('is read from the header %s', (name) =>
		expect(idIn({ [name]: 'r-1:2' })).toBe('r-1:2'),
	);

	it.each([
		['the token', 's3cr3t-token-of-ada'],
		['a text', 'what a customer wrote'],
		['nothing', ''],
	])('is none where the header holds %s', (_, text) => expect(idIn({ 'x-request-id': text })).toBeUndefined());
});
