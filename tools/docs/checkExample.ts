import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { build } from 'esbuild';

import type { WorkflowInput } from '../n8n/workflow';

const project = join(__dirname, '../..');
const file = join(project, 'examples/check-my-helpdesk.json');

const HEAD = `// "npm run docs" makes this from tools/service.
// With the answers that "Ask" has given so far, it asks the next question, or reports.`;

/** Code after the bundle, which runs in n8n. */
const TAIL = `const answers = [];
for (let run = 0; run < $runIndex; run++) {
  const { statusCode: status, headers, body } = $('Ask').first(0, run).json;
  answers.push({ status, headers, body });
}
const { request, seen } = nextStep(answers, Date.now());
if (request) return [{ json: { done: false, ...request, body: request.body ? JSON.stringify(request.body) : '' } }];
const report = reportOf(seen);
return [{ json: { done: true, rows: rowsOf(report), report: JSON.stringify(report, null, 2) } }];
`;

async function codeOfExample(): Promise<string> {
	const { outputFiles } = await build({
		stdin: { contents: "export { nextStep, reportOf, rowsOf } from './tools/service/check';", resolveDir: project },
		bundle: true,
		write: false,
		format: 'esm',
		target: 'es2022',
		charset: 'utf8',
		legalComments: 'none',
		platform: 'neutral',
		packages: 'external',
	});
	const bundle = outputFiles[0]!.text.replace(/^ *\/\/ .*\n/gm, '').replace(/^export \{[^}]*\};\n/m, '');
	return `${HEAD}\n${bundle}\n${TAIL}`;
}

/**
 * Part of `npm run docs`: writes the questions into the Code node of the example "Check my helpdesk". With `--print`,
 * prints the example instead.
 */
async function main(): Promise<void> {
	const example = JSON.parse(readFileSync(file, 'utf8')) as WorkflowInput;
	const jsCode = await codeOfExample();
	for (const { name, parameters } of example.nodes) if (name === 'What to ask next') parameters.jsCode = jsCode;
	const text = JSON.stringify(example, null, 2) + '\n';
	if (process.argv.includes('--print')) process.stdout.write(text);
	else writeFileSync(file, text);
}

void main();
