import type { World } from '../../../contract/worlds';
import { isObject } from '../../../transport/answers/shape';
import type { Answer } from '../../../transport/request';
import { succeeded, timeOf, type Seen } from '../looks';
import type { PassingAnswer } from '../reading';
import type { EndpointFinding, FactFinding } from '../report';
import { count, notShown, only, shown } from './finding';

const SECOND = 1000;
/** How far two clocks may be apart that are called the same, in ms. */
const SAME_CLOCK = 30 * SECOND;
const FIVE_MINUTES = 300 * SECOND;

export function rateHeaders({ answers }: Seen): FactFinding {
	const ordinary = answers.filter(succeeded);
	const kind = only(
		ordinary.map(({ headers }) =>
			headers['x-ratelimit-limit'] !== undefined && headers['x-ratelimit-remaining'] !== undefined ? 'always' : 'on429',
		),
	);
	return kind === undefined ? notShown('rateHeaders') : shown<'rateHeaders'>(kind, count(ordinary.length, 'ordinary answer'));
}

/** The form of Retry-After where a 429 came by itself. */
export function retryAfterForm(passing: PassingAnswer[]): World['retryAfter'] | null | undefined {
	const values = passing.flatMap(({ status, headers }) => (status === 429 ? (headers['retry-after'] ?? []) : []));
	return only(values.map((value) => (/^\d+$/.test(value) ? 'seconds' : Number.isNaN(Date.parse(value)) ? null : 'date')));
}

export function retryAfter(passing: PassingAnswer[]): FactFinding {
	const form = retryAfterForm(passing);
	return form === undefined ? notShown('retryAfter') : shown<'retryAfter'>(form, 'a request that was refused for the limit, by accident');
}

export function lateVisibility(seen: Seen): FactFinding {
	const ages = seen.of('filterConversations').flatMap(({ answer: { headers } }) => {
		const now = Date.parse(headers.date ?? '');
		return seen.conversations.flatMap(({ created_at: at }) => now - (timeOf(at) ?? NaN)).filter((age) => age >= 0 && age < SAME_CLOCK);
	});
	return ages.length === 0
		? notShown('lateVisibility')
		: shown<'lateVisibility'>('none', 'a conversation in a list that is younger than 30 seconds');
}

const CODE = /^[A-Z][A-Z0-9]*(_[A-Z0-9]+)+$/;

export function errorCodes({ answers }: Seen): FactFinding {
	const errors = answers.filter(({ status, body }) => status >= 400 && status < 500 && isObject(body));
	const kind = only(
		errors.map(({ body }) => (Object.values(body as object).some((value) => typeof value === 'string' && CODE.test(value)) ? 'present' : 'none')),
	);
	return kind === undefined ? notShown('errorCodes') : shown<'errorCodes'>(kind, count(errors.length, 'error'));
}

export function requestIdPlace(passing: PassingAnswer[]): FactFinding {
	const errors = passing.filter(({ status, body }) => status === 500 && isObject(body));
	const place = only(errors.map(placeOfRequestId));
	return place === undefined
		? notShown('requestIdPlace')
		: shown<'requestIdPlace'>(place, `${count(errors.length, 'internal error')} of the helpdesk, by accident`);
}

function placeOfRequestId({ headers, body }: PassingAnswer): World['requestIdPlace'] | null {
	const { request_id: own, error } = body as Record<string, unknown>;
	const header = headers['x-request-id'] !== undefined;
	const nested = isObject(error) && error.request_id !== undefined;
	if (nested) return header || own !== undefined ? null : 'nested';
	if (own !== undefined) return header ? 'headerAndBody' : 'body';
	return header ? 'header' : 'absent';
}

export function dateHeader({ answers }: Seen): FactFinding {
	const kind = only(answers.map(({ headers }) => (headers.date === undefined ? 'absent' : 'present')));
	return kind === undefined ? notShown('dateHeader') : shown<'dateHeader'>(kind, count(answers.length, 'answer'));
}

export function clockSkew({ readings }: Seen): FactFinding {
	const skews = readings.flatMap(({ answer, at }) => skewOf(answer, at) ?? []).sort((a, b) => a - b);
	const skew = skews[Math.floor(skews.length / 2)];
	if (skew === undefined) return notShown('clockSkew');
	const near = (ms: number) => Math.abs(skew - ms) <= SAME_CLOCK;
	const value = near(0) ? 'none' : near(FIVE_MINUTES) ? 'ahead5min' : near(-FIVE_MINUTES) ? 'behind5min' : null;
	return shown<'clockSkew'>(value, `the Date headers are ${Math.round(skew / SECOND)} seconds from the clock here`);
}

function skewOf(answer: Answer | null, at: number): number | undefined {
	const date = Date.parse(answer?.headers.date ?? '');
	return Number.isNaN(date) ? undefined : date - at;
}

/** Fewer endpoints say nothing of the others. */
const ENOUGH = 5;

/** @param provisional the endpoints that read and whose existence was asked for */
export function provisionalEndpoints(provisional: EndpointFinding[]): FactFinding {
	const there = provisional.filter(
		({ state, status = 0 }) => state === 'answers' || state === 'refused' || [400, 409, 412, 422].includes(status),
	).length;
	const missing = provisional.filter(({ state }) => state === 'missing').length;
	if (there + missing < ENOUGH) return notShown('provisionalEndpoints');
	const value = missing === 0 ? 'all' : there === 0 ? 'none' : 'some';
	return shown<'provisionalEndpoints'>(value, `${there} of ${count(there + missing, 'provisional endpoint')} that can be asked are there`);
}
