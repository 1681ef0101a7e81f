import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';

import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import type { Report } from '../../../../tools/service/check';
import type { NodeOn } from '../../../support/nodeRig';

export const exampleText = readFileSync(join(__dirname, '../../../../examples/check-my-helpdesk.json'), 'utf8');

export type Row = Record<'finding' | 'state' | 'value' | 'where' | 'read', string>;

/** Runs the example "Check my helpdesk": Code node and Helpdesk node in turn, until the Code node is done. */
export async function byExample({ run }: Pick<NodeOn, 'run'>): Promise<{ report: Report; rows: Row[] }> {
	const { nodes } = JSON.parse(exampleText) as { nodes: INode[] };
	const parametersOf = (name: string) => nodes.find((node) => node.name === name)!.parameters;
	const code = codeNode(String(parametersOf('What to ask next').jsCode));
	for (const answers: IDataObject[] = []; ;) {
		const next = await code(answers);
		if (next.done)
			return { report: JSON.parse(String(next.report)) as Report, rows: next.rows as unknown as Row[] };
		const [item] = await run('apiRequest.send', resolved(parametersOf('Ask'), next) as INodeParameters);
		answers.push(item!.json);
	}
}

/** Runs code as n8n's task runner does: without URL and some functions of Object. */
function codeNode(jsCode: string): (answers: IDataObject[]) => Promise<IDataObject> {
	const own = createContext({ encodeURIComponent });
	runInContext(
		'Object.getPrototypeOf = () => ({}); Object.defineProperty = () => ({}); Object.defineProperties = () => ({});',
		own,
	);
	const run = runInContext(`(async function ($runIndex, $) {${jsCode}\n})`, own) as (
		runIndex: number,
		$: (node: string) => { first: (branch: number, run: number) => { json: IDataObject } },
	) => Promise<Array<{ json: IDataObject }>>;
	return async (answers) => {
		const [item] = await run(answers.length, () => ({ first: (_, index) => ({ json: answers[index]! }) }));
		return JSON.parse(JSON.stringify(item!.json)) as IDataObject;
	};
}

function resolved(value: unknown, $json: IDataObject): unknown {
	if (typeof value === 'string' && value.startsWith('={{'))
		return runInContext(value.slice(3, -2), createContext({ $json })) as unknown;
	if (Array.isArray(value)) return value.map((each) => resolved(each, $json));
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, resolved(each, $json)]));
}
