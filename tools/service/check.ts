import { type Endpoint, endpoints, type OperationId } from '../../contract/endpoints';
import { filledPath } from '../../nodes/shared/endpoint';
import { isObject, shapeOf } from '../../transport/answers/shape';
import { MAX_PER_PAGE } from '../../transport/paging';
import type { Answer } from '../../transport/request';
import { type Found, questions } from './questions';
import { type Asked, CheckError, idsOf, isSuccess, type Reading, Seen } from './seen';
import type { WriteFindings } from './writes';

/** Attempts of one check. */
export const MAX_REQUESTS = 60;

/** A throttled question is asked so many times. */
const TRIES = 3;

/** How many records are read; by default one. */
const RECORDS: Partial<Record<OperationId, number>> = { filterConversations: 3, listMessages: 4, getConversation: 2 };

const operationIds = Object.keys(endpoints) as OperationId[];

/** An answer to a question: `where` is what a helpdesk must have if it was not seen. */
export type Finding = { about: string } & (({ state: 'seen' } & Found) | { state: 'not seen'; where: string; value?: undefined; read?: undefined });

/**
 * Whether the helpdesk has an endpoint: `there` if it refused the request's values, `missing` for a 404 or 405 that can mean nothing
 * else, `unclear` for another failure. `not asked` if it writes, or if no record for its path was found.
 */
export interface EndpointFinding {
	state: 'answers' | 'there' | 'refused' | 'missing' | 'unclear' | 'not asked';
	status?: number;
	/** Names and types of the answer. */
	form?: string;
}

/** What a helpdesk showed, as a file that anybody may read: no ID, no token, no host, and no words of a customer or a teammate. */
export interface Report {
	report: typeof REPORT;
	/** Raised when an older reader would misread the file. */
	format: 2;
	/** In UTC. */
	day: string;
	requests: number;
	findings: Record<string, Finding>;
	endpoints: Record<OperationId, EndpointFinding>;
	/** Only with `--try-writes-on`. */
	writes?: WriteFindings;
}

export const REPORT = 'n8n-nodes-helpdesk service:check';

/** What to ask next. `seen` has everything that was read if there is nothing more to ask. */
export type Step = { request: ReturnType<typeof requestOf>; operationId: OperationId } | { request?: undefined; seen: Seen };

/**
 * Returns the next request: walks through the plan with the answers so far, so that a workflow needs no memory but its own runs.
 *
 * @param answers in the order of the requests; null if none came
 * @param inbox an inbox to read, for a helpdesk that lists none
 * @throws {CheckError} if the first answer shows that nothing can be read
 */
export function nextStep(answers: Array<Answer | null>, now: number, inbox?: string): Step {
	const seen = new Seen(now);
	for (const asked of plan(seen, inbox)) {
		const answer = answers[seen.readings.length];
		if (answer === undefined) return { request: requestOf(asked), operationId: asked.operationId };
		if (seen.readings.length === 0) refuseUnreadable(answer);
		seen.readings.push({ ...asked, answer });
		if (seen.readings.length === MAX_REQUESTS) break;
	}
	return { seen };
}

function requestOf({ operationId, ids, query = {}, body }: Asked) {
	const { method, path } = endpoints[operationId];
	const input = Object.fromEntries(Object.entries(ids).map(([name, id]) => [name.replace('_id', 'Id'), id]));
	return { method: method as 'GET' | 'POST', path: filledPath(path, input), query, ...(body && { body }) };
}

function refuseUnreadable(answer: Answer | null): void {
	if (answer === null) throw new CheckError('The helpdesk could not be reached. Check the address and your network.');
	const { status, body } = answer;
	if (status === 401) throw new CheckError('The helpdesk did not accept the token. Create a new one under Integrations, API Keys.');
	if (status < 500 && !isObject(body))
		throw new CheckError('No data came. Check the address, which ends with /v1. Or a firewall blocks this machine.');
}

/** First what the questions need, then every other endpoint that reads. */
function* plan(seen: Seen, inbox?: string): Generator<Asked> {
	const needed = ['listMyConversations', 'listInboxes', 'search', ...Object.values(questions).flatMap(({ asks }) => asks)] as OperationId[];
	for (const operationId of new Set<OperationId>(['getCurrentUser', ...needed, ...operationIds])) {
		if (!(endpoints[operationId] as Endpoint).readOnly) continue;
		for (const asked of asksOf(operationId, seen, inbox)) {
			for (let tries = 0; tries < TRIES && (tries === 0 || seen.readings.at(-1)!.answer?.status === 429); tries += 1) yield asked;
		}
	}
}

/** Asks nothing if no record for the path was seen. */
function* asksOf(operationId: OperationId, seen: Seen, inbox?: string): Generator<Asked> {
	const names = [...endpoints[operationId].path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
	const last = names.pop();
	const others = names.map((name) => [name, idsFor(name, seen, inbox)[0] ?? '']);
	const ids = last === undefined ? [{}] : idsFor(last, seen, inbox).map((id) => ({ ...Object.fromEntries(others), [last]: id }));
	for (const each of ids.slice(0, RECORDS[operationId] ?? 1)) {
		const asked = { operationId, ids: each };
		if (operationId === 'filterConversations') yield { ...asked, body: { display: { sort: 'newest', per_page: MAX_PER_PAGE, page: 1 } } };
		else if (operationId === 'search') yield { ...asked, body: { query: 'a' } };
		else if (operationId === 'listContacts') yield { ...asked, query: { per_page: MAX_PER_PAGE } };
		else yield asked;
	}
}

/** The IDs that were seen for a name in a path. */
function idsFor(name: string, seen: Seen, inbox?: string): string[] {
	const ids: Record<string, () => string[]> = {
		inbox_id: () => inboxesOf(seen, inbox),
		conversation_id: () => chosen(seen),
		contact_id: () => idsOf(seen.list('listContacts')),
		user_id: () => idsOf(seen.records('getCurrentUser')),
		automation_id: () => idsOf(seen.list('listAutomations')),
		knowledgebase_id: () => idsOf(seen.list('listKnowledgeBases')),
	};
	return ids[name]?.() ?? [];
}

/** The inboxes of most conversations first. */
function inboxesOf(seen: Seen, inbox?: string): string[] {
	const busy = idsOf(seen.list('listMyConversations', 'search'), 'inbox_id');
	const times = (id: string) => busy.filter((each) => each === id).length;
	const known = [...new Set([...idsOf(seen.list('listInboxes')), ...busy])].sort((a, b) => times(b) - times(a));
	return [...new Set([...(inbox === undefined ? [] : [inbox]), ...known])];
}

/** Conversations with a draft, with tags and with long threads first. */
function chosen({ conversations }: Seen): string[] {
	const long = [...conversations].sort((a, b) => Number(b.messages_count ?? 0) - Number(a.messages_count ?? 0));
	const withDraft = long.filter(({ is_draft: is }) => is === true).slice(0, 1);
	const withTags = long.filter(({ tags }) => Array.isArray(tags) && tags.length > 0).slice(0, 1);
	return [...new Set(idsOf([...withDraft, ...long.slice(0, 1), ...withTags, ...long]))];
}

/** The report of everything that was read. */
export function reportOf(seen: Seen): Report {
	const findings = Object.entries(questions).map(([name, { about, needs, find }]): [string, Finding] => {
		const found = find(seen);
		return [name, found ? { about, state: 'seen', ...found } : { about, state: 'not seen', where: `needs ${needs}` }];
	});
	return {
		report: REPORT,
		format: 2,
		day: new Date(seen.now).toISOString().slice(0, 10),
		requests: seen.readings.length,
		findings: Object.fromEntries(findings),
		endpoints: Object.fromEntries(
			operationIds.map((id) => [id, endpointFinding(seen.readings.filter(({ operationId }) => operationId === id))]),
		) as Report['endpoints'],
	};
}

/** Here a 404 may also mean that there is no such neighbour. */
const UNSURE: OperationId[] = ['getNextConversation', 'getPreviousConversation'];

function endpointFinding(readings: Reading[]): EndpointFinding {
	const { operationId, answer } = readings.find((reading) => isSuccess(reading.answer)) ?? readings[0] ?? {};
	if (!answer) return { state: operationId ? 'unclear' : 'not asked' };
	const { status, body } = answer;
	const isPage = typeof body === 'string' && body !== '';
	const form = isPage ? 'no data' : shapeOf(body);
	if (isSuccess(answer)) return { state: isPage ? 'unclear' : 'answers', status, form };
	if (isPage) return { state: 'unclear', status, form };
	if ([401, 403].includes(status)) return { state: 'refused', status };
	if ([400, 409, 412, 422].includes(status)) return { state: 'there', status };
	return { state: status === 405 || (status === 404 && !UNSURE.includes(operationId!)) ? 'missing' : 'unclear', status };
}

/** The report as a table. */
export function rowsOf({ findings, endpoints: found }: Report): Array<Record<'finding' | 'state' | 'value' | 'where' | 'read', string>> {
	const ofEndpoints = Object.entries(found).map(([operationId, { state, status, form }]) => {
		const { method, path, provisional }: Endpoint = endpoints[operationId as OperationId];
		const where = [status === undefined ? '' : `status ${status}`, provisional ? 'unconfirmed' : ''].filter(Boolean).join(', ');
		return { finding: `${method} ${path}`, state: state === 'not asked' ? 'not seen' : 'seen', value: state, where, read: form ?? '' };
	});
	const ofQuestions = Object.values(findings).map(({ about, state, value = '', where, read = '' }) => ({
		finding: about,
		state,
		value,
		where,
		read,
	}));
	return [...ofQuestions, ...ofEndpoints];
}
