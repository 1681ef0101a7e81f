import type { ContractApi } from './contractRoutes';
import type { FaultRule } from './faults';
import type { LoggedRequest } from './log';
import { Service } from './service';
import { withChanges, type Changed, type SandboxOptions, type Settings } from './settings';
import type { Store } from './store';
import { tokens } from './tokens';

/** What a reset may change: everything but where it listens and by which clock it goes. */
export type ResetOptions = Omit<Changed<SandboxOptions>, 'port' | 'clock'>;

/** A running simulated helpdesk, seen from the process that started it. */
export class Sandbox {
	readonly tokens = tokens;
	/** `http://127.0.0.1:PORT/v1`: what a credential takes. */
	baseUrl = '';
	/** `http://127.0.0.1:PORT/__sandbox`: the control interface. */
	controlUrl = '';
	/** `http://127.0.0.1:PORT/`: the page that shows a person what happens here. */
	pageUrl = '';
	/** Replaced by a reset. */
	service: Service;

	constructor(
		private readonly options: SandboxOptions,
		private readonly api: ContractApi,
		private readonly stop: () => Promise<void>,
	) {
		this.service = new Service(options, api.validator);
	}

	/** The state, to read; it is another one after a reset. */
	get store(): Store {
		return this.service.store;
	}

	/** The requests so far in the order of arrival, at most the last 200,000; those after number `after`. */
	requests(after = 0): LoggedRequest[] {
		return this.service.log.list(after);
	}

	/** Back to the seed and the settings of the start, changed by `changes`: no faults, no log, a fresh limit. */
	reset(changes: ResetOptions = {}) {
		this.service = new Service(withChanges(this.options, changes), this.api.validator);
	}

	settings(changes: Changed<Settings>) {
		Object.assign(this.service.settings, withChanges<Settings>(this.service.settings, changes));
	}

	/** An id of the store as it stands on the wire, where both may differ (the world's `idType`). */
	wireId(id: string): string {
		return String(this.service.ids.shown(id));
	}

	fault(rule: FaultRule) {
		this.service.faults.add(rule);
	}

	clearFaults() {
		this.service.faults.clear();
	}

	close(): Promise<void> {
		return this.stop();
	}
}
