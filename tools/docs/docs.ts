import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { failuresReference } from './failuresReference';
import { operationsReference } from './operationsReference';

/** The files that are made from node and contract, by their path, with what they must hold. */
export function generatedDocs(): Record<string, string> {
	return { 'docs/operations.md': operationsReference(), 'docs/failures.md': failuresReference() };
}

/** `npm run docs` */
if (require.main === module) {
	for (const [path, text] of Object.entries(generatedDocs())) writeFileSync(join(__dirname, '../..', path), text);
}
