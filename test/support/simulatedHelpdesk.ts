import { type Answer, type ApiRequest, type Credential, Priority } from '../../transport';
import { createSend, type Send, type SendOptions } from '../../transport/send';
import { createTransport, type Transport } from '../../transport/transport';
import { worstRollingMinute } from './rollingMinute';
import { SteppedClock } from './steppedClock';

/** A simulated helpdesk's answer. Default: a success without headers. */
export interface Reply {
	status?: number;
	headers?: Answer['headers'];
}

interface World {
	/** Default: a new clock. */
	clock?: SteppedClock;
	/** @param count number of requests so far, including this one */
	reply?: (request: ApiRequest, count: number) => Reply;
	/** Returns the one-way latency in ms. Default: 20. */
	latencyMs?: (request: ApiRequest) => number;
	credential?: Partial<Credential>;
	/** The list for arrivals. Default: one for this process only. */
	arrivals?: Arrival[];
	process?: number;
}

/** A request that arrived, with its times in ms since the epoch. */
export interface Arrival {
	path: string;
	sentAt: number;
	at: number;
	process: number;
	status: number;
}

/** A process and a helpdesk without sockets. They simulate an hour in a moment. */
interface SimulatedHelpdesk {
	clock: SteppedClock;
	transport: Transport;
	credential: Credential;
	arrivals: Arrival[];
	worstMinute: () => number;
	sender: (options?: Partial<SendOptions>) => Send;
	sendAll: (count: number, options?: Partial<SendOptions>, path?: string) => Promise<unknown>;
}

export function simulateHelpdesk({
	clock = new SteppedClock(),
	reply = () => ({}),
	latencyMs = () => 20,
	credential: changes,
	arrivals = [],
	process = 1,
}: World = {}): SimulatedHelpdesk {
	const transport = createTransport(clock, () => 0.5);
	const origin = 'https://api.example.com';
	const credential: Credential = {
		baseUrl: `${origin}/v1`,
		origin,
		requestsPerMinute: 300,
		account: '',
		hideToken: (json) => json,
		...changes,
	};
	const client: SendOptions['client'] = async (request) => {
		const sentAt = clock.now();
		await clock.sleep(latencyMs(request));
		const { status = 200, headers = {} } = reply(request, arrivals.length + 1);
		arrivals.push({ path: request.path, sentAt, at: clock.now(), process, status });
		await clock.sleep(latencyMs(request));
		return { kind: 'answer', answer: { status, headers, body: {} } };
	};
	const sender: SimulatedHelpdesk['sender'] = (options) =>
		createSend(transport, { client, credential, priority: Priority.bulk, ...options });
	const sendAll: SimulatedHelpdesk['sendAll'] = async (times, options, path = '/me') =>
		await Promise.all(Array.from({ length: times }, async () => await sender(options)({ method: 'PATCH', path })));
	const worstMinute = () => worstRollingMinute(arrivals.map(({ at }) => at));
	return { clock, transport, credential, arrivals, worstMinute, sender, sendAll };
}
