import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { contractOperations } from '../../contract/load';
import { endpoints, type OperationId } from '../../contract/endpoints';
import { describe } from '../../nodes/Helpdesk/description/compose';
import type { Operation } from '../../nodes/Helpdesk/operation';
import { resources } from '../../nodes/Helpdesk/resources';
import { EVENT_NAMES, eventOf, shownName } from '../../nodes/HelpdeskTrigger/core/events';
import { endpointOf, endpointsOf, methodAndPath } from '../../nodes/shared/endpoint';
import { COLLECTIONS, type Field } from '../../nodes/shared/field';
import {
	simpleAutomation,
	simpleContact,
	simpleConversation,
	simpleMessage,
	simpleTeammate,
} from '../../nodes/shared/simplify';
import { exampleFiles, examplesPage } from './examples';
import { failuresPage } from './failures';
import { storedForms } from './storedForms';

const project = join(__dirname, '../..');

/** Returns the files generated from node and contract, by path. */
export function generatedDocs(): Record<string, string> {
	return {
		'docs/operations.md': operationsPage(),
		'docs/examples.md': examplesPage(),
		'docs/failures.md': failuresPage(),
		'docs/trigger.md': triggerPage(),
		'test/contract/storedForms.json': storedForms(),
		...exampleFiles(),
	};
}

/** Returns docs/trigger.md with the table of events. */
function triggerPage(): string {
	const rows = EVENT_NAMES.map((name) => ({ name: shownName(name), ...eventOf(name) })).sort((a, b) =>
		a.name.localeCompare(b.name),
	);
	const table = rows
		.map(({ name, description, delay = 'next poll or later' }) => `| ${name} | ${description} | ${delay} |`)
		.join('\n');
	const head = '| event | fires when | how late |\n|---|---|---|';
	const page = readFileSync(join(project, 'docs/trigger.md'), 'utf8');
	return page.replace(/\| event \|[\s\S]*?\n\n/, () => `${head}\n${table}\n\n`);
}

const INTRODUCTION = `# Operations and their parameters

Made by \`npm run docs\` from the node itself.`;

const PARAMETERS = `The names in code below are what workflows store. Parameters without a collection stand at the top; those
under \`additionalFields\`, \`updateFields\`, \`filters\`, \`options\` and \`sorting\` are optional.`;

const NOTES =
	'PAT only: needs a personal access token, not one that a partner was issued. Not confirmed: the API documentation does not show the path.';

/** Returns docs/operations.md: every operation with its parameters, by the names that workflows store. */
function operationsPage(): string {
	const all = resources.flatMap((resource) =>
		resource.operations.map((operation) => rowOf(resource.name, operation)),
	);
	const head = ['Resource', 'Operation', 'What it does', 'Endpoint', 'Notes'];
	const table = [head, head.map(() => '---'), ...all].map(
		(cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`,
	);
	const sections = resources.flatMap((resource) => [
		`## ${resource.name} (\`${resource.value}\`)`,
		`${resource.description}.`,
		...resource.operations.map(operationText),
		...(resource.value === 'apiRequest' ? [otherEndpoints()] : []),
	]);
	return [INTRODUCTION, table.join('\n'), NOTES, PARAMETERS, ...sections, simplifyText()].join('\n\n') + '\n';
}

function rowOf(resource: string, operation: Operation): string[] {
	const endpoint = endpointOf(operation);
	const notes = [endpoint?.patOnly && 'PAT only', endpoint?.provisional && 'not confirmed']
		.filter(Boolean)
		.join(', ');
	return [resource, operation.name, operation.description, callsOf(operation).join('<br>') || 'any', notes];
}

/** Returns what no operation does, so that API Request has to. */
function otherEndpoints(): string {
	const used = new Set(
		resources.flatMap(({ operations }) => operations.flatMap((operation) => endpointsOf(operation))),
	);
	const rows = contractOperations()
		.filter(({ operationId }) => !used.has(endpoints[operationId as OperationId]))
		.map((operation) => {
			const place = methodAndPath(endpoints[operation.operationId as OperationId]);
			const { content } = (operation.requestBody ?? {}) as { content?: Record<string, { example?: object }> };
			const { example } = content?.['application/json'] ?? {};
			const body = example ? asCode(JSON.stringify(example)) : '';
			return `| ${operation.summary} | ${asCode(place)} | ${body} | not confirmed |`;
		});
	return [
		"For these there is no operation. Choose Send, and enter 'Method', 'Path' (the ID in place of the braces) and 'Body (JSON)':",
		'',
		'| What it does | Method and path | Body (JSON), such as | Notes |',
		'| --- | --- | --- | --- |',
		...rows,
	].join('\n');
}

const asCode = (text: string) => `\`${text}\``;

/** Returns the endpoints that an operation calls, as Markdown code. */
const callsOf = (operation: Operation) => endpointsOf(operation).map((endpoint) => asCode(methodAndPath(endpoint)));

function operationText(operation: Operation): string {
	const lines = [
		`### ${operation.name} (\`${operation.value}\`)`,
		'',
		[`${describe(operation)}.`.replace(/\.\.$/, '.'), callsOf(operation).join(', ')].join(' '),
		'',
		...(operation.fields ?? []).map((field) => fieldText(field)),
		...COLLECTIONS.flatMap((name) => (operation[name] ?? []).map((field) => fieldText(field, name))),
	];
	return lines.join('\n').trimEnd();
}

function fieldText({ property }: Field, collection?: string): string {
	const { name, displayName, description, required } = property;
	const marks = [displayName, required && !collection ? 'required' : ''].filter(Boolean).join(', ');
	return `- \`${collection ? `${collection}.` : ''}${name}\` (${marks}): ${description}`;
}

function simplifyText(): string {
	const list = (name: string, simple: object) => `- ${name}: ${Object.keys(simple).map(asCode).join(', ')}`;
	return [
		'## Simplify',
		"With Simplify on, a record is output with these fields alone, those of them that it has. A record that has none of them is output whole. An AI agent's tool has Output in its place, by which the fields can also be chosen one by one.",
		...[list('conversation', simpleConversation), list('contact', simpleContact), list('message', simpleMessage)],
		...[list('automation', simpleAutomation), list('teammate', simpleTeammate)],
	].join('\n\n');
}

/** Part of `npm run docs`. */
if (require.main === module)
	for (const [path, text] of Object.entries(generatedDocs())) writeFileSync(join(project, path), text);
