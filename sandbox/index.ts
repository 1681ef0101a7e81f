import type { AddressInfo } from 'node:net';
import { contractApi } from './contractRoutes';
import { Sandbox } from './sandbox';
import { createServer } from './server';
import { defaultOptions, withChanges, type Changed, type SandboxOptions } from './settings';

export { chosenWorld, type ChosenWorld } from './chosenWorld';
export type { FaultRule } from './faults';
export type { LoggedRequest } from './log';
export type { Sandbox } from './sandbox';
export type { Changed, SandboxOptions, Settings } from './settings';

/** Starts a simulated helpdesk on 127.0.0.1. */
export async function startSandbox(options: Changed<SandboxOptions> = {}): Promise<Sandbox> {
	const api = await contractApi();
	const all = withChanges(defaultOptions, options);
	const sandbox: Sandbox = new Sandbox(all, api, async () => await app.close());
	const app = createServer(sandbox, api);
	await app.listen({ host: '127.0.0.1', port: all.port });
	const origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
	return Object.assign(sandbox, {
		baseUrl: `${origin}/v1`,
		controlUrl: `${origin}/__sandbox`,
		pageUrl: `${origin}/`,
	});
}
