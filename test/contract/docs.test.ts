import { readFileSync } from 'node:fs';
import { join } from 'node:path';

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

test('the README has at most 1,200 words', () => {
	const text = readFileSync(join(__dirname, '../../README.md'), 'utf8').replace(/\]\([^)]*\)/g, ']');
	expect(text.split(/\s+/).filter((word) => /[A-Za-z0-9]/.test(word)).length).toBeLessThanOrEqual(1_200);
});
