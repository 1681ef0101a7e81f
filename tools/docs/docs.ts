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

const NOTES =
	'PAT only: works only with a personal access token, not with a partner token. Not confirmed: the API documentation does not show the path.';

const PARAMETERS = `Workflows store the names in code. Parameters without a collection are at the top of the editor. Those under
\`additionalFields\`, \`updateFields\`, \`filters\`, \`options\` and \`sorting\` are optional.`;

const COMMON = 'Other common parameters';

/** Names of parameters that many operations have, by the heading of the section that describes them. */
const SHARED: Record<string, RegExp> = {
	'Options of every write': /onlyOncePer|dryRun|receipt/,
	'Options of the output': /options\.(simplify|output)/,
	'Hours of the team': /closedStatuses|countedIn|opening|opensAt|closesAt|holidays/,
	[COMMON]: /./,
};

/** A parameter that this many operations describe in the same words is described once. */
const MANY = 3;

/** n8n's sentence below each dropdown of several records. */
const OF_N8N = /\. Choose from the list, or specify IDs using an <a [^>]*>expression<\/a>\./;

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
		sentence(resource.description),
		...resource.operations.map(operationText),
		...(resource.value === 'apiRequest' ? [otherEndpoints()] : []),
	]);
	return [INTRODUCTION, table.join('\n'), NOTES, PARAMETERS, ...commonTexts(), ...sections, simplifyText()]
		.join('\n\n')
		.concat('\n');
}

const linesOf = (operation: Operation): string[] => [
	...(operation.fields ?? []).map((field) => fieldText(field)),
	...COLLECTIONS.flatMap((name) => (operation[name] ?? []).map((field) => fieldText(field, name))),
];

const nameIn = (line: string) => /`[^`]+`/.exec(line)![0];

const allLines = resources.flatMap(({ operations }) => operations.flatMap(linesOf));

/** Returns the heading of the section that describes a parameter of many operations; otherwise undefined. */
function headingOf(line: string): string | undefined {
	if (allLines.filter((each) => each === line).length < MANY) return undefined;
	return Object.keys(SHARED).find((heading) => SHARED[heading]!.test(nameIn(line)));
}

/** Returns the sections that describe parameters of many operations. */
function commonTexts(): string[] {
	const lines = [...new Set(allLines)];
	return Object.keys(SHARED).map((heading) =>
		[`## ${heading}\n`, ...lines.filter((line) => headingOf(line) === heading)].join('\n'),
	);
}

function rowOf(resource: string, operation: Operation): string[] {
	const endpoint = endpointOf(operation);
	const notes = [endpoint?.patOnly && 'PAT only', endpoint?.provisional && 'not confirmed']
		.filter(Boolean)
		.join(', ');
	return [resource, operation.name, operation.description, callsOf(operation).join('<br>') || 'any', notes];
}

/** Returns a table of the endpoints that only API Request can call. */
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
			const notes = [operation['x-pat-only'] && 'PAT only', 'not confirmed'].filter(Boolean).join(', ');
			return `| ${operation.summary} | ${asCode(place)} | ${body} | ${notes} |`;
		});
	return [
		"These endpoints have no operation. Choose Send, and enter 'Method', 'Path' (with IDs instead of braces) and 'Body (JSON)':",
		'',
		'| What it does | Method and path | Body (JSON), such as | Notes |',
		'| --- | --- | --- | --- |',
		...rows,
	].join('\n');
}

const asCode = (text: string) => `\`${text}\``;

const sentence = (text: string) => (text.endsWith('.') ? text : `${text}.`);

/** Returns the endpoints that an operation calls, as Markdown code. */
const callsOf = (operation: Operation) => endpointsOf(operation).map((endpoint) => asCode(methodAndPath(endpoint)));

function operationText(operation: Operation): string {
	const lines = linesOf(operation);
	const headings = new Set(lines.map(headingOf));
	const common = [
		...lines.filter((line) => headingOf(line) === COMMON).map(nameIn),
		...Object.keys(SHARED)
			.filter((heading) => heading !== COMMON && headings.has(heading))
			.map((heading) => `[${heading.toLowerCase()}](#${heading.toLowerCase().replaceAll(' ', '-')})`),
	];
	return [
		`### ${operation.name} (\`${operation.value}\`)\n`,
		`${sentence(describe(operation))}\n`,
		...lines.filter((line) => !headingOf(line)),
		...(common.length > 0 ? [`- ${common.join(', ')}`] : []),
	]
		.join('\n')
		.trimEnd();
}

function fieldText({ property }: Field, collection?: string): string {
	const { name, displayName, description = '', required } = property;
	const marks = [displayName, required && !collection ? 'required' : ''].filter(Boolean).join(', ');
	return `- \`${collection ? `${collection}.` : ''}${name}\` (${marks}): ${description.replace(OF_N8N, '')}`;
}

function simplifyText(): string {
	const list = (name: string, simple: object) => `- ${name}: ${Object.keys(simple).map(asCode).join(', ')}`;
	return [
		'## Simplify',
		"With Simplify on, a record is output with only these fields, as far as it has them. A record that has none of them is output whole. An AI agent's tool has Output instead, where you can also choose single fields.",
		...[list('conversation', simpleConversation), list('contact', simpleContact), list('message', simpleMessage)],
		...[list('automation', simpleAutomation), list('teammate', simpleTeammate)],
	].join('\n\n');
}

/** Part of `npm run docs`. */
if (require.main === module)
	for (const [path, text] of Object.entries(generatedDocs())) writeFileSync(join(project, path), text);
