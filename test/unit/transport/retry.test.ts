import { ApiError } from '../../../transport/apiError';
import type { ApiRequest } from '../../../transport/request';
import { MAX_ATTEMPTS } from '../../../transport/retry';
import { startRig, type Rig } from '../../support/transport';

describe('retrying a request', () => {
	let rig: Rig;
	let conversation: string;
	let inbox: string;
	beforeAll(async () => (rig = await startRig({ conversations: 60 })));
	beforeEach(() => {
		rig.sandbox.reset();
		conversation = [...rig.sandbox.store.conversations.keys()][0]!;
		inbox = [...rig.sandbox.store.inboxes.keys()][0]!;
	});
	afterAll(async () => await rig.sandbox.close());

	const note = (): ApiRequest => ({ method: 'POST', path: `/conversation/${conversation}/note`, body: { message: 'seen' } });
	const priority = (): ApiRequest => ({ method: 'PUT', path: `/conversation/${conversation}/update/priority`, body: { priority: 'Low' } });
	const filter = (): ApiRequest => ({ method: 'POST', path: `/inboxes/${inbox}`, body: { display: { page: 1 } }, readOnly: true });
	const attempts = () => rig.sandbox.requests().length;

	it.each([500, 502, 503, 504])('retries a GET, PUT, PATCH or DELETE after a %i', async (status) => {
		rig.sandbox.fault({ kind: 'status', status, times: 2 });
		await rig.sender()(priority());
		expect(attempts()).toBe(3);
	});

	it('retries a POST that only reads', async () => {
		rig.sandbox.fault({ kind: 'drop', times: 1 });
		await rig.sender()(filter());
		expect(attempts()).toBe(2);
	});

	it('retries a read that a web page answers with status 200', async () => {
		rig.sandbox.fault({ kind: 'html', status: 200 });
		await rig.sender()({ method: 'GET', path: '/me' });
		expect(attempts()).toBe(2);
	});

	it.each([
		['a dropped connection', { kind: 'drop', when: 'after' }],
		['a 500', { kind: 'status', status: 500, when: 'after' }],
		['a web page instead of data', { kind: 'html', status: 200, when: 'after' }],
	] as const)('sends a POST that writes once, and says that it may have been applied, after %s', async (_, fault) => {
		rig.sandbox.fault(fault);
		const error: ApiError = await rig
			.sender()(note())
			.catch((caught) => caught);
		expect(error).toBeInstanceOf(ApiError);
		expect(error.mayHaveBeenApplied).toBe(true);
		expect(attempts()).toBe(1);
	});

	it('sends a POST again after a 429, which was not applied', async () => {
		rig.sandbox.fault({ kind: 'status', status: 429, retryAfter: 3 });
		await rig.sender()(note());
		expect(attempts()).toBe(2);
		expect(notes()).toBe(1);
	});

	it.each([400, 401, 403, 404, 405, 409, 412, 422])('does not retry anything after a %i', async (status) => {
		rig.sandbox.fault({ kind: 'status', status, times: 0 });
		const error: ApiError = await rig
			.sender()(priority())
			.catch((caught) => caught);
		expect(error.status).toBe(status);
		expect(attempts()).toBe(1);
	});

	it('gives up after the last attempt', async () => {
		rig.sandbox.fault({ kind: 'status', status: 503, times: 0 });
		const error: ApiError = await rig
			.sender()(priority())
			.catch((caught) => caught);
		expect(error.attempts).toBe(MAX_ATTEMPTS);
		expect(attempts()).toBe(MAX_ATTEMPTS);
	});

	it.each([`/conversation/unknown`, undefined])('does not report a DELETE as done if its retry gets 404: the ID may be wrong', async (path) => {
		rig.sandbox.fault({ kind: 'drop', when: 'after' });
		const error: ApiError = await rig
			.sender()({ method: 'DELETE', path: path ?? `/conversation/${conversation}` })
			.catch((caught) => caught);
		expect(error.status).toBe(404);
		expect(error.mayHaveBeenApplied).toBe(true);
		expect(attempts()).toBe(2);
	});

	it('does not report a DELETE as done if its first attempt gets 404', async () => {
		const error: ApiError = await rig
			.sender()({ method: 'DELETE', path: '/conversation/unknown' })
			.catch((caught) => caught);
		expect(error).toBeInstanceOf(ApiError);
		expect(error.status).toBe(404);
	});

	function notes() {
		return rig.sandbox.requests().filter(({ status }) => status === 200).length;
	}
});
