import { CredentialTestContext } from 'n8n-core';
import type { ICredentialTestFunctions } from 'n8n-workflow';

import { createCredentialTest } from '../../../nodes/shared/credentialTest';
import { Priority } from '../../../transport';
import { createTransport } from '../../../transport/transport';
import { additionalData } from '../../support/runNode';
import { startRig, type Rig } from '../../support/transport';

describe('the test of the credential', () => {
	let rig: Rig;
	beforeAll(async () => (rig = await startRig({ conversations: 5, limitPerMinute: 0 })));
	beforeEach(() => rig.sandbox.reset());
	afterEach(() => jest.restoreAllMocks());
	afterAll(async () => await rig.sandbox.close());

	const credential = (more: object = {}) => ({ accessToken: rig.sandbox.tokens.personal, baseUrl: rig.sandbox.baseUrl, ...more });
	const n8ns = () => new CredentialTestContext(additionalData({ credential: credential() })) as unknown as ICredentialTestFunctions;
	const test = async (more: object = {}, transport = rig.transport, context = n8ns()) =>
		await createCredentialTest(transport).call(context, { id: '1', name: 'Helpdesk', type: 'helpdeskApi', data: credential(more) });

	it('takes one permit of the one queue, before bulk work', async () => {
		const [run, letGo] = [jest.spyOn(rig.transport.queues, 'run'), jest.spyOn(rig.transport.queues, 'letGo')];
		expect(await test()).toEqual({ status: 'OK', message: 'Connection successful!' });
		expect(run.mock.calls.map(([, path, { priority }]) => [path, priority])).toEqual([['/me', Priority.interactive]]);
		expect(letGo).not.toHaveBeenCalled();
	});

	it('is held to the limit like every other request', async () => {
		const transport = createTransport(rig.clock);
		const begun = rig.clock.now();
		for (let time = 0; time < 2; time += 1) expect(await test({ requestsPerMinute: 1 }, transport)).toMatchObject({ status: 'OK' });
		expect(rig.clock.now() - begun).toBeGreaterThanOrEqual(60_000);
	});

	it('says so where no permit comes while somebody waits', async () => {
		jest.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(AbortSignal.abort());
		expect(await test()).toEqual({
			status: 'Error',
			message: expect.stringMatching(/^The limit of requests is used up .*Nothing was sent\. Wait a minute/),
		});
		expect(rig.sandbox.requests()).toEqual([]);
	});

	it('gives up within half a minute where nothing answers: a proxy before n8n does after a minute', async () => {
		const timeout = AbortSignal.timeout.bind(AbortSignal);
		const asked: number[] = [];
		// Of the two waits the one for a permit comes first.
		jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout(asked.push(ms) > 1 ? 1 : ms));
		const request = jest.fn(async () => await new Promise(() => undefined));
		const { message } = await test({}, rig.transport, { helpers: { request } } as unknown as ICredentialTestFunctions);
		expect(message).toMatch(/Check the 'Base URL', above all the number behind its colon/);
		expect(request).toHaveBeenCalledWith(expect.objectContaining({ timeout: 20_000 }));
		expect(Math.max(...asked)).toBeLessThan(30_000);
	});

	it('holds the queue after a 429 for as long as the helpdesk says', async () => {
		const transport = createTransport(rig.clock);
		rig.sandbox.fault({ kind: 'status', status: 429, retryAfter: 30, times: 1 });
		expect((await test({}, transport)).message).toContain('Wait a minute and retry');
		const refused = rig.clock.now();
		expect(await test({}, transport)).toMatchObject({ status: 'OK' });
		expect(rig.clock.now() - refused).toBeGreaterThanOrEqual(30_000);
	});

	it('a 403 is not blamed on the scopes alone: every cause that the specification knows is named', async () => {
		rig.sandbox.fault({ kind: 'status', status: 403 });
		expect((await test()).message).toMatch(/lack the scope.* its owner the access.* no personal access token/);
	});

	it.each([400, 409, 412, 422])('a %i speaks of the address, not of a record or a value', async (status) => {
		rig.sandbox.fault({ kind: 'status', status });
		expect((await test()).message).toContain("no helpdesk answers at this 'Base URL'");
	});

	it('works with a credential that is Read Only', async () => {
		expect(await test({ readOnly: true })).toMatchObject({ status: 'OK' });
	});

	it('is held to the domains that the credential allows', async () => {
		expect((await test({ allowedHttpRequestDomains: 'domains', allowedDomains: 'example.com' })).message).toMatch(/^Domain not allowed/);
		expect((await test({ allowedHttpRequestDomains: 'domains', allowedDomains: ' ' })).message).toMatch(/^'Allowed Domains' .* is empty/);
		expect(rig.sandbox.requests()).toEqual([]);
		expect(await test({ allowedHttpRequestDomains: 'domains', allowedDomains: '127.0.0.1' })).toMatchObject({ status: 'OK' });
		expect(await test({ allowedHttpRequestDomains: 'none' })).toMatchObject({ status: 'OK' });
	});

	it.each([
		['an error of the request', { helpers: { request: async () => await Promise.reject(new Error('Bearer secret')) } }],
		['an n8n that hands over nothing', {}],
	])('shows nothing of %s that nobody expected', async (_, context) => {
		const { status, message } = await test({ accessToken: 'secret' }, rig.transport, context as unknown as ICredentialTestFunctions);
		expect(status).toBe('Error');
		expect(message).toMatch(/could not|Could not/);
		expect(message).not.toContain('secret');
	});

	it('says what an empty credential lacks', async () => {
		const { message } = await createCredentialTest(rig.transport).call(n8ns(), { id: '1', name: 'Helpdesk', type: 'helpdeskApi' });
		expect(message).toMatch(/^'Base URL' of the Helpdesk credential is not a web address\. Open the Helpdesk credential/);
	});
});
