import type { INodeParameters } from 'n8n-workflow';

import { reply, startAnsweringServer, type AnsweringServer } from '../../support/answeringServer';
import type { ShownError } from '../../support/nodeRig';
import { startNode } from '../../support/runNode';
import { VirtualClock } from '../../support/virtualClock';
import { createTransport } from '../../../transport/transport';

const TOKEN = 'token-of-the-credential';

describe('a download', () => {
	let api: AnsweringServer;
	let storage: AnsweringServer;
	beforeAll(async () => {
		api = await startAnsweringServer();
		storage = await startAnsweringServer();
	});
	beforeEach(() => {
		api.arrived.length = 0;
		storage.arrived.length = 0;
	});
	afterAll(async () => await Promise.all([api.close(), storage.close()]));

	const parameters = {
		resource: 'apiRequest',
		operation: 'send',
		method: 'GET',
		path: '/file',
		pageMode: 'none',
		options: { download: true },
	};
	const redirect = (location: string) => reply(302, {}, `Location: ${location}\r\n`);
	const paths = ({ arrived }: AnsweringServer) => arrived.map(({ path }) => path);
	const hasToken = ({ arrived }: AnsweringServer) =>
		arrived.map(({ headers }) => JSON.stringify(headers).includes(TOKEN));
	const download = (clock = new VirtualClock(), chosen: INodeParameters = parameters) => {
		const credential = { accessToken: TOKEN, baseUrl: `http://127.0.0.1:${api.port}/v1`, requestsPerMinute: 2 };
		return startNode(
			createTransport(clock, () => 0.5),
			{ credential, parameters: chosen },
		)();
	};

	it('takes a slot for each redirect to the API itself, and keeps the token', async () => {
		const clock = new VirtualClock();
		const startedAt = clock.now();
		const locations = ['../files/1', `/v1/files/2`];
		api.answer = (socket, _, number) => socket.end(locations[number] ? redirect(locations[number]) : reply(200));
		const [item] = await download(clock);
		expect(Buffer.from(item!.binary!.data!.data, 'base64').toString()).toBe('{}');
		expect(paths(api)).toEqual(['/v1/file', '/files/1', '/v1/files/2']);
		expect(hasToken(api)).toEqual([true, true, true]);
		expect(clock.now() - startedAt).toBeGreaterThanOrEqual(60_000);
	});

	it.each(['127.0.0.1', 'localhost'])(
		'sends no token and takes no slot for a redirect to another server (%s)',
		async (host) => {
			const clock = new VirtualClock();
			const startedAt = clock.now();
			api.answer = (socket) => socket.end(redirect(`http://${host}:${storage.port}/a?signature=1`));
			storage.answer = (socket, _, number) => socket.end(number < 3 ? redirect(`/${number}`) : reply(200));
			await download(clock);
			expect(paths(storage)).toEqual(['/a?signature=1', '/0', '/1', '/2']);
			expect(hasToken(storage)).toEqual([false, false, false, false]);
			expect(clock.now() - startedAt).toBeLessThan(10_000);
		},
	);

	it('takes a slot for each redirect to another name of the helpdesk, and sends no token', async () => {
		const clock = new VirtualClock();
		const startedAt = clock.now();
		api.answer = (socket, _, number) =>
			socket.end([redirect(`http://localhost:${api.port}/a`), redirect('/b'), reply(200)][number]!);
		await download(clock);
		expect(paths(api)).toEqual(['/v1/file', '/a', '/b']);
		expect(hasToken(api)).toEqual([true, false, false]);
		expect(clock.now() - startedAt).toBeGreaterThanOrEqual(60_000);
	});

	it('does not report an unreachable redirect target as an unreachable helpdesk', async () => {
		api.answer = (socket) => socket.end(redirect('https://127.0.0.1:1/a'));
		const error: Error & { description?: string } = await download().then(
			() => new Error('succeeded'),
			(each: Error) => each,
		);
		expect(error.message).toContain('the address of the file refused it or could not be reached');
		expect(`${error.message} ${error.description}`).not.toMatch(/Nothing was sent|Base URL/);
	});

	it.each([200, 201])('does not follow the Location header of a %i with a file', async (status) => {
		api.answer = (socket) => socket.end(reply(status, {}, 'Location: /v1/files/2\r\n'));
		await download();
		expect(paths(api)).toEqual(['/v1/file']);
	});

	it('fails if redirects lead in a circle', async () => {
		api.answer = (socket) => socket.end(redirect('/v1/file'));
		await expect(download()).rejects.toThrow('the helpdesk redirects to another address');
		expect(api.arrived).toHaveLength(6);
	});

	it('fails if it is redirected to a sign-in page', async () => {
		api.answer = (socket) => socket.end(redirect(`http://localhost:${storage.port}/login?next=1`));
		await expect(download()).rejects.toThrow('the helpdesk redirects to its sign-in page');
		expect(storage.arrived).toHaveLength(0);
	});

	it('does not follow a redirect to http on another machine', async () => {
		api.answer = (socket) => socket.end(redirect('http://storage.example.com/a'));
		await expect(download()).rejects.toThrow('the helpdesk redirects to another address');
		expect(api.arrived).toHaveLength(1);
	});

	describe('a file at the web address of an attachment', () => {
		const byAddress = (attachmentId: string) => ({
			resource: 'attachment',
			operation: 'download',
			attachmentId,
		});

		it.each([
			['helpdesk', true],
			['store', false],
		])('is read from the %s with a slot for each request (with token: %s)', async (_, withToken) => {
			const server = withToken ? api : storage;
			const clock = new VirtualClock();
			const startedAt = clock.now();
			server.answer = (socket, _, number) =>
				socket.end(
					number < 2 ? reply(503) : reply(200, {}, 'Content-Disposition: attachment; filename="a.pdf"\r\n'),
				);
			const address = `http://127.0.0.1:${server.port}/a/1?signature=2`;
			const [item] = await download(clock, byAddress(address));
			expect(item).toMatchObject({ json: { id: address }, binary: { data: { fileName: 'a.pdf' } } });
			expect([paths(server), hasToken(server)]).toEqual([
				Array(3).fill('/a/1?signature=2'),
				Array(3).fill(withToken),
			]);
			expect(clock.now() - startedAt).toBeGreaterThanOrEqual(60_000);
		});

		it.each([401, 403, 404, 410])('fails with a %i without blaming the token or the ID', async (status) => {
			storage.answer = (socket) => socket.end(reply(status));
			const error = (await download(undefined, byAddress(`http://127.0.0.1:${storage.port}/a`)).catch(
				(each: Error) => each,
			)) as ShownError;
			expect([error.message, error.description]).toEqual([
				expect.stringContaining('the address of the file refused it'),
				expect.not.stringMatching(/token|ID/),
			]);
		});
	});
});
