import type { OpenAPIValidator } from 'openapi-backend';
import { Random } from '../contract/random';
import { bind, FileAnswer, type Answer } from './call';
import type { ContractRoute, FoundRoute } from './contractRoutes';
import messages from './data/messages.json';
import { settle } from './due';
import { HttpError, methodNotAllowed, notFound } from './errors';
import { faultAnswer, Faults, serverError } from './faults';
import { written } from './forms';
import { genericAnswer } from './generic';
import { RequestLog } from './log';
import { handlers } from './routes';
import { seed } from './seed';
import type { SandboxOptions } from './settings';
import { Store } from './store';
import { Throttle } from './throttle';
import { authenticate, authorize } from './tokens';
import { validate } from './validation';
import { skewOf } from './world';

/** A request with its endpoint of the contract. */
interface IncomingRequest extends FoundRoute {
	method: string;
	/** The path that was sent, with /v1. */
	path: string;
	query: Record<string, string | string[]>;
	text: string | undefined;
	authorization: string | undefined;
	client: string;
	/** The address of the whole service, with /v1. */
	baseUrl: string;
}

/** Returns whether this helpdesk has the endpoint. */
const exists = (
	{ world: { provisionalEndpoints: which }, missing }: SandboxOptions,
	{ operationId, provisional, place }: ContractRoute,
) => !missing.includes(operationId) && (!provisional || which === 'all' || (which === 'some' && place % 2 === 0));

/** The simulated helpdesk, without HTTP. */
export class Service {
	readonly log = new RequestLog();
	readonly settings: SandboxOptions;
	/** Unexpected exceptions by the request ID of their 500. */
	readonly incidents = new Map<string, unknown>();
	readonly throttle: Throttle;
	readonly faults: Faults;
	readonly store: Store;
	/** The service's own clock, which may be wrong. */
	private readonly clock: { now(): number };

	constructor(
		options: SandboxOptions,
		private readonly validator: OpenAPIValidator,
	) {
		this.settings = { ...options, fieldNames: { ...options.fieldNames }, world: { ...options.world } };
		this.clock = { now: () => options.clock.now() + skewOf(this.settings.world) };
		this.throttle = new Throttle(this.clock, this.settings);
		this.faults = new Faults(new Random(options.seed + 1));
		const random = new Random(options.seed);
		this.store = new Store(this.clock, this.settings, random);
		seed(this.store, random, this.clock.now(), options.conversations);
	}

	/** Answers a request. Checks in Laravel's order: throttle, authentication, scope, records, validation, state. */
	handle(request: IncomingRequest): { answer: Answer; delayMs: number; fault: string | null } {
		const path = request.path.slice('/v1'.length);
		let limitHeaders: Record<string, string>;
		try {
			limitHeaders = this.throttle.pass(request.client, path);
		} catch (error) {
			return { answer: this.dated(this.errorAnswer(error)), delayMs: 0, fault: null };
		}
		const { delayMs, fault } = this.faults.next(request.method, path);
		const isBefore = fault && fault.kind !== 'malformedPage' && !('when' in fault && fault.when === 'after');
		let answer = isBefore ? faultAnswer(fault, null) : this.effect(request);
		if (fault && !isBefore) answer = faultAnswer(fault, answer);
		if (this.settings.world.rateHeaders === 'always') answer.headers = { ...limitHeaders, ...answer.headers };
		return { answer: this.dated(answer), delayMs, fault: fault?.kind ?? (delayMs > 0 ? 'slow' : null) };
	}

	private dated(answer: Answer): Answer {
		if (this.settings.world.dateHeader === 'present')
			answer.headers.date = new Date(this.clock.now()).toUTCString();
		return answer;
	}

	private effect(request: IncomingRequest): Answer {
		settle(this.store);
		try {
			const { store, settings } = this;
			const identity = authenticate(request.authorization);
			const { route, baseUrl } = request;
			if (route === 'unknownPath') throw notFound();
			if (route === 'unknownMethod') throw methodNotAllowed(request.method);
			if (!exists(settings, route)) throw notFound();
			authorize(identity, route, settings.world);
			const bound = bind(store, identity, request.params, route.operationId);
			const { body, query } = validate(this.validator, route, request);
			const user = store.teammates.get(identity.userId)!;
			const url = baseUrl + request.path.slice('/v1'.length);
			const call = {
				...bound,
				store,
				settings,
				organizationId: identity.organizationId,
				user,
				query,
				body,
				url,
				baseUrl,
			};
			const handler = handlers[route.operationId];
			const result = handler
				? (handler(call) ?? { message: messages[route.operationId as keyof typeof messages] })
				: genericAnswer(route, call);
			if (result instanceof FileAnswer) return faultAnswer({ kind: 'file', ...result.file }, null);
			return { status: route.success, headers: {}, body: written(store, result) };
		} catch (error) {
			return this.errorAnswer(error);
		}
	}

	private errorAnswer(error: unknown): Answer {
		if (error instanceof HttpError) return { status: error.status, headers: error.headers, body: error.body };
		const answer = serverError();
		this.incidents.set(answer.headers['x-request-id']!, error);
		return answer;
	}
}
