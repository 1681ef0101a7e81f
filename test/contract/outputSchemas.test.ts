import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { operations } from '../support/operations';
import { outputSchemas } from '../../tools/docs/schemas';

const project = join(__dirname, '../..');
const schemas = outputSchemas();
const committed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'nodes/**/__schema__/**'], { cwd: project, encoding: 'utf8' });

test('every operation has a schema of what it outputs, and there is none beside them', () => {
	const wanted = operations.map(([key]) => `nodes/Helpdesk/__schema__/v1.0.0/${key.replace('.', '/')}.json`).sort();
	expect(Object.keys(schemas).sort()).toEqual(wanted);
	expect(committed.trim().split('\n').sort()).toEqual(wanted);
});

test.each(Object.keys(schemas))('%s is what contract and Simplify make: run "npm run docs" where it is not', (path) => {
	expect(readFileSync(join(project, path), 'utf8')).toBe(schemas[path]);
});

test('only where nothing is known of an answer are there no fields to drag', () => {
	const without = operations.filter(([, { output }]) => Object.keys(output.form).length === 0).map(([key]) => key);
	const empty = Object.keys(schemas).filter((path) => Object.keys(JSON.parse(schemas[path]!).properties).length === 0);
	expect(empty.map((path) => /(\w+)\/(\w+)\.json$/.exec(path)!.slice(1).join('.'))).toEqual(without);
	expect(without.filter((key) => !/^(report\.|inbox\.getReports$|apiRequest\.send$)/.test(key))).toEqual([]);
});
