import type { AddressInfo } from 'node:net';
import { contractApi } from './contractRoutes';
import { Sandbox } from './sandbox';
import { createServer } from './server';
import { defaultOptions, withChanges, type Changed, type SandboxOptions } from './settings';

export type { FaultRule } from './faults';
export type { LoggedRequest } from './log';
export type { Sandbox } from './sandbox';
export type { Changed, SandboxOptions, Settings } from './settings';

/** Starts a simulated helpdesk on 127.0.0.1. */
export async function startSandbox(options: Changed<SandboxOptions> = {}): Promise<Sandbox> {
	const api = await contractApi();
	const all = withChanges(defaultOptions, options);
	const sandbox = new Sandbox(all, api, () => app.close());
	const app = createServer(sandbox, api);
	await app.listen({ host: '127.0.0.1', port: all.port });
	const { port } = app.server.address() as AddressInfo;
	sandbox.baseUrl = `http://127.0.0.1:${port}/v1`;
	sandbox.controlUrl = `http://127.0.0.1:${port}/__sandbox`;
	sandbox.pageUrl = `http://127.0.0.1:${port}/`;
	return sandbox;
}
