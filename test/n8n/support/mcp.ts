import axios, { type AxiosResponse } from 'axios';

/** What a tool answers: text, as an assistant gets it. */
export interface ToolAnswer {
	content: Array<{ type: string; text: string }>;
	isError?: boolean;
}

/** An MCP client over streamable HTTP, as an AI assistant has one: JSON-RPC in, server-sent events out. */
export class McpClient {
	private session: Record<string, string> = {};
	private requests = 0;

	constructor(
		private readonly url: string,
		private readonly token?: string,
	) {}

	/** Throws an {AxiosError} when the server refuses. */
	async connect(): Promise<void> {
		const clientInfo = { name: 'test', version: '1' };
		const answer = await this.post('initialize', { protocolVersion: '2025-03-26', capabilities: {}, clientInfo });
		this.session = { 'mcp-session-id': answer.headers['mcp-session-id'] as string };
		await this.post('notifications/initialized');
	}

	async tools(): Promise<Array<{ name: string; description: string; inputSchema: { properties?: object; required?: string[] } }>> {
		return resultOf<{ tools: [] }>(await this.post('tools/list', {})).tools;
	}

	async call(name: string, args: object): Promise<ToolAnswer> {
		return resultOf(await this.post('tools/call', { name, arguments: args }));
	}

	private async post(method: string, params?: object): Promise<AxiosResponse<string>> {
		const isNotification = method.startsWith('notifications/');
		const headers = {
			Accept: 'application/json, text/event-stream',
			...(this.token !== undefined && { Authorization: `Bearer ${this.token}` }),
			...this.session,
		};
		const id = isNotification ? undefined : (this.requests += 1);
		return await axios.post(this.url, { jsonrpc: '2.0', id, method, params }, { headers, responseType: 'text', timeout: 10_000 });
	}
}

function resultOf<T>({ data }: AxiosResponse<string>): T {
	const json = /^data: (.*)$/m.exec(data)?.[1] ?? data;
	const { result, error } = JSON.parse(json) as { result?: T; error?: { message: string } };
	if (result === undefined) throw new Error(error?.message ?? data);
	return result;
}
