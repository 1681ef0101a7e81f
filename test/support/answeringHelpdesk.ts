import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

import { createTransport } from '../../transport/transport';
import { nodeOn } from './nodeRig';
import { VirtualClock } from './virtualClock';

export interface Asked {
	method: string;
	/** The path below the base URL, without the query. */
	path: string;
	/** The raw query without the question mark. */
	query: string;
	body: string;
	bytes: Buffer;
	headers: IncomingHttpHeaders;
}

interface Answered {
	status?: number;
	/** Sent as JSON; text is sent unchanged, and undefined as an empty body. */
	body?: unknown;
	headers?: Record<string, string>;
}

type Answers = (received: Asked) => Answered | Promise<Answered>;

/** Starts a helpdesk that answers as the test says, and a node connected to it. */
export async function startAnsweringHelpdesk(answer: Answers) {
	const requests: Asked[] = [];
	const server = createServer((request, response) => {
		const chunks: Buffer[] = [];
		request.on('data', (chunk: Buffer) => chunks.push(chunk));
		request.on('end', async () => {
			const [path = '', query = ''] = request.url!.replace(/^\/v1/, '').split('?');
			const bytes = Buffer.concat(chunks);
			const received = {
				method: request.method!,
				path,
				query,
				body: bytes.toString(),
				bytes,
				headers: request.headers,
			};
			requests.push(received);
			const { status = 200, body, headers } = await answer(received);
			response.writeHead(status, { 'content-type': 'application/json', ...headers });
			response.end(body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body));
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const credential = { accessToken: 'any', baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1` };
	const rig = { transport: createTransport(new VirtualClock()) };
	const close = async () => await new Promise((resolve) => server.close(resolve));
	return { ...rig, ...nodeOn(rig, () => credential), credential, requests, close };
}

type AnsweringHelpdesk = Awaited<ReturnType<typeof startAnsweringHelpdesk>>;

/** Starts an answering helpdesk for a file or block. Clears its requests before each test. */
export function useAnsweringHelpdesk(answer: Answers): AnsweringHelpdesk {
	const helpdesk = {} as AnsweringHelpdesk;
	beforeAll(async () => void Object.assign(helpdesk, await startAnsweringHelpdesk(answer)));
	beforeEach(() => void helpdesk.requests.splice(0));
	afterAll(async () => await helpdesk.close());
	return helpdesk;
}

/** Returns a function that starts answering helpdesks. They are closed after each test. */
export function useAnsweringHelpdesks(): typeof startAnsweringHelpdesk {
	const open: Array<() => Promise<unknown>> = [];
	afterEach(async () => await Promise.all(open.splice(0).map(async (close) => await close())));
	return async (answer) => {
		const started = await startAnsweringHelpdesk(answer);
		open.push(started.close);
		return started;
	};
}

/** Returns the page that a query asks for, with page numbers and total. `most`: the maximum page size. */
export function countingPage(records: unknown[], query: string, most = 100, otherwise = 20) {
	const received = new URLSearchParams(query);
	const perPage = Math.min(most, Number(received.get('per-page') ?? received.get('per_page') ?? otherwise));
	const page = Number(received.get('page') ?? 1);
	const last_page = Math.max(1, Math.ceil(records.length / perPage));
	return {
		data: records.slice((page - 1) * perPage, page * perPage),
		links: { next: page < last_page ? 'http://more' : null },
		meta: { current_page: page, last_page, per_page: perPage, total: records.length },
	};
}
