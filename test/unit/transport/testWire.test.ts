import type { ICredentialTestFunctions } from 'n8n-workflow';

import { createAuthenticate } from '../../../transport/authenticate';
import { readCredential } from '../../../transport/credential';
import { testWire } from '../../../transport/testWire';
import { simulateWire } from '../../support/simulatedWire';
import { SteppedClock } from '../../support/steppedClock';

const entered = { accessToken: 'token', baseUrl: 'https://api.example.com/v1' };

function start(more: object = {}, answer: object = { statusCode: 200, headers: { 'X-Request-Id': 'r1' }, body: { id: 'u1' } }) {
	const asked: object[] = [];
	const request = async (options: object) => {
		asked.push(options);
		return answer;
	};
	const data = { ...entered, ...more };
	const authenticate = createAuthenticate(simulateWire(new SteppedClock()).transport);
	const context = { helpers: { request } } as unknown as ICredentialTestFunctions;
	const wire = testWire(context, data, readCredential(data), authenticate, 5_000);
	return { asked, attempt: async () => await wire({ method: 'GET', path: '/me' }) };
}

describe("the wire of a credential's test", () => {
	it('sends with the token, follows no redirect and throws on no status', async () => {
		const { asked, attempt } = start();
		expect(await attempt()).toEqual({ kind: 'answer', answer: { status: 200, headers: { 'x-request-id': 'r1' }, body: { id: 'u1' } } });
		expect(asked).toEqual([
			{
				method: 'GET',
				url: 'https://api.example.com/v1/me',
				headers: { Accept: 'application/json', authorization: 'Bearer token' },
				timeout: 5_000,
				json: true,
				simple: false,
				resolveWithFullResponse: true,
				followRedirect: false,
			},
		]);
	});

	it('an answer without a body is an empty one', async () => {
		const { attempt } = start({}, { statusCode: 204, headers: {}, request: {} });
		expect(await attempt()).toMatchObject({ answer: { status: 204, body: '' } });
		const refused = start({}, { statusCode: 404, headers: {} });
		expect(await refused.attempt()).toMatchObject({ answer: { status: 404, body: '' } });
	});

	it('gives up at its own time, not at that of a node', async () => {
		const timeout = jest.spyOn(AbortSignal, 'timeout');
		await start().attempt();
		expect(timeout.mock.calls).toEqual([[5_000]]);
		timeout.mockRestore();
	});

	it('an answer that is no success did not break off', async () => {
		for (const statusCode of [199, 300]) {
			expect(await start({}, { statusCode, headers: {} }).attempt()).toMatchObject({ answer: { status: statusCode } });
		}
	});

	it('an answer that broke off cannot be read', async () => {
		for (const statusCode of [200, 204, 299]) {
			const { attempt } = start({}, { statusCode, headers: {} });
			expect(await attempt()).toMatchObject({ kind: 'noAnswer', ending: 'unreadable' });
		}
	});

	it.each([
		[{ allowedHttpRequestDomains: 'domains', allowedDomains: ' api.example.com ' }, 'api.example.com'],
		[{ allowedHttpRequestDomains: 'all', allowedDomains: 'api.example.com' }, undefined],
	])('%j: holds it to the domains "%s"', async (more, allowedDomains) => {
		const { asked, attempt } = start(more);
		await attempt();
		expect(asked).toEqual([expect.objectContaining({ allowedDomains })]);
	});

	it.each([undefined, '', ' '])('a list of domains that is empty (%j) is told before anything is sent', async (allowedDomains) => {
		const { asked, attempt } = start({ allowedHttpRequestDomains: 'domains', allowedDomains });
		await expect(attempt()).rejects.toMatchObject({ name: 'InputError', message: expect.stringMatching(/^'Allowed Domains' .* is empty$/) });
		expect(asked).toEqual([]);
	});
});
