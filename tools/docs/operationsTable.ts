import { endpointOf, endpointsOf, methodAndPath } from '../../nodes/shared/endpoint';
import type { Operation } from '../../nodes/Helpdesk/operation';
import { resources } from '../../nodes/Helpdesk/resources';

/** The table of what the node can do, for docs/operations.md; endpoints that are not confirmed in one of their own. */
export function operationsTable(): string {
	const rows = resources.flatMap((resource) => resource.operations.map((operation) => ({ resource: resource.name, operation })));
	const isProvisional = ({ operation }: (typeof rows)[number]) => endpointOf(operation)?.provisional === true;
	const provisional = rows.filter(isProvisional);
	const documented = `${table(rows.filter((row) => !isProvisional(row)))}\n\nPAT only: needs a personal access token, not one that a partner was issued.`;
	return provisional.length === 0 ? documented : `${documented}\n\nProvisional, not confirmed by the API documentation:\n\n${table(provisional)}`;
}

/** What an operation calls, as code. */
export function calls(operation: Operation): string[] {
	return endpointsOf(operation).map((endpoint) => `\`${methodAndPath(endpoint)}\``);
}

function table(rows: Array<{ resource: string; operation: Operation }>): string {
	const cells = rows.map(({ resource, operation }) => [
		resource,
		operation.name,
		operation.description,
		calls(operation).join('<br>') || 'any',
		endpointOf(operation)?.patOnly ? 'PAT only' : '',
	]);
	const lines = [['Resource', 'Operation', 'What it does', 'Endpoint', 'Notes'], Array(5).fill('---'), ...cells];
	return lines.map((line) => `| ${line.map((cell: string) => cell.replaceAll('|', '\\|')).join(' | ')} |`).join('\n');
}
