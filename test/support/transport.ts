import { startSandbox, type Sandbox, type Changed, type FaultRule, type SandboxOptions } from '../../sandbox';
import type { StoredConversation } from '../../sandbox/records';
import type { Transport } from '../../transport/transport';
import { VirtualClock } from './virtualClock';

/** A sandbox and a transport on one virtual clock. */
export interface Rig {
	clock: VirtualClock;
	sandbox: Sandbox;
	transport: Transport;
	conversations: () => StoredConversation[];
	ids: () => string[];
	requests: Sandbox['requests'];
	/** Makes the sandbox answer with this status: to the next request, or to those that match the rule. */
	answers: (status: number, rule?: Omit<FaultRule & { kind: 'status' }, 'kind' | 'status'>) => void;
}

export async function startRig(options: Changed<SandboxOptions> = {}): Promise<Rig> {
	const clock = new VirtualClock();
	const sandbox = await startSandbox({ clock, ...options });
	return {
		clock,
		sandbox,
		transport: clock.newTransport(),
		conversations: () => [...sandbox.store.conversations.values()],
		ids: () => [...sandbox.store.conversations.keys()],
		requests: (after) => sandbox.requests(after),
		answers: (status, rule) => sandbox.fault({ kind: 'status', status, ...rule }),
	};
}
