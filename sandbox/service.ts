import type { OpenAPIValidator } from 'openapi-backend';
import type { Answer } from './answer';
import { bind, FileAnswer } from './call';
import { settle } from './due';
import type { ContractRoute } from './contractRoutes';
import type { IncomingRequest } from './request';
import { HttpError, methodNotAllowed, notFound } from './errors';
import { faultAnswer, serverError } from './faultAnswers';
import { Faults } from './faults';
import { genericAnswer } from './generic';
import { RequestLog } from './log';
import { outsideContract } from './outsideContract';
import { Random } from '../contract/random';
import { handlers } from './routes';
import { seed } from './seed';
import type { SandboxOptions } from './settings';
import { Store } from './store';
import { Throttle } from './throttle';
import { authenticate, authorize } from './tokens';
import { validate } from './validation';
import { dressed } from './world/headers';
import { written } from './world/records';
import { apartFromPage, stored } from './world/requests';
import { skewOf } from './world/times';
import { WireIds } from './world/wireIds';

/** Whether the helpdesk has the endpoint. */
const exists = ({ world: { provisionalEndpoints: which }, missing }: SandboxOptions, { operationId, provisional, place }: ContractRoute) =>
	!missing.includes(operationId) && (!provisional || which === 'all' || (which === 'some' && place % 2 === 0));

/** The simulated helpdesk without its sockets. */
export class Service {
	readonly log = new RequestLog();
	readonly settings: SandboxOptions;
	/** Unexpected exceptions by the request id that their 500 quoted. */
	readonly incidents = new Map<string, unknown>();
	readonly throttle: Throttle;
	readonly faults: Faults;
	readonly store: Store;
	readonly ids = new WireIds(() => this.settings.world);
	/** The service's own, which may not be everybody else's. */
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

	/** Answers a request: throttle, authentication, scope, records, validation, state, in Laravel's order. */
	handle(request: IncomingRequest): { answer: Answer; delayMs: number; fault: string | null } {
		const path = request.path.slice('/v1'.length);
		const dress = (answer: Answer) => dressed(this.settings.world, answer, this.clock.now());
		let limitHeaders: Record<string, string>;
		try {
			limitHeaders = this.throttle.pass(request.client, path);
		} catch (error) {
			return { answer: dress(this.errorAnswer(error)), delayMs: 0, fault: null };
		}
		const { delayMs, fault } = this.faults.next(request.method, path);
		const beforeEffect = fault && fault.kind !== 'malformedPage' && !('when' in fault && fault.when === 'after');
		let answer = beforeEffect ? faultAnswer(fault, null) : this.effect(request);
		if (fault && !beforeEffect) answer = faultAnswer(fault, answer);
		if (this.settings.world.rateHeaders === 'always') answer.headers = { ...limitHeaders, ...answer.headers };
		return { answer: dress(answer), delayMs, fault: fault?.kind ?? (delayMs > 0 ? 'slow' : null) };
	}

	private effect(wire: IncomingRequest): Answer {
		settle(this.store);
		try {
			const { store, settings, ids } = this;
			const { world } = settings;
			const request = stored(ids, wire);
			const identity = authenticate(request.authorization);
			const { route } = request;
			if (route === 'unknownPath') return outsideContract(request);
			if (route === 'unknownMethod') throw methodNotAllowed(request.method);
			if (!exists(settings, route)) throw notFound();
			authorize(identity, route, world);
			const bound = bind(store, identity, request.params, route.operationId);
			const { query: others, page } = apartFromPage(world, route.operationId, request.query);
			const { body, query } = validate(this.validator, route, { ...request, query: others });
			const user = store.teammates.get(identity.userId)!;
			const handler = handlers[route.operationId] ?? ((call) => genericAnswer(route, call));
			const url = request.baseUrl + request.path.slice('/v1'.length);
			const call = { ...bound, store, settings, organizationId: identity.organizationId, user, query: { ...query, ...page }, body, url };
			const result = handler(call);
			if (result instanceof FileAnswer) return faultAnswer({ kind: 'file', ...result.file }, null);
			return { status: route.success, headers: {}, body: written({ world, store, ids }, result) };
		} catch (error) {
			return this.errorAnswer(error);
		}
	}

	private errorAnswer(error: unknown): Answer {
		if (error instanceof HttpError) return { status: error.status, headers: error.headers, body: error.body };
		const answer = serverError();
		this.incidents.set(answer.headers['x-request-id'] as string, error);
		return answer;
	}
}
