import { setTimeout as wait } from 'node:timers/promises';
import AjvCompiler from '@fastify/ajv-compiler';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { controlRoutes } from './control';
import type { ContractApi } from './contractRoutes';
import type { LoggedRequest } from './log';
import { pageRoutes } from './page/routes';
import type { Sandbox } from './sandbox';
import { tokenName } from './tokens';

declare module 'fastify' {
	interface FastifyRequest {
		logged: LoggedRequest | null;
	}
}

/** The control interface refuses unknown fields and wrong types. Fastify would drop or convert them. */
const ajv = { customOptions: { removeAdditional: false, coerceTypes: false } } as const;

/** Shared by all sandboxes of the process, so that each schema is compiled once. */
const schemaController = { compilersFactory: { buildValidator: AjvCompiler() } };

/** Creates the HTTP server: endpoints of the contract, control interface, and page for people. */
export function createServer(sandbox: Sandbox, { findRoute }: ContractApi): FastifyInstance {
	const limits = { bodyLimit: 20_000_000, keepAliveTimeout: 30_000 };
	const app = fastify({ exposeHeadRoutes: false, forceCloseConnections: true, ...limits, ajv, schemaController });
	app.decorateRequest('logged', null);
	app.removeAllContentTypeParsers();
	app.addContentTypeParser('*', { parseAs: 'string' }, (_request, text, done) => done(null, text));
	void app.register(pageRoutes);
	app.get('/files/:id/:name', (request, reply) => {
		const file = sandbox.store.attachments.get((request.params as { id: string }).id)?.record;
		return file ? reply.type(file.type).send(Buffer.from(file.bytes, 'base64')) : reply.code(404).send();
	});
	void app.register(controlRoutes, { prefix: '/__sandbox', sandbox });
	const answerRequests = async (api: FastifyInstance) => {
		api.addHook('onRequest', async (request) => arrive(sandbox, request));
		api.all('/*', answering(sandbox, findRoute));
	};
	void app.register(answerRequests, { prefix: '/v1' });
	return app;
}

const clientOf = ({ settings }: Sandbox['service'], request: FastifyRequest) =>
	String((settings.clientHeader !== null && request.headers[settings.clientHeader.toLowerCase()]) || request.ip);

function arrive({ service }: Sandbox, request: FastifyRequest) {
	request.logged = service.log.add({
		...{
			method: request.method,
			path: pathOf(request).slice('/v1'.length),
			query: request.query as Record<string, unknown>,
			body: undefined,
		},
		...{ arrivedAt: service.settings.clock.now(), arrivedMonotonic: performance.now() },
		...{ client: clientOf(service, request), token: tokenName(request.headers.authorization) },
		...{ status: null, answeredAt: null, answeredMonotonic: null, fault: null },
	});
}

function answering(sandbox: Sandbox, findRoute: ContractApi['findRoute']) {
	return async (request: FastifyRequest, reply: FastifyReply) => {
		const { service } = sandbox;
		const logged = request.logged as LoggedRequest;
		const text = request.body as string | undefined;
		logged.body = jsonOrText(text);
		const isJson = /\bjson\b/.test(request.headers['content-type'] ?? '');
		const { answer, delayMs, fault } = service.handle({
			method: request.method,
			...findRoute(request.method, pathOf(request).slice('/v1'.length)),
			path: pathOf(request),
			query: request.query as Record<string, string | string[]>,
			text: isJson ? text : undefined,
			authorization: request.headers.authorization,
			client: logged.client,
			baseUrl: sandbox.baseUrl,
		});
		const heldBack = service.settings.latencyMs + delayMs;
		if (heldBack > 0) await wait(heldBack);
		const answered = { answeredAt: service.settings.clock.now(), answeredMonotonic: performance.now() };
		Object.assign(logged, { status: answer.status, fault, ...answered });
		if (answer.status === 0) {
			reply.hijack();
			request.raw.socket.destroy();
			return reply;
		}
		// Node's own Date header uses another clock.
		reply.raw.sendDate = false;
		const isRaw = typeof answer.body === 'string' || Buffer.isBuffer(answer.body);
		const headers = { 'content-type': isRaw ? 'text/html; charset=utf-8' : 'application/json', ...answer.headers };
		return reply
			.code(answer.status)
			.headers(headers)
			.send(isRaw ? answer.body : JSON.stringify(answer.body));
	};
}

const pathOf = (request: FastifyRequest) => (request.raw.url as string).split('?')[0] as string;

function jsonOrText(text = ''): unknown {
	if (text === '') return undefined;
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}
