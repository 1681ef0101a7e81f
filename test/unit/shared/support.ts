import type { Lookup } from '../../../nodes/shared/lookup/lookup';
import type { ApiRequest, Answer } from '../../../transport';
import { Cache } from '../../../transport/cache';
import { VirtualClock } from '../../support/virtualClock';

/** What a helpdesk answers by method and path; what has no answer here must not be asked for. */
export function lookupOn(answers: Record<string, unknown>) {
	const clock = new VirtualClock();
	const asked: ApiRequest[] = [];
	const send = async (request: ApiRequest): Promise<Answer> => {
		asked.push(request);
		const key = `${request.method} ${request.path}`;
		if (!(key in answers)) throw new Error(`${key} was asked for`);
		const body = answers[key];
		if (body instanceof Error) throw body;
		return { status: 200, headers: {}, body: typeof body === 'function' ? body(request) : body };
	};
	const lookup: Lookup = { send: send as Lookup['send'], cache: new Cache(clock), account: 'a', maxAgeMs: 300_000 };
	return { lookup, clock, asked, paths: () => asked.map(({ method, path }) => `${method} ${path}`) };
}
