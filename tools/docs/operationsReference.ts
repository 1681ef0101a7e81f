import { describe } from '../../nodes/Helpdesk/description/compose';
import type { Operation } from '../../nodes/Helpdesk/operation';
import { COLLECTIONS, type Field } from '../../nodes/shared/field';
import { resources } from '../../nodes/Helpdesk/resources';
import { simpleAutomation, simpleContact, simpleConversation, simpleMessage, simpleTeammate } from '../../nodes/shared/simplify';
import { calls, operationsTable } from './operationsTable';

/** Every operation with its parameters, by the names that workflows store: docs/operations.md. */
export function operationsReference(): string {
	const sections = resources.flatMap((resource) => [
		`## ${resource.name} (\`${resource.value}\`)`,
		`${resource.description}.`,
		...resource.operations.map(operationText),
	]);
	return [INTRODUCTION, operationsTable(), PARAMETERS, ...sections, simplifyText()].join('\n\n') + '\n';
}

const INTRODUCTION = `# Operations and their parameters

Made by \`npm run docs\` from the node itself.`;

const PARAMETERS = `The names in code below are what workflows store. Parameters without a collection stand at the top; those
under \`additionalFields\`, \`updateFields\`, \`filters\`, \`options\` and \`sorting\` are optional.`;

function operationText(operation: Operation): string {
	const lines = [
		`### ${operation.name} (\`${operation.value}\`)`,
		'',
		[`${describe(operation)}.`.replace(/\.\.$/, '.'), calls(operation).join(', ')].join(' '),
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
	const sets = {
		conversation: simpleConversation,
		contact: simpleContact,
		message: simpleMessage,
		automation: simpleAutomation,
		teammate: simpleTeammate,
	};
	return [
		'## Simplify',
		"With Simplify on, a record is output with these fields alone, those of them that it has. A record that has none of them is output whole. An AI agent's tool has Output in its place, by which the fields can also be chosen one by one.",
		...Object.entries(sets).map(
			([name, simple]) =>
				`- ${name}: ${Object.keys(simple)
					.map((field) => `\`${field}\``)
					.join(', ')}`,
		),
	].join('\n\n');
}
