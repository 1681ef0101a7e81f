import axios, { AxiosError } from 'axios';
import { NodeApiError, NodeOperationError, UserError, type INode } from 'n8n-workflow';

import { failureOf } from '../../../transport/failureKind';

const node = { name: 'Helpdesk', type: 'helpdesk', typeVersion: 1, id: '1', position: [0, 0], parameters: {} } as INode;
/** Wraps an error as n8n's helper does. */
const wrapped = (error: Error) => new NodeApiError(node, error as never);
const failed = async (config: object) =>
	wrapped(
		await axios.request({ method: 'POST', url: 'http://127.0.0.1:9/v1', data: {}, proxy: false, ...config }).then(
			() => new Error(),
			(error: Error) => error,
		),
	);

describe('the failure kind of a request', () => {
	it('is "notReached" if the time ends while the host name is looked up', async () => {
		const error = await failed({ url: 'http://slow.invalid/', lookup: () => {}, timeout: 100 });
		expect(failureOf(error)).toEqual({ kind: 'noAnswer', failure: 'notReached', code: 'ECONNABORTED' });
	});

	it('is "notReached" for a refused connection', async () => {
		expect(failureOf(await failed({}))).toEqual({ kind: 'noAnswer', failure: 'notReached', code: 'ECONNREFUSED' });
	});

	it('says that nothing was sent if axios refuses the request', async () => {
		expect(failureOf(await failed({ url: 'gopher://127.0.0.1/' }))).toMatchObject({ failure: 'notReached' });
		expect(failureOf(await failed({ signal: AbortSignal.abort() }))).toMatchObject({ failure: 'notReached' });
	});

	it('keeps the message of a refusal by n8n', () => {
		expect(failureOf(wrapped(new UserError('Domain not allowed')))).toMatchObject({
			kind: 'refused',
			message: 'Domain not allowed',
		});
		expect(failureOf(new NodeOperationError(node, 'No credentials'))).toMatchObject({
			kind: 'refused',
			message: 'No credentials',
		});
	});

	it('keeps the message of a refusal by n8n while the host name is looked up', async () => {
		const lookup = (_: string, __: object, done: (error: Error) => void) => done(new UserError('Blocked address'));
		expect(failureOf(await failed({ url: 'http://inside.invalid/', lookup }))).toMatchObject({
			kind: 'refused',
			message: 'Blocked address',
		});
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
	])('with the code %s and without a request is %s', (code, failure) => {
		const error = Object.assign(new AxiosError('x', code), { request: undefined, options: { headers: {} } });
		expect(failureOf(error)).toEqual({ kind: 'noAnswer', failure, code });
		expect(failureOf(new Error('x', { cause: error }))).toEqual({ kind: 'noAnswer', failure, code });
	});

	it.each([
		["n8n's error without its cause", new NodeApiError(node, { message: 'socket hang up' })],
		['an error without a code', new Error('something')],
		['a text', 'something'],
		['null', null],
		['an undefined value', undefined],
		['an unknown code', Object.assign(new Error(), { code: 'E_NEW' })],
		[
			"n8n's own error after the request was made",
			new AxiosError('x', 'E', undefined, { socket: { _bytesDispatched: 9 } }),
		],
		['a socket without a byte count', new AxiosError('x', 'E', undefined, { socket: {} })],
		['a request of another client', new AxiosError('x', 'E', undefined, {})],
		[
			"n8n's own error about an answer",
			wrapped(new UserError('x', { cause: new AxiosError('x', 'E', undefined, undefined, {} as never) })),
		],
	])('leaves the outcome unknown for %s', (_, error) => {
		expect(failureOf(error)).toMatchObject({
			kind: 'noAnswer',
			failure: expect.stringMatching(/^(broken|unreadable)$/),
		});
	});

	it('contains nothing of the thrown error except a short code', () => {
		const secret = Object.assign(new Error('Bearer secret'), { code: 'secret with spaces' });
		expect(failureOf(wrapped(secret))).toEqual({ kind: 'noAnswer', failure: 'broken', code: '' });
	});

	it.each([
		['the socket never existed', { socket: null }, 'ECONNRESET', 'notReached'],
		[
			'no byte was written to the connection',
			{ socket: { _bytesDispatched: 0, secureConnecting: true } },
			'ECONNRESET',
			'notReached',
		],
		[
			'the connection was not secured yet',
			{ socket: { _bytesDispatched: 9, secureConnecting: true } },
			'ECONNRESET',
			'notSecured',
		],
		[
			'the certificate was refused',
			{ socket: { _bytesDispatched: 9, secureConnecting: true } },
			'CERT_HAS_EXPIRED',
			'notTrusted',
		],
		[
			'the connection was already secured',
			{ socket: { _bytesDispatched: 9, secureConnecting: false } },
			'CERT_HAS_EXPIRED',
			'broken',
		],
	])('is recognized at any depth of causes if %s', (_, request, code, failure) => {
		const error = new AxiosError('x', code, undefined, request);
		expect(failureOf(error)).toEqual({ kind: 'noAnswer', failure, code });
		expect(failureOf(new Error('x', { cause: new Error('x', { cause: error }) }))).toEqual({
			kind: 'noAnswer',
			failure,
			code,
		});
	});

	it.each(['connect', 'getaddrinfo'])('is "notReached" if the system call "%s" failed', (syscall) => {
		expect(failureOf(Object.assign(new Error(), { code: 'E_NEW', syscall }))).toMatchObject({
			failure: 'notReached',
		});
		expect(failureOf(Object.assign(new Error(), { code: 'E_NEW', syscall: 'read' }))).toMatchObject({
			failure: 'broken',
		});
	});

	it('is "unreadable" with any code once a response has begun', () => {
		const error = new AxiosError('x', 'ECONNREFUSED', undefined, { socket: null }, { status: 200 } as never);
		expect(failureOf(Object.assign(error, { syscall: 'connect' }))).toMatchObject({ failure: 'unreadable' });
		expect(failureOf(new Error('x', { cause: error }))).toMatchObject({ failure: 'unreadable' });
	});

	it('keeps the description of a refusal by n8n, or an empty one', () => {
		const refusal = (more: object) => failureOf(Object.assign(new UserError('No'), more));
		expect(refusal({ description: 'Not there' })).toEqual({
			kind: 'refused',
			message: 'No',
			description: 'Not there',
		});
		expect(refusal({ description: null })).toEqual({ kind: 'refused', message: 'No', description: '' });
	});

	it.each([
		['the request went out', new AxiosError('x', 'E', undefined, { socket: { _bytesDispatched: 9 } }), 'broken'],
		['an answer came', new AxiosError('x', 'E', undefined, undefined, { status: 200 } as never), 'unreadable'],
	])('is not "refused by n8n" after %s', (_, error, failure) => {
		error.cause = new UserError('No');
		expect(failureOf(error)).toEqual({ kind: 'noAnswer', failure, code: 'E' });
	});

	it('is not a refusal by n8n if the error contains a request', () => {
		expect(failureOf(Object.assign(new UserError('No'), { request: { socket: null } }))).toMatchObject({
			failure: 'notReached',
		});
	});

	it.each([
		['A'.repeat(60), 'A'.repeat(60)],
		['A'.repeat(61), ''],
		['secret here', ''],
		['here secret', ''],
	])('keeps the code %s as "%s"', (code, shown) =>
		expect(failureOf(Object.assign(new Error(), { code }))).toMatchObject({ code: shown }),
	);

	it('uses the first code that is a text', () => {
		expect(
			failureOf(
				Object.assign(new Error('x', { cause: Object.assign(new Error(), { code: 'ETIMEDOUT' }) }), {
					code: 7,
				}),
			),
		).toMatchObject({
			failure: 'timedOut',
			code: 'ETIMEDOUT',
		});
	});
});
