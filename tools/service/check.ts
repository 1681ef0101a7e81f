import { type Endpoint, endpoints, type OperationId } from '../../contract/endpoints';
import { methodAndPath, namesInPath, requestTo } from '../../nodes/shared/endpoint';
import { isId, isObject } from '../../transport/answers/shape';
import { MAX_PER_PAGE } from '../../transport/paging';
import type { Answer, ApiRequest } from '../../transport/request';
import { type Found, questions } from './questions';
import { CheckError, idsOf, isSuccess, type Reading, Seen } from './seen';
import { shapeOf } from './shape';

/** Maximum number of requests of one check. */
export const MAX_REQUESTS = 60;

/** Maximum number of requests for a throttled question. */
const MAX_TRIES = 3;

const operationIds = Object.keys(endpoints) as OperationId[];

/** Asked first, because most questions need them. All other reading endpoints follow. */
const FIRST: OperationId[] = [
	...([
		'getCurrentUser',
		'listMyConversations',
		'listInboxes',
		'search',
		'filterConversations',
		'listMessages',
		'listUsers',
	] as const),
	...(['getConversation', 'listContacts', 'getContact', 'listInboxTags', 'listTags'] as const),
];

/** Number of records to read; default one. */
const RECORDS: Partial<Record<OperationId, number>> = { filterConversations: 3, listMessages: 4, getConversation: 2 };

const DETAILS: Partial<Record<OperationId, Pick<ApiRequest, 'query' | 'body'>>> = {
	filterConversations: { body: { display: { sort: 'newest', per_page: MAX_PER_PAGE, page: 1 } } },
	search: { body: { query: 'a' } },
	listContacts: { query: { per_page: MAX_PER_PAGE } },
};

/** An answer to a question. If nothing was seen, `where` names what a helpdesk must have. */
type Finding = { about: string } & (
	({ state: 'seen' } & Found) | { state: 'not seen'; where: string; value?: undefined; read?: undefined }
);

/**
 * Whether the helpdesk has an endpoint. `there`: it refused only the request's values. `missing`: a 404 or 405 that can
 * mean nothing else. `unclear`: another failure. `not asked`: it writes, or no record for its path was found.
 */
interface EndpointFinding {
	state: 'answers' | 'there' | 'refused' | 'missing' | 'unclear' | 'not asked';
	status?: number;
	/** Names and types of the answer. */
	form?: string;
}

/**
 * The findings about a helpdesk. Anybody may read them: they contain no ID, no token, no host, and no text of a
 * customer or a teammate.
 */
export interface Report {
	report: 'n8n-nodes-helpdesk service:check';
	/** Increased when older readers would misread the file. */
	format: 2;
	/** In UTC. */
	day: string;
	requests: number;
	findings: Record<string, Finding>;
	endpoints: Record<OperationId, EndpointFinding>;
}

/** The next request, or `seen` with everything that was read. */
export type Step = { request: ApiRequest; operationId: OperationId } | { request?: undefined; seen: Seen };

/**
 * Returns the next request, given the answers so far, so that a workflow needs no memory except its own runs.
 *
 * @param answers in the order of the requests; null if none came
 * @throws {CheckError} if the first answer shows that nothing can be read
 */
export function nextStep(answers: Array<Answer | null>, now: number): Step {
	const seen = new Seen(now);
	for (const { operationId, ids } of plan(seen)) {
		const answer = answers[seen.readings.length];
		if (answer === undefined)
			return { request: { query: {}, ...requestTo(operationId, ids), ...DETAILS[operationId] }, operationId };
		if (seen.readings.length === 0) refuseUnreadable(answer);
		seen.readings.push({ operationId, ids, answer });
		if (seen.readings.length === MAX_REQUESTS) break;
	}
	return { seen };
}

function refuseUnreadable(answer: Answer | null): void {
	if (answer === null) throw new CheckError('The helpdesk could not be reached. Check the address and your network.');
	const { status, body } = answer;
	if (status === 401)
		throw new CheckError('The helpdesk did not accept the token. Create a new one under Integrations, API Keys.');
	if (status < 500 && !isObject(body))
		throw new CheckError(
			'No data came. Check the address, which ends with /v1. Or a firewall blocks this machine.',
		);
}

/** Yields the readings. Skips endpoints whose path needs a record that was not seen. */
function* plan(seen: Seen): Generator<Pick<Reading, 'operationId' | 'ids'>> {
	for (const operationId of new Set([...FIRST, ...operationIds])) {
		const endpoint: Endpoint = endpoints[operationId];
		for (let record = 0; endpoint.readOnly && record < (RECORDS[operationId] ?? 1); record += 1) {
			const ids = Object.fromEntries(
				namesInPath(endpoint).map((name) => [name, IDS[name]?.(seen)[record] ?? '']),
			);
			if (Object.values(ids).includes('')) break;
			for (
				let tries = 0;
				tries < MAX_TRIES && (tries === 0 || seen.readings.at(-1)!.answer?.status === 429);
				tries += 1
			)
				yield { operationId, ids };
		}
	}
}

/** Functions that return the seen IDs for a name in a path. */
const IDS: Record<string, (seen: Seen) => string[]> = {
	inboxId: inboxesOf,
	kind: () => ['conversations'],
	conversationId: chosen,
	contactId: (seen) => idsOf(seen.list('listContacts')),
	userId: ({ user }) => idsOf([user]),
	automationId: (seen) => idsOf(seen.list('listAutomations')),
	knowledgebaseId: (seen) => idsOf(seen.list('listKnowledgeBases')),
};

/** Returns inboxes, those with most conversations first. */
function inboxesOf(seen: Seen): string[] {
	const busy = idsOf(seen.list('listMyConversations', 'search'), 'inbox_id');
	const times = (id: string) => busy.filter((each) => each === id).length;
	const own = [seen.user.inboxes].flat().filter(isId).map(String);
	const known = [...idsOf(seen.list('listInboxes')), ...busy, ...own].sort((a, b) => times(b) - times(a));
	return [...new Set(known)];
}

/** Returns conversations: those with drafts, tags and long threads first. */
function chosen({ conversations }: Seen): string[] {
	const long = [...conversations].sort((a, b) => Number(b.messages_count ?? 0) - Number(a.messages_count ?? 0));
	const withDraft = long.filter(({ is_draft: is }) => is === true).slice(0, 1);
	const withTags = long.filter(({ tags }) => Array.isArray(tags) && tags.length > 0).slice(0, 1);
	return [...new Set(idsOf([...withDraft, ...long.slice(0, 1), ...withTags, ...long]))];
}

/** Returns the report of everything that was read. */
export function reportOf(seen: Seen): Report {
	const findings = Object.entries(questions).map(([name, { about, needs, find }]): [string, Finding] => {
		const found = find(seen);
		return [
			name,
			found ? { about, state: 'seen', ...found } : { about, state: 'not seen', where: `needs ${needs}` },
		];
	});
	return {
		report: 'n8n-nodes-helpdesk service:check',
		format: 2,
		day: new Date(seen.now).toISOString().slice(0, 10),
		requests: seen.readings.length,
		findings: Object.fromEntries(findings),
		endpoints: Object.fromEntries(operationIds.map((id) => [id, endpointFinding(id, seen)])) as Report['endpoints'],
	};
}

/** A 404 of these may also mean that there is no next or previous conversation. */
const UNSURE: OperationId[] = ['getNextConversation', 'getPreviousConversation'];

function endpointFinding(operationId: OperationId, { readings }: Seen): EndpointFinding {
	const own = readings.filter((reading) => reading.operationId === operationId);
	const { answer } = own.find((reading) => isSuccess(reading.answer)) ?? own[0] ?? {};
	if (!answer) return { state: answer === null ? 'unclear' : 'not asked' };
	const { status, body } = answer;
	const isPage = typeof body === 'string' && body !== '';
	const form = isPage ? 'no data' : shapeOf(body);
	if (isSuccess(answer)) return { state: isPage ? 'unclear' : 'answers', status, form };
	if (isPage) return { state: 'unclear', status, form };
	if ([401, 403].includes(status)) return { state: 'refused', status };
	if ([400, 409, 412, 422].includes(status)) return { state: 'there', status };
	return {
		state: status === 405 || (status === 404 && !UNSURE.includes(operationId)) ? 'missing' : 'unclear',
		status,
	};
}

/** Returns the report as rows of a table. */
export function rowsOf({
	findings,
	endpoints: found,
}: Report): Array<Record<'finding' | 'state' | 'value' | 'where' | 'read', string>> {
	const ofQuestions = Object.values(findings).map(({ about: finding, state, value = '', where, read = '' }) => ({
		...{ finding, state, value, where, read },
	}));
	const ofEndpoints = operationIds.map((operationId) => {
		const { state, status, form = '' } = found[operationId];
		const endpoint: Endpoint = endpoints[operationId];
		const where = [status === undefined ? '' : `status ${status}`, endpoint.provisional ? 'unconfirmed' : '']
			.filter(Boolean)
			.join(', ');
		return {
			finding: methodAndPath(endpoint),
			state: state === 'not asked' ? 'not seen' : 'seen',
			value: state,
			where,
			read: form,
		};
	});
	return [...ofQuestions, ...ofEndpoints];
}
