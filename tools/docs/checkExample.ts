import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { build } from 'esbuild';

import type { WorkflowInput } from '../n8n/workflow';

const project = join(__dirname, '../..');
const file = join(project, 'examples/check-my-helpdesk.json');

const HEAD = `// The questions of "npm run service:check". "npm run docs" makes this from tools/service.
// With the answers that "Ask" has given so far, it asks the next question, or reports.`;

/** What runs in n8n, after the bundle. */
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

/** The modules have no effect of their own, so that what is not used is left out. */
const withoutSideEffects = {
	name: 'without-side-effects',
	setup({ onResolve, resolve }: Parameters<NonNullable<Parameters<typeof build>[0]['plugins']>[number]['setup']>[0]) {
		onResolve({ filter: /^[^.]/ }, ({ path }) => ({ path, external: true, sideEffects: false }));
		onResolve({ filter: /^\./ }, async ({ path, pluginData, ...options }) =>
			pluginData === 'resolved' ? undefined : { ...(await resolve(path, { ...options, pluginData: 'resolved' })), sideEffects: false },
		);
	},
};

async function codeOfExample(): Promise<string> {
	const { outputFiles } = await build({
		stdin: { contents: "export { nextStep, reportOf, rowsOf } from './tools/service/check';", resolveDir: project },
		bundle: true,
		write: false,
		format: 'esm',
		target: 'es2022',
		charset: 'utf8',
		legalComments: 'none',
		plugins: [withoutSideEffects],
	});
	const bundle = outputFiles[0]!.text.replace(/^ *\/\/ .*\n/gm, '').replace(/^export \{[^}]*\};\n/m, '');
	return `${HEAD}\n${bundle}\n${TAIL}`;
}

/** The example "Check my helpdesk" with the questions of `npm run service:check` in its Code node. */
async function checkExample(): Promise<string> {
	const example = JSON.parse(readFileSync(file, 'utf8')) as WorkflowInput;
	const jsCode = await codeOfExample();
	for (const { name, parameters } of example.nodes) if (name === 'What to ask next') parameters.jsCode = jsCode;
	return JSON.stringify(example, null, 2) + '\n';
}

/** Part of `npm run docs`; with `--print` nothing is written. */
void checkExample().then((text) => (process.argv.includes('--print') ? process.stdout.write(text) : writeFileSync(file, text)));
