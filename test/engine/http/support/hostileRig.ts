import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { createTransport } from '../../../../transport/transport';
import { startNode, type NodeRun } from '../../../support/runNode';
import { secured } from './connectionWays';
import { stopNowhere } from './nowhere';
import { startRawServer, type RawHandlers, type RawRequest, type RawServer } from '../../../support/rawServer';
import { trustTestAuthority } from './trust';
import { HostileClock } from './hostileClock';

export const TOKEN = 'TOKEN-SECRET';
export const NOTE = 'NOTE-SECRET';

/** The bytes of an answer to each request, in turn; the last one stays. */
type Answers = Array<Buffer | string> | ((request: RawRequest, number: number) => Buffer | string);

/** Raw servers for one test after the other, and the node to run against them. */
export class HostileRig {
	clock!: HostileClock;
	private transport!: ReturnType<typeof createTransport>;
	private servers: RawServer[] = [];
	private restore?: () => void;

	/**
	 * Says to jest when to begin and to end what.
	 *
	 * @param timeoutMs of a request; a busy machine takes long for one, so only what never answers wants a short one
	 */
	constructor(private readonly timeoutMs = 60_000) {
		beforeAll(() => (this.restore = trustTestAuthority()));
		beforeEach(() => {
			this.clock = new HostileClock(() => this.servers.some(({ connections }) => connections.some(({ socket }) => !socket.destroyed)));
			this.transport = createTransport(this.clock, () => 0.5);
		});
		afterEach(async () => await Promise.all(this.servers.splice(0).map(async (server) => await server.close())));
		afterAll(() => {
			stopNowhere();
			this.restore?.();
		});
	}

	async start(handlers: RawHandlers): Promise<RawServer> {
		const server = await startRawServer(handlers);
		this.servers.push(server);
		return server;
	}

	/** A server that answers each request with the next bytes and ends the connection. */
	async answering(answers: Answers, scheme: 'http' | 'https' = 'http') {
		let number = 0;
		const server = await this.start({
			connected: (connection) => (scheme === 'https' ? secured(connection) : connection.socket),
			requested: (request, stream) => {
				stream.end(typeof answers === 'function' ? answers(request, number) : answers[Math.min(number, answers.length - 1)]!);
				number += 1;
			},
		});
		return { server, requests: () => server.connections.flatMap(({ requests }) => requests), baseUrl: `${scheme}://127.0.0.1:${server.port}/v1` };
	}

	/** The node on one item with `NOTE` as its text; every call is one more try of the same run. */
	node(name: string, parameters: INodeParameters, baseUrl: string, run: Partial<NodeRun> = {}): () => Promise<INodeExecutionData[]> {
		const [resource, operation] = name.split('.') as [string, string];
		return startNode(this.transport, {
			credential: { accessToken: TOKEN, baseUrl },
			parameters: { resource, operation, requestOptions: { timeout: this.timeoutMs }, ...parameters } as INodeParameters,
			onError: 'continueRegularOutput',
			mode: 'trigger',
			items: [{ json: { text: NOTE } }],
			...run,
		});
	}
}
