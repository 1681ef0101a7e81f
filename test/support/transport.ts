import { readCredential } from '../../transport/credential';
import { Priority } from '../../transport/requestQueue';
import { createSend, type Send, type SendOptions } from '../../transport/send';
import type { Transport } from '../../transport/transport';
import { n8nHttpClient } from '../../transport/httpClient';
import { startSandbox, type Sandbox, type Changed, type SandboxOptions } from '../../sandbox';
import { n8nHelpers, type TestCredential } from './n8nHelpers';
import { VirtualClock } from './virtualClock';

/** A sandbox and a transport on one virtual clock. */
export interface Rig {
	clock: VirtualClock;
	sandbox: Sandbox;
	transport: Transport;
	/** A sender for a credential; by default the sandbox's personal token. */
	sender: (changes?: Partial<TestCredential>, options?: Partial<SendOptions>, transport?: Transport) => Send;
}

export async function startRig(options: Changed<SandboxOptions> = {}): Promise<Rig> {
	const clock = new VirtualClock();
	const sandbox = await startSandbox({ clock, ...options });
	const transport = clock.newTransport();
	const sender: Rig['sender'] = (changes, sendOptions, ofProcess = transport) => {
		const data = { accessToken: sandbox.tokens.personal, baseUrl: sandbox.baseUrl, requestsPerMinute: 300, ...changes };
		const credential = readCredential(data);
		const client = n8nHttpClient(n8nHelpers(data, clock), credential);
		return createSend(ofProcess, { client, credential, priority: Priority.bulk, ...sendOptions });
	};
	return { clock, sandbox, transport, sender };
}
