import { endpoints, type Endpoint } from '../../../contract/endpoints';
import { openFacts, type Fact } from '../../../contract/worlds';
import type { Answer } from '../../../transport/request';
import { MAX_REQUESTS } from '../budget';
import { reportOf } from '../found';
import { questions } from '../questions';
import type { Question, Reading } from '../reading';
import type { ServiceReport } from '../report';

/** An answer to a question, in the order in which they were asked. */
export interface Given {
	answer: Answer;
	/** When it came, in ms since the epoch. */
	at: number;
}

/** A request as the Helpdesk node's API Request takes it. */
export interface Request {
	method: string;
	path: string;
	/** One parameter at most; its name and value are empty for none. */
	query: { name: string; value: string };
	/** JSON; empty for none. */
	body: string;
}

/** A row of what a person reads first. */
export interface Row {
	finding: string;
	state: string;
	value: string;
	because: string;
}

export type NextStep = { done: false; request: Request } | { done: true; report: ServiceReport; rows: Row[] };

/** Nothing more can be told before it is answered. */
class Open {
	constructor(readonly question: Question) {}
}

/**
 * What a workflow asks next, or what it found: the questions of `npm run service:check`, gone through from their beginning with the answers
 * that are there. So a workflow needs no memory but its own past.
 *
 * @param now ms since the epoch
 */
export async function nextStep(given: Given[], now: number): Promise<NextStep> {
	const readings: Reading[] = [];
	const asked = questions(async (question) => {
		const { operationId, purpose = 'plain', query, body } = question;
		const known = given[readings.length];
		if (!known || readings.length >= MAX_REQUESTS) throw new Open(question);
		const reading: Reading = { operationId, purpose, query, body, ...known };
		readings.push(reading);
		return reading;
	});
	const open = await asked.then(
		() => undefined,
		(reason: unknown) => {
			if (reason instanceof Open) return reason;
			throw reason;
		},
	);
	if (open && readings.length < MAX_REQUESTS) return { done: false, request: requestOf(open.question) };
	const report = reportOf({ readings, passing: [], requests: readings.length }, now);
	return { done: true, report, rows: rowsOf(report) };
}

function requestOf({ operationId, ids = {}, query = {}, body }: Question): Request {
	const { method, path }: Endpoint = endpoints[operationId];
	const [[name, value] = ['', ''], ...others] = Object.entries(query);
	if (others.length > 0) throw new Error(`${operationId} is asked with several parameters, and the workflow has a row for one`);
	return {
		method,
		path: path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(ids[name]!)),
		query: { name, value: String(value) },
		body: body === undefined ? '' : JSON.stringify(body),
	};
}

function rowsOf({ facts, endpoints: found }: ServiceReport): Row[] {
	const ofFacts = Object.entries(facts).map(([fact, { state, value, because }]) => {
		const word = value === null ? 'another than is known' : (value ?? '');
		return { finding: openFacts[fact as Fact].about, state, value: word, because };
	});
	const ofEndpoints = Object.entries(found).map(([operationId, { state, status }]) => {
		const { method, path, provisional, readOnly }: Endpoint = endpoints[operationId as keyof typeof endpoints];
		const isShown = ['answers', 'missing', 'refused'].includes(state);
		return {
			finding: `${method} ${path}`,
			state: isShown ? 'shown' : readOnly ? 'not shown by what was read' : 'cannot be read',
			value: state,
			because: [provisional ? 'provisional' : '', status === undefined ? '' : `status ${status}`].filter(Boolean).join(', '),
		};
	});
	return [...ofFacts, ...ofEndpoints];
}
