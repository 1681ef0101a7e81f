import { wholeNumber } from '../../../transport/answers/shape';
import { endpoints, type Endpoint, type OperationId } from '../../../contract/endpoints';
import { formOf, metaOf, succeeded, type Seen } from '../looks';
import type { Reading } from '../reading';
import type { EndpointFinding, ServiceReport } from '../report';

const operationIds = Object.keys(endpoints) as OperationId[];

/** Here a 404 may also mean that there is no such neighbour. */
const UNSURE = new Set<OperationId>(['getNextConversation', 'getPreviousConversation']);

/** How every endpoint stands, by the first request that is no question of its own. */
export function endpointsFound({ readings }: Seen): ServiceReport['endpoints'] {
	const findings = operationIds.map((operationId) => {
		const own = readings.filter((reading) => reading.operationId === operationId && reading.purpose !== 'nobody');
		const reading = own.find(({ answer }) => succeeded(answer)) ?? own[0];
		return [operationId, reading ? found(reading) : { state: 'not asked' }] as const;
	});
	return Object.fromEntries(findings) as ServiceReport['endpoints'];
}

function found({ operationId, answer }: Reading): EndpointFinding {
	if (answer === null) return { state: 'unclear' };
	const { status, body } = answer;
	if (succeeded(answer)) return { state: 'answers', status, form: formOf(body) };
	if (status === 401 || status === 403) return { state: 'refused', status };
	const missing = status === 405 || (status === 404 && !UNSURE.has(operationId));
	return { state: missing ? 'missing' : 'unclear', status };
}

/** Of the provisional ones that were asked, those whose answer says whether they are there. */
export const provisionalOf = (found: ServiceReport['endpoints']): EndpointFinding[] =>
	operationIds
		.filter((operationId) => (endpoints[operationId] as Endpoint).provisional && !UNSURE.has(operationId))
		.map((operationId) => found[operationId])
		.filter(({ state }) => state !== 'not asked');

/** The page size of each listing where none was asked for. */
export function pageSizesFound(seen: Seen): ServiceReport['pageSizes'] {
	const sizes = operationIds.flatMap((operationId) => {
		const [first] = seen
			.of(operationId, 'plain', 'nothing')
			.filter(({ query, body }) => query?.per_page === undefined && body?.display === undefined);
		const form = first && formOf(first.answer.body);
		if (!form?.endsWith('page')) return [];
		return [[operationId, wholeNumber(metaOf(first!.answer.body).per_page) ?? null] as const];
	});
	return Object.fromEntries(sizes);
}
