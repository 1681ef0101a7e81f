import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

import axios, { type AxiosResponse } from 'axios';

export interface Asked {
	messages: Array<{ role: string; content: unknown; tool_call_id?: string }>;
	tools?: Array<{
		function: {
			name: string;
			description: string;
			parameters: { properties: Record<string, unknown>; required?: string[] };
		};
	}>;
}

/** A turn of the model: an answer, or calls of tools. */
export type Turn = string | Array<{ tool: string; with: object }>;

/** A scripted model, behind the only endpoint that n8n's agent uses. */
export interface ScriptedModel {
	/** The address with `/v1`, as in n8n's credential. */
	url: string;
	asked: Asked[];
	/** Sets the model's next turns, one per request. After them, it answers that it is done. */
	play: (...turns: Turn[]) => void;
	close: () => Promise<void>;
}

export interface TeamChat {
	url: string;
	texts: string[];
	close: () => Promise<void>;
}

export async function startModel() {
	let script: Turn[] = [];
	const server = await answering((body) => {
		model.asked.push(body as unknown as Asked);
		const message = messageOf(script.shift() ?? 'Done', model.asked.length);
		const choice = { index: 0, message, finish_reason: 'tool_calls' in message ? 'tool_calls' : 'stop' };
		const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
		return {
			id: `chat_${model.asked.length}`,
			object: 'chat.completion',
			created: 0,
			model: 'scripted',
			choices: [choice],
			usage,
		};
	});
	const play = (...turns: Turn[]) => {
		script = turns;
		model.asked.length = 0;
	};
	const model: ScriptedModel = { ...server, url: `${server.url}/v1`, asked: [], play };
	return model;
}

export async function startTeamChat() {
	const server = await answering(({ text }) => {
		chat.texts.push(String(text));
		return { ok: true };
	});
	const chat: TeamChat = { ...server, texts: [] };
	return chat;
}

function messageOf(turn: Turn, number: number) {
	if (typeof turn === 'string') return { role: 'assistant', content: turn };
	const calls = turn.map((call, index) => ({
		id: `call_${number}_${index}`,
		type: 'function',
		function: { name: call.tool, arguments: JSON.stringify(call.with) },
	}));
	return { role: 'assistant', content: null, tool_calls: calls };
}

async function answering(
	answer: (body: Record<string, unknown>) => object,
): Promise<{ url: string; close: () => Promise<void> }> {
	const server = createServer((request, response) => {
		void read(request).then((body) => {
			response.writeHead(200, { 'content-type': 'application/json' });
			response.end(JSON.stringify(answer(body)));
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const close = async () => {
		server.closeAllConnections();
		await new Promise((resolve) => server.close(resolve));
	};
	return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}

async function read(request: IncomingMessage) {
	const chunks: Buffer[] = [];
	for await (const chunk of request) chunks.push(chunk as Buffer);
	const text = Buffer.concat(chunks).toString();
	return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
}

interface ToolAnswer {
	content: Array<{ type: string; text: string }>;
	isError?: boolean;
}

/** An MCP client over streamable HTTP, as in an AI assistant: sends JSON-RPC, reads server-sent events. */
export class McpClient {
	private session: Record<string, string> = {};
	private requests = 0;

	constructor(
		private readonly url: string,
		private readonly token?: string,
	) {}

	/** Connects. Throws {AxiosError} if the server refuses. */
	async connect() {
		const clientInfo = { name: 'test', version: '1' };
		const answer = await this.post('initialize', { protocolVersion: '2025-03-26', capabilities: {}, clientInfo });
		this.session = { 'mcp-session-id': answer.headers['mcp-session-id'] as string };
		await this.post('notifications/initialized');
	}

	async tools(): Promise<
		Array<{ name: string; description: string; inputSchema: { properties?: object; required?: string[] } }>
	> {
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
		return await axios.post(this.url, { jsonrpc: '2.0', id, method, params }, { headers, responseType: 'text' });
	}
}

function resultOf<T>({ data }: AxiosResponse<string>): T {
	const json = /^data: (.*)$/m.exec(data)?.[1] ?? data;
	const { result, error } = JSON.parse(json) as { result?: T; error?: { message: string } };
	if (result === undefined) throw new Error(error?.message ?? data);
	return result;
}
