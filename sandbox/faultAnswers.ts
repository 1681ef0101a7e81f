import { randomUUID } from 'node:crypto';
import type { Answer } from './answer';
import type { Fault, MalformedPage } from './faults';

/** What the client gets for a fault; `answer` is what it would have got, which a malformed page is made of. */
export function faultAnswer(fault: Exclude<Fault, { kind: 'slow' }>, answer: Answer | null): Answer {
	switch (fault.kind) {
		case 'status':
			return statusAnswer(fault);
		case 'html':
			return htmlAnswer(fault.status ?? 502);
		case 'drop':
			return { status: 0, headers: {}, body: '' };
		case 'redirect':
			return { status: fault.status ?? 302, headers: { location: fault.to }, body: '' };
		case 'file':
			return fileAnswer(fault);
		case 'malformedPage':
			return malformedAnswer(answer!, fault.how);
	}
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

/** 500 with a request id and without a stack trace (contract, Errors). */
export function serverError(message = 'Server Error', headers: Record<string, string> = {}, id = randomUUID() as string): Answer {
	return { status: 500, headers: { ...headers, 'x-request-id': id }, body: { message, request_id: id } };
}

/** What a gateway in front of the service says. */
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
	return { ...answer, headers: { ...answer.headers, 'content-type': 'application/json' }, body: malformed(answer.body, how) };
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
