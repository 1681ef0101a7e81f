import { build } from 'esbuild';

import { recordOf } from '../../../contract/endpoints';
import { loadContract } from '../../../contract/load';
import { openFacts } from '../../../contract/worlds';

/** What the findings know of the contract: what stands open, and the fields of records. */
function partOfContract(): object {
	const { schemas = {} } = loadContract().components ?? {};
	const names = new Set<string>(Object.values(recordOf));
	const needed: Record<string, unknown> = {};
	const open = ['Message', ...names];
	for (const name of open) {
		needed[name] = schemas[name];
		const referred = [...JSON.stringify(schemas[name]).matchAll(/#\/components\/schemas\/(\w+)/g)].map(([, other]) => other!);
		open.push(...referred.filter((other) => !open.includes(other)));
	}
	const withoutWords = JSON.parse(
		JSON.stringify(needed, (key, value: unknown) => (key === 'description' && typeof value === 'string' ? undefined : value)),
	) as object;
	return { 'x-open-facts': openFacts, components: { schemas: withoutWords } };
}

/** Loads nothing from files: the contract is in the code. */
const contractWithin = {
	name: 'contract-within',
	setup({ onResolve, onLoad }: Parameters<NonNullable<Parameters<typeof build>[0]['plugins']>[number]['setup']>[0]) {
		const modules: Record<string, string> = {
			'node:fs': 'export const readFileSync = () => ""',
			'node:path': 'export const join = () => ""',
			yaml: `export const parse = () => (${JSON.stringify(partOfContract())})`,
		};
		onResolve({ filter: /^(node:fs|node:path|yaml)$/ }, ({ path }) => ({ path, namespace: 'within' }));
		onLoad({ filter: /.*/, namespace: 'within' }, ({ path }) => ({ contents: modules[path]! }));
	},
};

/** esbuild gives a module's exports by it, and n8n's Code node has taken its effect away. */
const DEFINE = /Object\.defineProperty;/;

/** What the example's Code node runs. */
export async function codeOfExample(): Promise<string> {
	const { outputFiles } = await build({
		entryPoints: [`${__dirname}/nextStep.ts`],
		inject: [`${__dirname}/url.ts`],
		bundle: true,
		write: false,
		platform: 'neutral',
		target: 'es2022',
		format: 'iife',
		globalName: 'check',
		charset: 'utf8',
		legalComments: 'none',
		treeShaking: true,
		define: { __dirname: '""' },
		plugins: [contractWithin],
		logLevel: 'silent',
	});
	const bundle = outputFiles[0]!.text
		.replace(/^ *\/\/ .*\n/gm, '')
		.replace(DEFINE, '(object, name, { get, value }) => (get ? object.__defineGetter__(name, get) : (object[name] = value), object);');
	return `${HEAD}\n${bundle}\n${TAIL}`;
}

const HEAD = `// The questions and the findings of "npm run service:check", made by "npm run docs" from tools/service.
// It goes through the questions with the answers that "Ask" has given so far, and asks the next one or reports.`;

const TAIL = `const given = [];
for (let run = 0; run < $runIndex; run++) {
  const { statusCode, headers, body } = $('Ask').first(0, run).json;
  const at = run + 1 < $runIndex ? $('What to ask next').first(0, run + 1).json.at : Date.now();
  given.push({ answer: { status: statusCode, headers, body }, at });
}
const { done, request, report, rows } = await check.nextStep(given, Date.now());
return [{ json: done ? { done, rows, report: JSON.stringify(report, null, 2) } : { done, request, at: Date.now() } }];`;
