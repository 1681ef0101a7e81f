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

/** Parameters that many operations have, by the heading of the section that describes them. */
const SHARED = {
	'Options of every write': ['onlyOncePer', 'dryRun', 'receipt'],
	'Options of the output': ['simplify', 'output', 'outputFields'],
	'Hours of the team': [
		'closedStatuses',
		'countedIn',
		'openingDays',
		'opensAt',
		'closesAt',
		'holidays',
		'openingZone',
	],
};

const COMMON = 'Other common parameters';

/** n8n's sentence below each dropdown of several records. */
const OF_N8N = /\. Choose from the list, or specify IDs using an <a [^>]*>expression<\/a>\./;

/** A parameter that this many operations describe in the same words is described once. */
const MANY = 3;

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
	return [INTRODUCTION, table.join('\n'), NOTES, PARAMETERS, ...commonTexts(), ...sections, simplifyText()]
		.join('\n\n')
		.concat('\n');
}

/** Returns the parameters of an operation, each as its name and a line. */
function parametersOf(operation: Operation): Array<[name: string, line: string]> {
	const top = (operation.fields ?? []).map((field) => fieldText(field));
	const others = COLLECTIONS.flatMap((name) => (operation[name] ?? []).map((field) => fieldText(field, name)));
	return [...top, ...others].map((line) => [/^- `([\w.]+)`/.exec(line)![1]!, line]);
}

/** Number of operations with a line, by line. */
const uses = new Map<string, number>();
for (const [, line] of resources.flatMap(({ operations }) => operations.flatMap(parametersOf)))
	uses.set(line, (uses.get(line) ?? 0) + 1);

/** Returns the heading under which a parameter of many operations is described; otherwise undefined. */
function sharedUnder([name, line]: [string, string]): string | undefined {
	const group = Object.entries(SHARED).find(([, names]) => names.some((each) => name === `options.${each}`));
	return uses.get(line)! < MANY ? undefined : (group?.[0] ?? COMMON);
}

/** Returns the sections that describe parameters of many operations. */
function commonTexts(): string[] {
	const all = new Map(
		resources.flatMap(({ operations }) => operations.flatMap(parametersOf)).map((each) => [each[1], each]),
	);
	return [...Object.keys(SHARED), COMMON].flatMap((heading) => {
		const lines = [...all.values()].filter((each) => sharedUnder(each) === heading).map(([, line]) => line);
		return [`## ${heading}`, (heading === COMMON ? lines.sort() : lines).join('\n')];
	});
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
			return `| ${operation.summary} | ${asCode(place)} | ${body} | not confirmed |`;
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

/** Returns the endpoints that an operation calls, as Markdown code. */
const callsOf = (operation: Operation) => endpointsOf(operation).map((endpoint) => asCode(methodAndPath(endpoint)));

function operationText(operation: Operation): string {
	const parameters = parametersOf(operation);
	const under = (heading: string) => parameters.filter((each) => sharedUnder(each) === heading);
	const common = [
		...under(COMMON).map(([name]) => asCode(name)),
		...Object.keys(SHARED)
			.filter((heading) => under(heading).length > 0)
			.map((heading) => `[${heading.toLowerCase()}](#${heading.toLowerCase().replaceAll(' ', '-')})`),
	];
	const lines = [
		`### ${operation.name} (\`${operation.value}\`)`,
		'',
		`${describe(operation)}.`.replace(/\.\.$/, '.'),
		'',
		...parameters.filter((each) => !sharedUnder(each)).map(([, line]) => line),
		...(common.length > 0 ? [`- ${common.join(', ')}`] : []),
	];
	return lines.join('\n').trimEnd();
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
