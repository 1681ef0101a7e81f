import { randomUUID } from 'node:crypto';
import type { Random } from '../contract/random';
import type { Answer } from './call';

/** A failure. `when` is before (default) or after the request takes effect. */
export type Fault =
	| { kind: 'status'; status: number; message?: string; retryAfter?: number | string; when?: When }
	| { kind: 'html'; status?: number; when?: When }
	| { kind: 'drop'; when?: When }
	| { kind: 'slow'; ms: number }
	| { kind: 'malformedPage'; how: MalformedPage }
	| { kind: 'redirect'; to: string; status?: number }
	/** A file in place of JSON, as for a downloaded attachment. `bytes` are base64. */
	| { kind: 'file'; bytes: string; name?: string; type?: string };

export type When = 'before' | 'after';
type MalformedPage =
	'dataNotArray' | 'missingData' | 'missingMeta' | 'missingLinks' | 'nextIsSelf' | 'truncatedJson' | 'emptyBody';

/** Which requests a fault affects. */
export type FaultRule = Fault & {
	method?: string;
	/** Path below /v1; `*` matches one segment, `**` anything. By default every path. */
	path?: string;
	/** Number of affected requests; 0 for all. Default 1. */
	times?: number;
	/** Number of matching requests to skip first. Default 0. */
	skip?: number;
	/** Probability for each matching request, drawn by the sandbox's seed. Default 1. */
	probability?: number;
};

interface ActiveRule {
	rule: FaultRule;
	path: RegExp;
	skipped: number;
	met: number;
}

/** The active faults, in the order in which they were added. */
export class Faults {
	private rules: ActiveRule[] = [];

	constructor(private readonly random: Random) {}

	add(rule: FaultRule) {
		this.rules.push({ rule, path: pattern(rule.path ?? '/**'), skipped: 0, met: 0 });
	}

	clear() {
		this.rules = [];
	}

	/** Returns the total delay (ms) and at most one other fault for a request. */
	next(method: string, path: string): { delayMs: number; fault: Exclude<FaultRule, { kind: 'slow' }> | null } {
		let delayMs = 0;
		let fault: Exclude<FaultRule, { kind: 'slow' }> | null = null;
		for (const active of this.rules) {
			const { rule } = active;
			if (fault !== null && rule.kind !== 'slow') continue;
			if (!this.meets(active, method, path)) continue;
			active.met += 1;
			if (rule.kind === 'slow') delayMs += rule.ms;
			else fault = rule;
		}
		this.rules = this.rules.filter(({ rule, met }) => rule.times === 0 || met < (rule.times ?? 1));
		return { delayMs, fault };
	}

	private meets(active: ActiveRule, method: string, path: string): boolean {
		const { rule } = active;
		if ((rule.method ?? method).toUpperCase() !== method || !active.path.test(path)) return false;
		if (active.skipped < (rule.skip ?? 0)) {
			active.skipped += 1;
			return false;
		}
		return rule.probability === undefined || this.random.next() < rule.probability;
	}
}

function pattern(path: string): RegExp {
	const parts = path.split(/(\*\*|\*)/).map((part) => {
		if (part === '**') return '.*';
		if (part === '*') return '[^/]+';
		return part.replace(/[.+?^${}()|[\]\\]/g, '\\$&');
	});
	return new RegExp(`^${parts.join('')}$`);
}

/** Returns the answer that replaces `answer`. A malformed page is made from `answer`. */
export function faultAnswer(fault: Exclude<Fault, { kind: 'slow' }>, answer: Answer | null): Answer {
	if (fault.kind === 'status') return statusAnswer(fault);
	if (fault.kind === 'html') return htmlAnswer(fault.status ?? 502);
	if (fault.kind === 'drop') return { status: 0, headers: {}, body: '' };
	if (fault.kind === 'redirect') return { status: fault.status ?? 302, headers: { location: fault.to }, body: '' };
	return fault.kind === 'file' ? fileAnswer(fault) : malformedAnswer(answer!, fault.how);
}

function statusAnswer({ status, message, retryAfter }: Extract<Fault, { kind: 'status' }>): Answer {
	const headers: Record<string, string> = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) };
	if (status === 500) return serverError(message, headers);
	const body: Record<string, unknown> = { message: message ?? usualMessages[status] ?? 'Something went wrong.' };
	if (status === 422) body.errors = { field: ['The field is invalid.'] };
	return { status, headers, body };
}

const usualMessages: Record<number, string> = {
	401: 'Unauthenticated.',
	412: 'Nothing to update',
	422: 'The given data was invalid.',
	429: 'Too Many Attempts.',
	503: 'Service Unavailable',
};

/** Returns a 500 with a request ID and no stack trace (contract, Errors). */
export function serverError(
	message = 'Server Error',
	headers: Record<string, string> = {},
	id = randomUUID() as string,
): Answer {
	return { status: 500, headers: { ...headers, 'x-request-id': id }, body: { message, request_id: id } };
}

/** Returns the answer of a gateway in front of the service. */
function htmlAnswer(status: number): Answer {
	const body = `<html><head><title>${status}</title></head><body><center><h1>${status}</h1></center><hr><center>nginx</center></body></html>`;
	return { status, headers: { 'content-type': 'text/html' }, body };
}

function fileAnswer({ bytes, name, type = 'application/octet-stream' }: Extract<Fault, { kind: 'file' }>): Answer {
	const headers: Record<string, string> = { 'content-type': type };
	if (name !== undefined) headers['content-disposition'] = `attachment; filename="${name}"`;
	return { status: 200, headers, body: Buffer.from(bytes, 'base64') };
}

interface Page {
	data?: unknown;
	links?: { next?: string | null };
	meta?: { current_page?: number; last_page?: number; path?: string };
}

function malformedAnswer(answer: Answer, how: MalformedPage): Answer {
	if (answer.status >= 400) return answer;
	return {
		...answer,
		headers: { ...answer.headers, 'content-type': 'application/json' },
		body: malformed(answer.body, how),
	};
}

function malformed(body: unknown, how: MalformedPage): unknown {
	if (how === 'emptyBody') return '';
	if (how === 'truncatedJson') return JSON.stringify(body).slice(0, -20);
	const copy = structuredClone(body) as Page & { data?: { conversations?: Page } };
	spoil(copy.data?.conversations ?? copy, how);
	return copy;
}

function spoil(page: Page, how: MalformedPage) {
	if (how === 'dataNotArray') page.data = { items: page.data };
	if (how === 'missingData') delete page.data;
	if (how === 'missingMeta') delete page.meta;
	if (how === 'missingLinks') delete page.links;
	if (how === 'nextIsSelf') {
		page.links = { ...page.links, next: `${page.meta?.path}?page=${page.meta?.current_page}` };
		if (page.meta?.last_page !== undefined) page.meta.last_page = (page.meta.current_page ?? 1) + 1;
	}
}
