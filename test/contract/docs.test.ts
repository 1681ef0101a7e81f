import { existsSync, readFileSync } from 'node:fs';
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
