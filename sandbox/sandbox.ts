import type { ContractApi } from './contractRoutes';
import type { FaultRule } from './faults';
import type { LoggedRequest } from './log';
import { Service } from './service';
import { withChanges, type Changed, type SandboxOptions, type Settings } from './settings';
import type { Store } from './store';
import { tokens } from './tokens';

/** The options that a reset may change. */
export type ResetOptions = Omit<Changed<SandboxOptions>, 'port' | 'clock'>;

/** A step of a guide. Text in `backticks` is to be copied, so the page keeps it in one line. */
export interface Step {
	text: string;
	url?: string;
	isDone?: boolean;
}

/** A running simulated helpdesk, for the process that started it. */
export class Sandbox {
	readonly tokens = tokens;
	/** `http://127.0.0.1:PORT/v1`: the address for a credential. */
	baseUrl = '';
	/** `http://127.0.0.1:PORT/__sandbox`: the control interface. */
	controlUrl = '';
	/** `http://127.0.0.1:PORT/`: the page for people. */
	pageUrl = '';
	/** The steps that the page shows, if any. */
	steps: () => Step[] | Promise<Step[]> = () => [];
	/** Replaced by a reset. */
	service: Service;

	constructor(
		private readonly options: SandboxOptions,
		private readonly api: ContractApi,
		readonly close: () => Promise<void>,
	) {
		this.service = new Service(options, api.validator);
	}

	/** The state, for reading. A reset replaces it. */
	get store(): Store {
		return this.service.store;
	}

	/** Returns the requests after number `after` in the order of arrival, at most the last 200,000. */
	requests(after = 0): LoggedRequest[] {
		return this.service.log.list(after);
	}

	/**
	 * Restores seed and settings of the start, with `changes`. Clears faults and log, and starts a new rate-limit
	 * window.
	 */
	reset(changes: ResetOptions = {}): void {
		this.service = new Service(withChanges(this.options, changes), this.api.validator);
	}

	settings(changes: Changed<Settings>): void {
		Object.assign(this.service.settings, withChanges<Settings>(this.service.settings, changes));
	}

	fault(rule: FaultRule): void {
		this.service.faults.add(rule);
	}

	clearFaults(): void {
		this.service.faults.clear();
	}
}
