import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { WorkflowInput } from '../n8n/workflow';

const project = join(__dirname, '../..');

/** A section of the examples.md beside this file, the only place for an example's texts. */
interface Text {
	/** The file's name in `examples/`. */
	name: string;
	title: string;
	/** The users for whom the example is. */
	audience: string;
	/** Sentences that describe the example. */
	steps: string[];
	/** "Before the first run:" and a numbered list of the user's choices. */
	choose: string[];
	/** The user's steps after the choices. */
	finish: string[];
	/** Pictures and links, for docs/examples.md only. */
	rest: string[];
}

const [INTRODUCTION, ...SECTIONS] = readFileSync(join(__dirname, 'examples.md'), 'utf8').split('\n## ');

export const exampleTexts: Text[] = SECTIONS.map((section) => {
	const [heading, audience, ...parts] = section.trim().split('\n\n');
	const [, title, name] = /^\[(.+)\]\(\.\.\/examples\/(.+)\.json\)$/.exec(heading!)!;
	const at = parts.findIndex((part) => part === '**Before the first run:**');
	const after = parts.slice(at + 2);
	const isRest = (part: string) => /^(!\[|More: )/.test(part);
	const inSteps = parts.slice(0, at);
	return {
		name: name!,
		title: title!,
		audience: audience!,
		steps: inSteps.filter((part) => !isRest(part)),
		choose: parts.slice(at, at + 2),
		finish: after.filter((part) => !isRest(part)),
		rest: [...inSteps, ...after].filter(isRest),
	};
});

/** Returns whether a sentence explains the limit. docs/examples.md explains it only once. */
const isLimit = (part: string) => part.startsWith('**It starts with Limit 5:**');

/** Returns docs/examples.md, without the choices, which the canvas shows. */
export function examplesPage(): string {
	const sections = exampleTexts.map(({ name, title, audience, steps, rest }) =>
		[`## [${title}](../examples/${name}.json)`, audience, ...steps.filter((part) => !isLimit(part)), ...rest].join(
			'\n\n',
		),
	);
	return [INTRODUCTION!.trim(), ...sections].join('\n\n').concat('\n');
}

/** Returns the example files with title and yellow note, by path. */
export function exampleFiles(): Record<string, string> {
	return Object.fromEntries(
		exampleTexts.map((text) => {
			const path = `examples/${text.name}.json`;
			const workflow = JSON.parse(readFileSync(join(project, path), 'utf8')) as WorkflowInput;
			const nodes = workflow.nodes.map((node) =>
				node.name === 'About this workflow' ? { ...node, ...noteOf(text, node) } : node,
			);
			return [path, `${JSON.stringify({ ...workflow, name: text.title, nodes }, null, 2)}\n`];
		}),
	);
}

const inOneLine = (part: string) => part.replace(/\n(?!\d\. ) */g, ' ');

/** Returns the note. It grows upwards, away from the nodes. */
function noteOf(
	{ title, audience, steps, choose, finish }: Text,
	{ position, parameters }: WorkflowInput['nodes'][number],
) {
	const parts = [`${audience} ${steps[0]}`, ...steps.slice(1), ...choose, ...finish].map(inOneLine);
	const { width, height: before } = parameters as { width: number; height: number };
	const lines = parts.flatMap((part) => part.split('\n')).map((line) => Math.ceil((line.length * 7) / (width - 40)));
	const height = 90 + 17 * lines.reduce((sum, count) => sum + count, 0) + 4 * parts.length;
	return {
		position: [position[0], position[1] + before - height] as [number, number],
		parameters: { width, height, content: [`## ${title}`, ...parts].join('\n\n') },
	};
}

const INSTALL =
	'Install the community node `n8n-nodes-helpdesk` (**Settings → Community nodes**), and create a **Helpdesk API** credential.';

/** Returns title and description of an example for n8n's template gallery. */
export function templateOf({ name, title, audience, steps, choose, finish }: Text): string {
	const file = readFileSync(join(project, 'examples', `${name}.json`), 'utf8');
	const chooses = choose[1]!.split(/^\d\. /m).slice(1);
	const set = [INSTALL, ...chooses, ...finish].map((step, index) => `${index + 1}. ${inOneLine(step.trim())}`);
	const needs = [
		'A helpdesk account with a personal access token',
		...(file.includes('lmChat') ? ['An account for a chat model, such as OpenAI'] : []),
	];
	return [
		`# ${title}`,
		"## Who's it for",
		inOneLine(audience.replace(/^For (.)/, (_, first: string) => first.toUpperCase())),
		'## How it works',
		...steps.map(inOneLine),
		'## How to set up',
		set.join('\n'),
		'## Requirements',
		needs.map((need) => `- ${need}`).join('\n'),
	]
		.join('\n\n')
		.concat('\n');
}

/** `npm run templates`: writes the descriptions for n8n's template gallery. */
if (require.main === module) {
	const folder = join(project, '.cache/templates');
	mkdirSync(folder, { recursive: true });
	for (const text of exampleTexts) writeFileSync(join(folder, `${text.name}.md`), templateOf(text));
	console.log(folder);
}
