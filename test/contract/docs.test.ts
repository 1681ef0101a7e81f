import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { generatedDocs } from '../../tools/docs/docs';
import { exampleTexts, templateOf } from '../../tools/docs/examples';
import { endpointList, endpointsFile } from '../../tools/docs/endpoints';
import { contractEndpoints } from './contractRows';

const docs = generatedDocs();
const table = docs['docs/operations.md']!;

test.each(Object.keys(docs))('%s is up to date: otherwise run "npm run docs"', (path) => {
	expect(readFileSync(join(__dirname, '../..', path), 'utf8')).toBe(docs[path]);
});

test('contract/endpoints.ts is up to date: otherwise run "npm run docs"', () => {
	expect(readFileSync(endpointsFile, 'utf8')).toBe(endpointList());
});

test('docs/operations.md lists every endpoint, and marks those that need a personal access token', () => {
	for (const { key, operation } of contractEndpoints) {
		const rows = table.split('\n').filter((line) => line.startsWith('|') && line.includes(`\`${key}\``));
		expect([key, rows.length > 0]).toEqual([key, true]);
		// The first endpoint in a row is the operation's own. Others may have another mark.
		for (const row of rows.filter((each) => each.includes(`| \`${key}\``)))
			expect([key, /\| PAT only[^|]*\|$/.test(row)]).toEqual([key, operation['x-pat-only'] === true]);
	}
});

test.each([
	['README.md', 950],
	['docs/trigger.md', 750],
])('%s has at most %i words, without the generated table of events', (path, most) => {
	const text = readFileSync(join(__dirname, '../..', path), 'utf8')
		.replace(/\]\([^)]*\)/g, ']')
		.replace(/^\| event \| fires[^]*?\n\n/m, '');
	expect(text.split(/\s+/).filter((word) => /[A-Za-z0-9]/.test(word)).length).toBeLessThanOrEqual(most);
});

test('the README shows a picture before the installation, and every picture of the documents exists', () => {
	const root = join(__dirname, '../..');
	const picturesIn = (text: string) => [...text.matchAll(/!\[[^\]]{20,}\]\(([^)]+)\)/g)].map(([, path]) => path!);
	const [firstScreen] = readFileSync(join(root, 'README.md'), 'utf8').split('\n## Install');
	expect(picturesIn(firstScreen!)).toHaveLength(1);
	const shown = ['README.md', 'docs/examples.md', 'docs/safe-hands.md'].flatMap((file) =>
		picturesIn(readFileSync(join(root, file), 'utf8')).map((path) => join(root, dirname(file), path)),
	);
	expect(shown.filter((path) => !existsSync(path))).toEqual([]);
});

test('every file and heading that a document links or names exists', () => {
	const root = join(__dirname, '../..');
	const folders = [
		'contract',
		'transport',
		'nodes',
		'credentials',
		'sandbox',
		'examples',
		'test',
		'bench',
		'tools',
		'docs',
		'.github',
	];
	const inside = folders.flatMap((folder) =>
		readdirSync(join(root, folder), { recursive: true }).map((file) => join(folder, String(file))),
	);
	const files = [...readdirSync(root), ...inside];
	const ends = new Set(
		files.flatMap((file) => file.split('/').map((_, index, parts) => parts.slice(index).join('/'))),
	);
	const read = (document: string) => readFileSync(join(root, document), 'utf8').replace(/^\s*```[^]*?^\s*```/gm, '');
	const anchors = (document: string) =>
		[...read(document).matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
			heading!
				.toLowerCase()
				.replace(/[^\p{L}\p{N} _-]/gu, '')
				.replaceAll(' ', '-'),
		);
	const missing: string[] = [];
	for (const document of files.filter((file) => /^(docs\/.*|README|CONTRIBUTING)\.md$/.test(file))) {
		for (const [, path, anchor] of read(document).matchAll(/\]\((?![a-z]+:)([^)#\s]*)#?([^)\s]*)\)/g)) {
			const target = path ? join(dirname(document), path) : document;
			if (!existsSync(join(root, target)) || (anchor && !anchors(target).includes(anchor)))
				missing.push(`${document}: ${path}#${anchor}`);
		}
		for (const [, names, path] of read(document).matchAll(/((?:`[A-Z_]{4,}`(?:, )?)+) in `([\w./-]+\.ts)`/g))
			for (const [, name] of names!.matchAll(/`(\w+)`/g))
				if (
					!existsSync(join(root, path!)) ||
					!readFileSync(join(root, path!), 'utf8').includes(`const ${name}`)
				)
					missing.push(`${document}: ${name}`);
		for (const [, path] of read(document).matchAll(/`([\w./-]+\.(?:ts|cjs|mjs|ya?ml))`/g))
			if (!ends.has(path!) && !path!.includes('YourNode')) missing.push(`${document}: ${path}`);
	}
	expect(missing).toEqual([]);
});

test('there are at most 14 decisions of at most 500 words', () => {
	const folder = join(__dirname, '../../docs/decisions');
	const pages = readdirSync(folder).map(
		(page) => [page, readFileSync(join(folder, page), 'utf8').trim().split(/\s+/).length] as const,
	);
	expect(pages.length).toBeLessThanOrEqual(14);
	expect(pages.filter(([, words]) => words > 500)).toEqual([]);
});

test.each(exampleTexts.map((text) => [text.name, text] as const))(
	'the template %s says whom it is for, what it does and how to set it up',
	(name, text) => {
		const template = templateOf(text);
		const headings = [...template.matchAll(/^#+ .+$/gm)].map(([heading]) => heading);
		expect(headings).toEqual([
			`# ${text.title}`,
			"## Who's it for",
			'## How it works',
			'## How to set up',
			'## Requirements',
		]);
		expect(template.split(/\s+/).length).toBeGreaterThan(100);
		const { nodes } = JSON.parse(docs[`examples/${name}.json`]!) as { nodes: Array<{ type: string }> };
		const ours = nodes.filter(({ type }) => /^n8n-nodes-helpdesk\.helpdesk(Trigger)?$/.test(type)).length;
		const [, word] = /in the (\w+) Helpdesk nodes/.exec(template) ?? [];
		expect([name, word ?? ['one', 'no'][+(ours === 0)]]).toEqual([
			name,
			'no one two three four five six seven eight nine'.split(' ')[ours],
		]);
	},
);
