import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { contract, contractEndpoints } from './contractRows';

const project = join(__dirname, '..', '..');

/** Matches citations in comments: "(contract, Limits)" or "Contract, Limits: …". */
const CITED = /(?:\(contract|(?<=[*/.] )Contract), ([A-Z][^).:;,]+)/g;

const cited = execFileSync('git', ['ls-files', '-z', '*.ts', '*.yaml'], { cwd: project, encoding: 'utf8' })
	.split('\0')
	.filter((file) => file !== '' && !file.endsWith('citations.test.ts'))
	.flatMap((file) => {
		const text = readFileSync(join(project, file), 'utf8').replace(/\n[\t ]*(?:\*|\/\/|#)?[\t ]+/g, ' ');
		return [...text.matchAll(CITED)].map(([, rule]) => ({ file, rule: rule!.trim() }));
	});

const rules = contract['x-rules'] as Record<string, string>;

describe('the citations of the contract in comments', () => {
	it('name only existing rules under x-rules and existing endpoints', () => {
		const there = [...Object.keys(rules), ...contractEndpoints.map(({ key }) => key)];
		expect(cited.filter(({ rule }) => !there.includes(rule))).toEqual([]);
		expect(cited.length).toBeGreaterThan(40);
	});

	it('cover every rule under x-rules', () => {
		const names = cited.map(({ rule }) => rule);
		expect(Object.keys(rules).filter((rule) => !names.includes(rule))).toEqual([]);
	});

	it('cite rules that are whole sentences', () => {
		for (const [rule, text] of Object.entries(rules))
			expect([rule, text]).toEqual([rule, expect.stringMatching(/^\w.{20,}\.$/)]);
	});
});
