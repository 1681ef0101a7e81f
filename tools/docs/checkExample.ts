import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { WorkflowInput } from '../n8n/workflow';
import { codeOfExample } from '../service/workflow/code';

const file = join(__dirname, '../../examples/check-my-helpdesk.json');

/** The example "Check my helpdesk" with the questions and findings of `npm run service:check` in its Code node. */
async function checkExample(): Promise<string> {
	const example = JSON.parse(readFileSync(file, 'utf8')) as WorkflowInput;
	const jsCode = await codeOfExample();
	for (const { name, parameters } of example.nodes) if (name === 'What to ask next') parameters.jsCode = jsCode;
	return JSON.stringify(example, null, 2) + '\n';
}

/** Part of `npm run docs`; with `--print` nothing is written. */
void checkExample().then((text) => (process.argv.includes('--print') ? process.stdout.write(text) : writeFileSync(file, text)));
