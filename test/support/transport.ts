import { startSandbox, type Sandbox, type Changed, type SandboxOptions } from '../../sandbox';
import type { Transport } from '../../transport/transport';
import { VirtualClock } from './virtualClock';

/** A sandbox and a transport on one virtual clock. */
export interface Rig {
	clock: VirtualClock;
	sandbox: Sandbox;
	transport: Transport;
}

export async function startRig(options: Changed<SandboxOptions> = {}): Promise<Rig> {
	const clock = new VirtualClock();
	return { clock, sandbox: await startSandbox({ clock, ...options }), transport: clock.newTransport() };
}
