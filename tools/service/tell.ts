import { endpoints, type OperationId } from '../../contract/endpoints';
import { factNames } from '../../contract/worlds';
import type { FactState, ServiceReport } from './report';

const operationIds = Object.keys(endpoints) as OperationId[];

const states: FactState[] = ['shown', 'not shown by what was read', 'cannot be read'];

/** A report as a table for the screen: every open fact, then how many endpoints answer, and which do not. */
export function tell({ facts, endpoints: found, requests }: ServiceReport): string {
	const width = Math.max(...factNames.map(({ length }) => length));
	const blocks = states.map((state) => {
		const rows = factNames.filter((fact) => facts[fact].state === state);
		const lines = rows.map((fact) => {
			const { value, because } = facts[fact];
			return `  ${fact.padEnd(width)}  ${state === 'shown' ? `${value ?? 'none of the values that are known'} (${because})` : because}`;
		});
		return [`${state} (${rows.length} of ${factNames.length}):`, ...lines].join('\n');
	});
	const asked = operationIds.filter((operationId) => found[operationId].state !== 'not asked');
	const others = asked.filter((operationId) => found[operationId].state !== 'answers');
	const endpointLines = others.map((operationId) => {
		const { method, path } = endpoints[operationId];
		const { state, status } = found[operationId];
		return `  ${state.padEnd(8)} ${method.padEnd(4)} ${path} ${status === undefined ? '(no answer)' : `(${status})`}`;
	});
	const summary = [
		`${asked.length - others.length} of ${asked.length} endpoints that were asked answer${others.length > 0 ? '; the others:' : '.'}`,
		...endpointLines,
	].join('\n');
	return `${[...blocks, summary].join('\n\n')}\n${requests} requests, none of them wrote anything.\n`;
}
