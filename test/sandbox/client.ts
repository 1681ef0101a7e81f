import axios, { type AxiosRequestConfig, type AxiosResponse } from 'axios';
import { startSandbox, type Sandbox, type Changed, type SandboxOptions } from '../../sandbox';
import type { StoredConversation } from '../../sandbox/records';

class HandClock {
	constructor(public ms = Date.parse('2026-03-02T09:00:00Z')) {}

	now() {
		return this.ms;
	}

	pass(ms: number) {
		this.ms += ms;
	}
}

export interface Client {
	sandbox: Sandbox;
	clock: HandClock;
	/** Sends a request with a token (default: the personal one). Returns any answer. */
	call(method: string, path: string, data?: unknown, config?: AxiosRequestConfig): Promise<AxiosResponse>;
}

/** Returns a client for a small sandbox with a hand clock and no limit. The sandbox is reset before each test. */
export function useClient(options: Changed<SandboxOptions> = {}) {
	const clock = new HandClock();
	const client = { clock } as Client;
	beforeAll(
		async () => (client.sandbox = await startSandbox({ clock, conversations: 120, limitPerMinute: 0, ...options })),
	);
	beforeEach(() => client.sandbox.reset());
	afterAll(async () => await client.sandbox.close());
	client.call = async (method, path, data, config) =>
		await axios.request({
			method,
			url: client.sandbox.baseUrl + path,
			data,
			validateStatus: () => true,
			maxRedirects: 0,
			...config,
			headers: { authorization: `Bearer ${client.sandbox.tokens.personal}`, ...config?.headers },
		});
	return client;
}

export const as = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

/** Returns the newest conversation in the support inbox for which `suits` is true. */
export function anyConversation(
	{ sandbox }: Client,
	suits: (conversation: StoredConversation) => boolean = () => true,
) {
	const found = sandbox.store.sortedConversations({ inboxId: 'inbox_support' }, 'newest').find(suits);
	if (!found) throw new Error('the seed has no such conversation');
	return found;
}
