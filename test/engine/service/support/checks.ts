import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';

import type { IDataObject, INode, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { callerOf, readHelpdesk } from '../../../../tools/service/command';
import { reportOf, type Report } from '../../../../tools/service/check';
import type { Transport } from '../../../../transport/transport';

export const exampleText = readFileSync(join(__dirname, '../../../../examples/check-my-helpdesk.json'), 'utf8');

/** A helpdesk, with the node that runs against it. */
export interface Checked {
	baseUrl: string;
	token: string;
	inbox?: string;
	transport: Transport;
	run: (operation: string, parameters?: INodeParameters) => Promise<INodeExecutionData[]>;
}

export type Row = Record<'finding' | 'state' | 'value' | 'where' | 'read', string>;

/** Runs `npm run service:check` without a terminal. */
export async function byCommand({ transport, inbox, ...address }: Checked): Promise<{ report: Report; rows?: Row[] }> {
	return { report: reportOf(await readHelpdesk(callerOf(address, transport), transport.clock.now, inbox)) };
}

/** Runs the example "Check my helpdesk": Code node and Helpdesk node in turn, until the Code node is done. */
export async function byExample({ run }: Pick<Checked, 'run'>): Promise<{ report: Report; rows?: Row[] }> {
	const { nodes } = JSON.parse(exampleText) as { nodes: INode[] };
	const parametersOf = (name: string) => nodes.find((node) => node.name === name)!.parameters;
	const code = codeNode(String(parametersOf('What to ask next').jsCode));
	for (const answers: IDataObject[] = []; ;) {
		const asked = await code(answers);
		if (asked.done)
			return { report: JSON.parse(String(asked.report)) as Report, rows: asked.rows as unknown as Row[] };
		const [item] = await run('apiRequest.send', resolved(parametersOf('Ask'), asked) as INodeParameters);
		answers.push(item!.json);
	}
}

export const ways = [
	['npm run service:check', byCommand],
	['the example "Check my helpdesk"', byExample],
] as const;

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

/** Returns parameters with resolved `$json` expressions. */
function resolved(value: unknown, $json: IDataObject): unknown {
	if (typeof value === 'string' && value.startsWith('={{'))
		return runInContext(value.slice(3, -2), createContext({ $json })) as unknown;
	if (Array.isArray(value)) return value.map((each) => resolved(each, $json));
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, resolved(each, $json)]));
}
