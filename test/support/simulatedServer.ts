import { HttpError } from '../../sandbox/errors';
import { defaultOptions, withChanges, type Changed, type Settings } from '../../sandbox/settings';
import { Throttle } from '../../sandbox/throttle';
import type { Send, SendOptions } from '../../transport/send';
import { simulateHelpdesk, type Arrival, type Reply } from './simulatedHelpdesk';
import { SteppedClock } from './steppedClock';

/** Several n8n processes behind one address, with the sandbox's limiter and without sockets. */
export class SimulatedServer {
	readonly clock = new SteppedClock();
	readonly arrivals: Arrival[] = [];
	private readonly settings: Settings;
	private readonly throttle: Throttle;
	private processes = 0;

	/** @param latencyMs returns the one-way latency of a request */
	constructor(
		private readonly latencyMs: () => number,
		settings: Changed<Settings> = {},
	) {
		this.settings = withChanges<Settings>(defaultOptions, settings);
		this.throttle = new Throttle(this.clock, this.settings);
	}

	/** Returns another n8n process, with its own queue. */
	newProcess(options: Partial<SendOptions> = {}): (more?: Partial<SendOptions>) => Send {
		const { clock, latencyMs, arrivals } = this;
		const { sender } = simulateHelpdesk({
			clock,
			reply: () => this.answer(),
			latencyMs,
			arrivals,
			process: (this.processes += 1),
		});
		return (more) => sender({ ...options, ...more });
	}

	count(status: number) {
		return this.arrivals.filter((arrival) => arrival.status === status).length;
	}

	private answer(): Reply {
		try {
			const headers = this.throttle.pass('one address', '/me');
			return { headers: this.settings.world.rateHeaders === 'always' ? headers : {} };
		} catch (error) {
			if (!(error instanceof HttpError)) throw error;
			return { status: error.status, headers: error.headers };
		}
	}
}
