import type { Credential } from '../../transport/credential';
import { Priority } from '../../transport/requestQueue';
import type { Answer, ApiRequest } from '../../transport/request';
import { createSend, type Send, type SendOptions } from '../../transport/send';
import { createTransport, type Transport } from '../../transport/transport';
import type { SteppedClock } from './steppedClock';

/** What a simulated helpdesk says to a request that arrives; by default a success without headers. */
export interface Reply {
	status?: number;
	headers?: Answer['headers'];
}

interface World {
	/** @param count of the requests that arrived, this one included */
	reply?: (request: ApiRequest, count: number) => Reply;
	/** Of each way; 20 by default. */
	latencyMs?: (request: ApiRequest) => number;
	credential?: Partial<Credential>;
}

/** One process against a helpdesk without sockets, so that an hour takes a moment. */
export interface SimulatedHelpdesk {
	transport: Transport;
	credential: Credential;
	/** When which path arrived, in ms since the epoch. */
	arrivals: Array<{ path: string; at: number }>;
	sender: (options?: Partial<SendOptions>) => Send;
	/** Sends so many of one kind; resolves when all are answered. */
	sendAll: (count: number, options?: Partial<SendOptions>, path?: string) => Promise<unknown>;
}

export function simulateHelpdesk(
	clock: SteppedClock,
	{ reply = () => ({}), latencyMs = () => 20, credential: changes }: World = {},
): SimulatedHelpdesk {
	const transport = createTransport(clock, () => 0.5);
	const origin = 'https://api.example.com';
	const credential: Credential = {
		baseUrl: `${origin}/v1`,
		origin,
		requestsPerMinute: 300,
		account: '',
		holdsToken: () => false,
		hideToken: (json) => json,
		...changes,
	};
	const arrivals: SimulatedHelpdesk['arrivals'] = [];
	const client: SendOptions['client'] = async (request) => {
		await clock.sleep(latencyMs(request));
		arrivals.push({ path: request.path, at: clock.now() });
		const { status = 200, headers = {} } = reply(request, arrivals.length);
		await clock.sleep(latencyMs(request));
		return { kind: 'answer', answer: { status, headers, body: {} } };
	};
	const sender: SimulatedHelpdesk['sender'] = (options) => createSend(transport, { client, credential, priority: Priority.bulk, ...options });
	const sendAll: SimulatedHelpdesk['sendAll'] = async (times, options, path = '/me') =>
		await Promise.all(Array.from({ length: times }, async () => await sender(options)({ method: 'PATCH', path })));
	return { transport, credential, arrivals, sender, sendAll };
}
