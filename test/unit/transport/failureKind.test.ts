import axios, { AxiosError } from 'axios';
import { NodeApiError, NodeOperationError, UserError, type INode } from 'n8n-workflow';

import { failureOf } from '../../../transport/failureKind';

const node = { name: 'Helpdesk', type: 'helpdesk', typeVersion: 1, id: '1', position: [0, 0], parameters: {} } as INode;
/** As n8n's helper throws. */
const wrapped = (error: Error) => new NodeApiError(node, error as never);
const failed = async (config: object) =>
	wrapped(
		await axios.request({ method: 'POST', url: 'http://127.0.0.1:9/v1', data: {}, proxy: false, ...config }).then(
			() => new Error(),
			(error: Error) => error,
		),
	);

describe('how far a request came', () => {
	it('a host name that is still looked up when the time is over was not reached', async () => {
		const error = await failed({ url: 'http://slow.invalid/', lookup: () => {}, timeout: 100 });
		expect(failureOf(error)).toEqual({ kind: 'noAnswer', failure: 'notReached', code: 'ECONNABORTED' });
	});

	it('a refused connection was not reached', async () => {
		expect(failureOf(await failed({}))).toEqual({ kind: 'noAnswer', failure: 'notReached', code: 'ECONNREFUSED' });
	});

	it('what axios refuses to send was not sent', async () => {
		expect(failureOf(await failed({ url: 'gopher://127.0.0.1/' }))).toMatchObject({ failure: 'notReached' });
		expect(failureOf(await failed({ signal: AbortSignal.abort() }))).toMatchObject({ failure: 'notReached' });
	});

	it('a refusal of n8n itself keeps its words', () => {
		expect(failureOf(wrapped(new UserError('Domain not allowed')))).toMatchObject({ kind: 'refused', message: 'Domain not allowed' });
		expect(failureOf(new NodeOperationError(node, 'No credentials'))).toMatchObject({ kind: 'refused', message: 'No credentials' });
	});

	it('a refusal of n8n while the host name is looked up keeps its words', async () => {
		const lookup = (_: string, __: object, done: (error: Error) => void) => done(new UserError('Blocked address'));
		expect(failureOf(await failed({ url: 'http://inside.invalid/', lookup }))).toMatchObject({ kind: 'refused', message: 'Blocked address' });
	});

	it.each([
		['ECONNREFUSED', 'notReached'],
		['ENOTFOUND', 'notReached'],
		['EAI_AGAIN', 'notReached'],
		['DEPTH_ZERO_SELF_SIGNED_CERT', 'notTrusted'],
		['ERR_TLS_CERT_ALTNAME_INVALID', 'notTrusted'],
		['EPROTO', 'notSecured'],
		['ERR_SSL_WRONG_VERSION_NUMBER', 'notSecured'],
		['EHOSTUNREACH', 'notReached'],
		['ENETUNREACH', 'notReached'],
		['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'notTrusted'],
		['HOSTNAME_MISMATCH', 'notTrusted'],
		['INVALID_CA', 'notTrusted'],
		['INVALID_CALL', 'broken'],
		['ERR_TLS_HANDSHAKE_TIMEOUT', 'notSecured'],
		['XERR_SSL_X', 'broken'],
		['EPROTOX', 'broken'],
		['ECONNABORTED', 'timedOut'],
		['ETIMEDOUT', 'timedOut'],
		['ESOCKETTIMEDOUT', 'timedOut'],
		['HPE_INVALID_CONSTANT', 'unreadable'],
		['Z_DATA_ERROR', 'unreadable'],
		['ERR__ERROR_FORMAT_PADDING_1', 'unreadable'],
		['ERR_BAD_RESPONSE', 'unreadable'],
		['ERR_STREAM_PREMATURE_CLOSE', 'unreadable'],
		['ERR_BAD_RESPONSES', 'broken'],
		['XHPE_X', 'broken'],
		['ECONNRESET', 'broken'],
		['E_NEW', 'broken'],
	])("%s without a request, as n8n's older helper throws it, is %s", (code, failure) => {
		const error = Object.assign(new AxiosError('x', code), { request: undefined, options: { headers: {} } });
		expect(failureOf(error)).toEqual({ kind: 'noAnswer', failure, code });
		expect(failureOf(new Error('x', { cause: error }))).toEqual({ kind: 'noAnswer', failure, code });
	});

	it.each([
		["n8n's error without its cause", new NodeApiError(node, { message: 'socket hang up' })],
		['an error that tells nothing', new Error('something')],
		['a text', 'something'],
		['null', null],
		['nothing', undefined],
		['a code that nobody knows', Object.assign(new Error(), { code: 'E_NEW' })],
		["n8n's own error after the request was made", new AxiosError('x', 'E', undefined, { socket: { _bytesDispatched: 9 } })],
		['a socket that does not tell', new AxiosError('x', 'E', undefined, { socket: {} })],
		['a request of another client', new AxiosError('x', 'E', undefined, {})],
		["n8n's own error about an answer", wrapped(new UserError('x', { cause: new AxiosError('x', 'E', undefined, undefined, {} as never) }))],
	])('%s has an unknown outcome', (_, error) => {
		expect(failureOf(error)).toMatchObject({ kind: 'noAnswer', failure: expect.stringMatching(/^(broken|unreadable)$/) });
	});

	it('only a short code is kept of the thrown error', () => {
		const secret = Object.assign(new Error('Bearer secret'), { code: 'secret with spaces' });
		expect(failureOf(wrapped(secret))).toEqual({ kind: 'noAnswer', failure: 'broken', code: '' });
	});

	it.each([
		['the socket was never there', { socket: null }, 'ECONNRESET', 'notReached'],
		['nothing was handed to the connection', { socket: { _bytesDispatched: 0, secureConnecting: true } }, 'ECONNRESET', 'notReached'],
		['the connection was not secured yet', { socket: { _bytesDispatched: 9, secureConnecting: true } }, 'ECONNRESET', 'notSecured'],
		['the certificate was refused', { socket: { _bytesDispatched: 9, secureConnecting: true } }, 'CERT_HAS_EXPIRED', 'notTrusted'],
		['it was secured', { socket: { _bytesDispatched: 9, secureConnecting: false } }, 'CERT_HAS_EXPIRED', 'broken'],
	])('a failure where %s is recognized at any depth of causes', (_, request, code, failure) => {
		const error = new AxiosError('x', code, undefined, request);
		expect(failureOf(error)).toEqual({ kind: 'noAnswer', failure, code });
		expect(failureOf(new Error('x', { cause: new Error('x', { cause: error }) }))).toEqual({ kind: 'noAnswer', failure, code });
	});

	it.each(['connect', 'getaddrinfo'])('a failure of the system call "%s" means that the helpdesk was not reached', (syscall) => {
		expect(failureOf(Object.assign(new Error(), { code: 'E_NEW', syscall }))).toMatchObject({ failure: 'notReached' });
		expect(failureOf(Object.assign(new Error(), { code: 'E_NEW', syscall: 'read' }))).toMatchObject({ failure: 'broken' });
	});

	it('an answer that had begun is unreadable, whatever the code', () => {
		const error = new AxiosError('x', 'ECONNREFUSED', undefined, { socket: null }, { status: 200 } as never);
		expect(failureOf(Object.assign(error, { syscall: 'connect' }))).toMatchObject({ failure: 'unreadable' });
		expect(failureOf(new Error('x', { cause: error }))).toMatchObject({ failure: 'unreadable' });
	});

	it('a refusal of n8n keeps its description, or has an empty one', () => {
		const refusal = (more: object) => failureOf(Object.assign(new UserError('No'), more));
		expect(refusal({ description: 'Not there' })).toEqual({ kind: 'refused', message: 'No', description: 'Not there' });
		expect(refusal({ message: 7, description: null })).toEqual({ kind: 'refused', message: '', description: '' });
	});

	it.each([
		['the request went out', new AxiosError('x', 'E', undefined, { socket: { _bytesDispatched: 9 } }), 'broken'],
		['an answer came', new AxiosError('x', 'E', undefined, undefined, { status: 200 } as never), 'unreadable'],
	])('an error of n8n after %s is not a refusal', (_, error, failure) => {
		error.cause = new UserError('No');
		expect(failureOf(error)).toEqual({ kind: 'noAnswer', failure, code: 'E' });
	});

	it('an error with a request is not a refusal by n8n', () => {
		expect(failureOf(Object.assign(new UserError('No'), { request: { socket: null } }))).toMatchObject({ failure: 'notReached' });
	});

	it.each([
		['A'.repeat(60), 'A'.repeat(60)],
		['A'.repeat(61), ''],
		['secret here', ''],
		['here secret', ''],
	])('the code %s is kept as "%s"', (code, shown) => expect(failureOf(Object.assign(new Error(), { code }))).toMatchObject({ code: shown }));

	it('the first code that is a text counts', () => {
		expect(failureOf(Object.assign(new Error('x', { cause: Object.assign(new Error(), { code: 'ETIMEDOUT' }) }), { code: 7 }))).toMatchObject({
			failure: 'timedOut',
			code: 'ETIMEDOUT',
		});
	});
});
