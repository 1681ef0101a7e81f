import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { failuresReference } from './failuresReference';
import { operationsReference } from './operationsReference';
import { operationsTable } from './operationsTable';

const project = join(__dirname, '..');
const START = '<!-- operations:start -->';
const END = '<!-- operations:end -->';

/** The files that are made from node and contract, by their path, with what they must hold. */
export function generatedDocs(): Record<string, string> {
	const readme = readFileSync(join(project, 'README.md'), 'utf8');
	const [before, rest = ''] = readme.split(START);
	const after = rest.split(END)[1];
	if (after === undefined) throw new Error(`README.md has no ${START} … ${END}`);
	return {
		'README.md': `${before}${START}\n\n${operationsTable()}\n\n${END}${after}`,
		'docs/operations.md': operationsReference(),
		'docs/failures.md': failuresReference(),
	};
}

/** `npm run docs` */
if (require.main === module) {
	for (const [path, text] of Object.entries(generatedDocs())) writeFileSync(join(project, path), text);
}
