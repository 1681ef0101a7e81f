import type { Credential } from '../../transport/credential';
import { Priority } from '../../transport/rateLimit';
import type { Answer, ApiRequest } from '../../transport/request';
import { createSend, type Send, type SendOptions } from '../../transport/send';
import { createTransport, type Transport } from '../../transport/transport';
import type { SteppedClock } from './steppedClock';

/** What a simulated helpdesk says to a request that arrives. */
export interface Reply {
	status?: number;
	headers?: Answer['headers'];
	/** Of each way, in ms; 20 by default. */
	latencyMs?: number;
}

/** One process against a helpdesk that answers as `reply` says, without sockets. */
export interface SimulatedWire {
	transport: Transport;
	credential: Credential;
	/** When which path arrived, in ms since the epoch. */
	arrivals: Array<{ path: string; at: number }>;
	sender: (options?: Partial<SendOptions>) => Send;
	/** Sends so many of one kind; resolves when all are answered. */
	sendAll: (count: number, options?: Partial<SendOptions>, path?: string) => Promise<unknown>;
}

export function simulateWire(clock: SteppedClock, reply: (request: ApiRequest, count: number) => Reply, changes: Partial<Credential> = {}): SimulatedWire {
	const transport = createTransport(clock, () => 0.5);
	const origin = 'https://api.example.com';
	const credential: Credential = { baseUrl: `${origin}/v1`, origin, requestsPerMinute: 300, account: '', ...changes };
	const arrivals: SimulatedWire['arrivals'] = [];
	let count = 0;
	const wire: SendOptions['wire'] = async (request) => {
		const { status = 200, headers = {}, latencyMs = 20 } = reply(request, (count += 1));
		await clock.sleep(latencyMs);
		arrivals.push({ path: request.path, at: clock.now() });
		await clock.sleep(latencyMs);
		return { kind: 'answer', answer: { status, headers, body: {} } };
	};
	const sender: SimulatedWire['sender'] = (options) => createSend(transport, { wire, credential, priority: Priority.bulk, ...options });
	const sendAll: SimulatedWire['sendAll'] = async (times, options, path = '/me') =>
		await Promise.all(Array.from({ length: times }, async () => await sender(options)({ method: 'PATCH', path })));
	return { transport, credential, arrivals, sender, sendAll };
}
