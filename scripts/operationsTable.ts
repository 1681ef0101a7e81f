import { loadContract, type ContractOperation } from '../contract/load';
import type { Operation } from '../nodes/Helpdesk/operation';
import { resources } from '../nodes/Helpdesk/resources';

/** The contract's endpoints by "METHOD /path". */
const endpoints = new Map<string, ContractOperation>(
	Object.entries(loadContract().paths ?? {}).flatMap(([path, item]) =>
		Object.entries(item ?? {})
			.filter(([, entry]) => 'operationId' in Object(entry))
			.map(([method, entry]) => [`${method.toUpperCase()} ${path}`, entry as ContractOperation] as const),
	),
);

export function endpointsOf({ endpoint, alsoUses = [] }: Operation): string[] {
	return endpoint ? [endpoint, ...alsoUses] : [];
}

/** The table of what the node can do, for docs/operations.md; endpoints that are not confirmed in one of their own. */
export function operationsTable(): string {
	const rows = resources.flatMap((resource) => resource.operations.map((operation) => ({ resource: resource.name, operation })));
	const isProvisional = ({ operation }: (typeof rows)[number]) => endpoints.get(operation.endpoint ?? '')?.['x-provenance'] === 'provisional';
	const provisional = rows.filter(isProvisional);
	const documented = `${table(rows.filter((row) => !isProvisional(row)))}\n\nPAT only: needs a personal access token, not one that a partner was issued.`;
	return provisional.length === 0 ? documented : `${documented}\n\nProvisional, not confirmed by the API documentation:\n\n${table(provisional)}`;
}

function table(rows: Array<{ resource: string; operation: Operation }>): string {
	const cells = rows.map(({ resource, operation }) => [
		resource,
		operation.name,
		operation.description,
		endpointsOf(operation).map((endpoint) => `\`${endpoint}\``).join('<br>') || 'any',
		notes(operation),
	]);
	const lines = [['Resource', 'Operation', 'What it does', 'Endpoint', 'Notes'], Array(5).fill('---'), ...cells];
	return lines.map((line) => `| ${line.map((cell: string) => cell.replaceAll('|', '\\|')).join(' | ')} |`).join('\n');
}

function notes({ endpoint }: Operation): string {
	return endpoint && endpoints.get(endpoint)?.['x-pat-only'] ? 'PAT only' : '';
}
