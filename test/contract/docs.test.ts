import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { generatedDocs } from '../../tools/docs/docs';
import { endpointList, endpointsFile } from '../../tools/docs/endpoints';
import { contractEndpoints } from './contractRows';

const docs = generatedDocs();
const table = docs['docs/operations.md']!;

test.each(Object.keys(docs))('%s is what node and contract make: run "npm run docs" where it is not', (path) => {
	expect(readFileSync(join(__dirname, '../..', path), 'utf8')).toBe(docs[path]);
});

test('the list of endpoints is what the contract makes: run "npm run docs" where it is not', () => {
	expect(readFileSync(endpointsFile, 'utf8')).toBe(endpointList());
});

test('the table of operations has every endpoint of the contract, with its mark for personal access tokens', () => {
	for (const { key, operation } of contractEndpoints) {
		const rows = table.split('\n').filter((line) => line.startsWith('|') && line.includes(`\`${key}\``));
		expect([key, rows.length > 0]).toEqual([key, true]);
		// A row's own endpoint is its first; what it reads beside may be marked otherwise.
		for (const row of rows.filter((each) => each.includes(`| \`${key}\``)))
			expect([key, row.endsWith('| PAT only |')]).toEqual([key, operation['x-pat-only'] === true]);
	}
});

test.each([
	['README.md', 1_200],
	['docs/trigger.md', 750],
])('%s has at most %i words', (path, most) => {
	const text = readFileSync(join(__dirname, '../..', path), 'utf8').replace(/\]\([^)]*\)/g, ']');
	expect(text.split(/\s+/).filter((word) => /[A-Za-z0-9]/.test(word)).length).toBeLessThanOrEqual(most);
});

test('the README shows the example with approval and a rehearsal before it says how to install, and all pictures of the documents are there', () => {
	const root = join(__dirname, '../..');
	const picturesIn = (text: string) => [...text.matchAll(/!\[[^\]]{20,}\]\(([^)]+)\)/g)].map(([, path]) => path!);
	const [firstScreen] = readFileSync(join(root, 'README.md'), 'utf8').split('\n## Install');
	expect(picturesIn(firstScreen!)).toEqual(['docs/images/approve.png', 'docs/images/rehearsal.png']);
	const shown = ['README.md', 'docs/examples.md', 'docs/safe-hands.md'].flatMap((file) =>
		picturesIn(readFileSync(join(root, file), 'utf8')).map((path) => join(root, dirname(file), path)),
	);
	expect(shown.length).toBeGreaterThanOrEqual(11);
	expect(shown.filter((path) => !existsSync(path))).toEqual([]);
});

test('every file that a document links to or names is there', () => {
	const root = join(__dirname, '../..');
	const folders = ['contract', 'transport', 'nodes', 'credentials', 'sandbox', 'examples', 'test', 'bench', 'tools', 'docs', '.github'];
	const inside = folders.flatMap((folder) => readdirSync(join(root, folder), { recursive: true }).map((file) => join(folder, String(file))));
	const files = [...readdirSync(root), ...inside];
	const ends = new Set(files.flatMap((file) => file.split('/').map((_, index, parts) => parts.slice(index).join('/'))));
	const named: string[] = [];
	const missing: string[] = [];
	const look = (document: string, name: string, isThere: boolean) => {
		named.push(name);
		if (!isThere) missing.push(`${document}: ${name}`);
	};
	for (const document of files.filter((file) => /^(docs\/.*|README|CONTRIBUTING)\.md$/.test(file))) {
		const text = readFileSync(join(root, document), 'utf8').replace(/^\s*```[^]*?^\s*```/gm, '');
		for (const [, path] of text.matchAll(/\]\((?![a-z]+:|#)([^)#\s]+)/g)) look(document, path!, existsSync(join(root, dirname(document), path!)));
		for (const [, path] of text.matchAll(/`([\w./-]+\.(?:ts|cjs|mjs|ya?ml))`/g))
			look(document, path!, ends.has(path!) || path!.includes('YourNode'));
	}
	expect(missing).toEqual([]);
	expect(named.length).toBeGreaterThan(150);
});
