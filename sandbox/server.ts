import { setTimeout as wait } from 'node:timers/promises';
import AjvCompiler from '@fastify/ajv-compiler';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { controlRoutes } from './control';
import type { ContractApi } from './contractRoutes';
import { formAsJson } from './form';
import type { LoggedRequest } from './log';
import { pageRoutes } from './page/routes';
import type { Sandbox } from './sandbox';
import { tokenName } from './tokens';

declare module 'fastify' {
	interface FastifyRequest {
		logged: LoggedRequest | null;
	}
}

/** The control interface says no to what it does not know, where fastify would drop it or make it fit. */
const ajv = { customOptions: { removeAdditional: false, coerceTypes: false } } as const;

/** Of the process: each schema of the control interface is compiled once, for however many sandboxes. */
const schemaController = { compilersFactory: { buildValidator: AjvCompiler() } };

/** The HTTP side: the endpoints of the contract, the control interface, and the page for people. */
export function createServer(sandbox: Sandbox, { findRoute }: ContractApi): FastifyInstance {
	const app = fastify({
		exposeHeadRoutes: false,
		forceCloseConnections: true,
		bodyLimit: 20_000_000,
		keepAliveTimeout: 30_000,
		ajv,
		schemaController,
	});
	app.decorateRequest('logged', null);
	app.removeAllContentTypeParsers();
	app.addContentTypeParser('multipart/form-data', { parseAs: 'buffer' }, async ({ headers }: FastifyRequest, bytes: Buffer) =>
		formAsJson(bytes, headers['content-type'] as string),
	);
	app.addContentTypeParser('*', { parseAs: 'string' }, (_request, text, done) => done(null, text));
	void app.register(pageRoutes);
	void app.register(controlRoutes, { prefix: '/__sandbox', sandbox });
	void app.register(
		async (api) => {
			api.addHook('onRequest', async (request) => arrive(sandbox, request));
			api.all('/*', answering(sandbox, findRoute));
		},
		{ prefix: '/v1' },
	);
	return app;
}

const clientOf = ({ settings }: Sandbox['service'], request: FastifyRequest) =>
	String((settings.clientHeader !== null && request.headers[settings.clientHeader.toLowerCase()]) || request.ip);

function arrive({ service }: Sandbox, request: FastifyRequest) {
	request.logged = service.log.add({
		method: request.method,
		path: pathOf(request).slice('/v1'.length),
		query: request.query as Record<string, unknown>,
		body: undefined,
		status: null,
		arrivedAt: service.settings.clock.now(),
		answeredAt: null,
		arrivedMonotonic: performance.now(),
		answeredMonotonic: null,
		client: clientOf(service, request),
		token: tokenName(request.headers.authorization),
		fault: null,
	});
}

function answering(sandbox: Sandbox, findRoute: ContractApi['findRoute']) {
	return async (request: FastifyRequest, reply: FastifyReply) => {
		const { service } = sandbox;
		const logged = request.logged as LoggedRequest;
		const text = request.body as string | undefined;
		logged.body = jsonOrText(text);
		const isJson = /\b(json|multipart\/form-data)\b/.test(request.headers['content-type'] ?? '');
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
		Object.assign(logged, {
			status: answer.status,
			fault,
			answeredAt: service.settings.clock.now(),
			answeredMonotonic: performance.now(),
		});
		if (answer.status === 0) {
			reply.hijack();
			request.raw.socket.destroy();
			return reply;
		}
		// Node's own would go by another clock.
		reply.raw.sendDate = false;
		const asItIs = typeof answer.body === 'string' || Buffer.isBuffer(answer.body);
		const type = asItIs ? 'text/html; charset=utf-8' : 'application/json';
		return reply
			.code(answer.status)
			.headers({ 'content-type': type, ...answer.headers })
			.send(asItIs ? answer.body : JSON.stringify(answer.body));
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
