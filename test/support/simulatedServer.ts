import { HttpError } from '../../sandbox/errors';
import { defaultOptions, withChanges, type Changed, type Settings } from '../../sandbox/settings';
import { Throttle } from '../../sandbox/throttle';
import type { Credential } from '../../transport/credential';
import { Priority } from '../../transport/requestQueue';
import type { HttpClient } from '../../transport/request';
import { createSend, type Send, type SendOptions } from '../../transport/send';
import { createTransport } from '../../transport/transport';
import type { SteppedClock } from './steppedClock';

const CREDENTIAL: Credential = {
	baseUrl: 'http://127.0.0.1/v1',
	origin: 'http://127.0.0.1',
	requestsPerMinute: 300,
	account: '',
	holdsToken: () => false,
	hideToken: (json) => json,
};

/** What reached the simulated server. */
export interface Arrival {
	path: string;
	sentAt: number;
	at: number;
	process: number;
	status: number;
}

/** The sandbox's own limiter without sockets, so that an hour of several processes takes a second. */
export class SimulatedServer {
	readonly arrivals: Arrival[] = [];
	private readonly settings: Settings;
	private readonly throttle: Throttle;
	private processes = 0;

	/** @param latencyMs of each way, asked for anew each time */
	constructor(
		private readonly clock: SteppedClock,
		private readonly latencyMs: () => number,
		settings: Changed<Settings> = {},
	) {
		this.settings = withChanges<Settings>(defaultOptions, settings);
		this.throttle = new Throttle(clock, this.settings);
	}

	/** The HTTP client of one more n8n process, with a queue of its own. */
	newProcess(options: Partial<SendOptions> = {}): (more?: Partial<SendOptions>) => Send {
		const process = ++this.processes;
		const transport = createTransport(this.clock, () => 0.5);
		return (more) =>
			createSend(transport, { client: this.client(process), credential: CREDENTIAL, priority: Priority.bulk, ...options, ...more });
	}

	count(status: number): number {
		return this.arrivals.filter((arrival) => arrival.status === status).length;
	}

	private client(process: number): HttpClient {
		return async ({ path }) => {
			const sentAt = this.clock.now();
			await this.clock.sleep(this.latencyMs());
			const { status, headers } = this.answer();
			this.arrivals.push({ path, sentAt, at: this.clock.now(), process, status });
			await this.clock.sleep(this.latencyMs());
			return { kind: 'answer', answer: { status, headers, body: {} } };
		};
	}

	private answer(): { status: number; headers: Record<string, string> } {
		try {
			const headers = this.throttle.pass('one address', '/me');
			return { status: 200, headers: this.settings.world.rateHeaders === 'always' ? headers : {} };
		} catch (error) {
			if (!(error instanceof HttpError)) throw error;
			return { status: error.status, headers: error.headers };
		}
	}
}
