import { Clock, onAbort } from './clock';
import { ApiError } from './apiError';
import { Credential } from './credential';
import { DroppedError, ExpiredError, LateError, UnavailableError } from './errors';
import { isUrgent, Priority, QueueOptions, WithLimitReport } from './requestQueue';
import { Answer, ApiRequest, AttemptResult, HttpClient } from './request';
import { Outcome, outcomeOf } from './outcomes';
import { passGate } from './gate';
import { redactor } from './redact';
import { isOnApiHost, MAX_REDIRECTS, redirected } from './redirect';
import { downMs, History, NextStep, nextStep } from './retry';
import { wholeNumber } from './answers/shape';
import { Transport } from './transport';

export type Send = (request: ApiRequest) => Promise<Answer>;

export interface SendOptions extends Pick<QueueOptions, 'priority' | 'signal' | 'startBy'> {
	client: HttpClient;
	credential: Credential;
	dryRun?: boolean;
	/** Maximum, throttled attempts included. If unset, only `nextStep` limits them. */
	attempts?: number;
}

/**
 * Creates a `Send`: each attempt goes through the host's queue, and `nextStep` decides on retries. `Send` throws
 * {ApiError} if all attempts fail, {DroppedError} when `signal` aborts, {ExpiredError} after `sendBefore`, or what
 * `passGate` throws.
 */
export function createSend({ queues, clock, random }: Transport, options: SendOptions): Send {
	const { client, credential, signal } = options;

	const attempt = async (request: ApiRequest, history: History): Promise<WithLimitReport<Attempted>> => {
		if (clock.now() > (request.sendBefore ?? Infinity)) throw new ExpiredError();
		const result = await client(request);
		const step = nextStep(request, result, history, random());
		const value = { result, step };
		if (!isOnApiHost(request, credential)) return { value };
		const isThrottled = result.kind === 'answer' && result.answer.status === 429;
		return {
			value,
			count: serverCount(result),
			pauseMs: step.retry && isThrottled ? step.afterMs : undefined,
			downMs: downMs(result),
		};
	};

	/** A download redirected to another host takes no slot, because the helpdesk does not count it. */
	const attemptWithSlot = async (request: ApiRequest, history: History, isRetry: boolean, wasRedirected: boolean) => {
		if (wasRedirected && !isOnApiHost(request, credential)) return (await attempt(request, history)).value;
		const { path, hold, sendBefore } = request;
		const usesHold = sendBefore !== undefined;
		const goesFirst = isRetry || usesHold || hold?.release;
		const priority = Math.min(options.priority, goesFirst ? Priority.retry : Infinity);
		const job = { priority, signal, hold, usesHold, startBy: options.startBy };
		return await queues.run(credential, path, job, () => attempt(request, history));
	};

	return async (asked) => {
		passGate(asked, credential, options.dryRun);
		const history: History = {
			attempts: 0,
			throttled: 0,
			mayHaveBeenApplied: false,
			isUrgent: isUrgent(options.priority),
		};
		const startedAt = clock.now();
		let request = asked;
		let last: AttemptResult | undefined;
		let unknownSince: Outcome | undefined;
		for (let redirects = 0; ;) {
			const isRetry = history.attempts + history.throttled > 0;
			const { result, step, isUnsent } = await attemptWithSlot(request, history, isRetry, redirects > 0).catch(
				lastResultOf(history, last),
			);
			last = result;
			const next = redirected(request, result, credential);
			if (next && redirects < MAX_REDIRECTS) {
				redirects += 1;
				request = next;
				continue;
			}
			const attempts = history.attempts + history.throttled + (isUnsent ? 0 : 1);
			const isLate = step.retry && !step.pauseQueue && clock.now() + step.afterMs > (options.startBy ?? Infinity);
			if (!step.retry || isLate || attempts >= (options.attempts ?? Infinity)) {
				if (!step.retry && step.done && result.kind === 'answer')
					return { ...result.answer, redirectedTo: request.redirectedTo };
				throw new ApiError(
					request,
					result,
					step.mayHaveBeenApplied,
					attempts,
					clock.now() - startedAt,
					unknownSince,
					redactor(asked),
				);
			}
			if (step.mayHaveBeenApplied) unknownSince ??= outcomeOf(request, result);
			history.mayHaveBeenApplied = step.mayHaveBeenApplied;
			if (step.pauseQueue) history.throttled += 1;
			else history.attempts += 1;
			if (!step.pauseQueue || !isOnApiHost(request, credential))
				await sleepUnlessAborted(clock, step.afterMs, signal);
		}
	};
}

interface Attempted {
	result: AttemptResult;
	step: NextStep;
	isUnsent?: boolean;
}

/** Returns the last attempt's result in an outage, or for a late write of unknown outcome. */
function lastResultOf({ mayHaveBeenApplied }: History, last?: AttemptResult): (error: unknown) => Attempted {
	return (error) => {
		const isLate = error instanceof LateError && mayHaveBeenApplied;
		if (!isLate && !(error instanceof UnavailableError)) throw error;
		const result = last ?? { kind: 'noAnswer', failure: 'unavailable', code: '' };
		return { result, step: { retry: false, done: false, mayHaveBeenApplied }, isUnsent: true };
	};
}

async function sleepUnlessAborted(clock: Clock, ms: number, signal?: AbortSignal) {
	if (signal?.aborted) throw new DroppedError();
	await new Promise<void>((resolve, reject) => {
		const release = onAbort(signal, () => reject(new DroppedError()));
		void clock.sleep(ms).then(() => {
			release();
			resolve();
		});
	});
}

function serverCount(result: AttemptResult) {
	if (result.kind !== 'answer') return undefined;
	const { 'x-ratelimit-limit': limitText, 'x-ratelimit-remaining': remainingText } = result.answer.headers;
	const [limit, remaining] = [wholeNumber(limitText), wholeNumber(remainingText)];
	return limit && remaining !== undefined ? { limit, remaining } : undefined;
}
