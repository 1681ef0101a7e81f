import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';

import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import { drawWorld, pleasantWorld, type World } from '../../../contract/worlds';
import { reportOf } from '../../../tools/service/found';
import { readHelpdesk } from '../../../tools/service/read';
import type { ServiceReport } from '../../../tools/service/report';
import { startNodeRig, type NodeRig } from '../../support/nodeRig';

const project = join(__dirname, '..', '..', '..');
const text = readFileSync(join(project, 'examples', 'check-my-helpdesk.json'), 'utf8');
const { nodes } = JSON.parse(text) as { nodes: INode[] };
const parametersOf = (name: string) => nodes.find((node) => node.name === name)!.parameters;

/** The Code node as n8n's task runner has it: without URL, and with what it takes away. */
function codeNode(): (runs: { asked: IDataObject[]; answers: IDataObject[] }) => Promise<IDataObject> {
	const own = createContext({ decodeURIComponent, encodeURIComponent });
	runInContext('Object.getPrototypeOf = () => ({}); Object.defineProperty = () => ({}); Object.defineProperties = () => ({});', own);
	const run = runInContext(`(async function ($runIndex, $) {${String(parametersOf('What to ask next').jsCode)}\n})`, own) as (
		runIndex: number,
		$: (node: string) => { first: (branch: number, run: number) => { json: IDataObject } },
	) => Promise<Array<{ json: IDataObject }>>;
	return async ({ asked, answers }) => {
		const past: Record<string, IDataObject[]> = { 'What to ask next': asked, Ask: answers };
		const [item] = await run(answers.length, (node) => ({ first: (_, index) => ({ json: past[node]![index]! }) }));
		return JSON.parse(JSON.stringify(item!.json)) as IDataObject;
	};
}

describe('the example that checks a helpdesk', () => {
	let rig: NodeRig;
	beforeAll(async () => (rig = await startNodeRig({ conversations: 300 })));
	afterAll(async () => await rig.sandbox.close());

	/** Runs the two nodes in turn, as the workflow does. */
	async function checked(): Promise<{ report: ServiceReport; rows: Array<Record<string, string>>; requests: number }> {
		const [asked, answers]: [IDataObject[], IDataObject[]] = [[], []];
		const code = codeNode();
		for (;;) {
			const said = await code({ asked, answers });
			if (said.done) return { report: JSON.parse(String(said.report)) as ServiceReport, rows: said.rows as never, requests: answers.length };
			asked.push(said);
			const { method, path, query, body } = said.request as unknown as { method: string; path: string; query: IDataObject; body: string };
			const parameters = { ...parametersOf('Ask'), method, path, queryParameters: { parameter: [query] }, jsonBody: body } as INodeParameters;
			answers.push((await rig.run('apiRequest.send', parameters))[0]!.json);
		}
	}

	const worlds: Array<[string, World]> = [
		['the pleasant world', pleasantWorld],
		...[11, 12, 13].map((seed) => [`world ${seed}`, drawWorld(seed)] as [string, World]),
	];

	it.each(worlds)(
		'finds in %s what npm run service:check finds, and writes nothing',
		async (_, world) => {
			rig.sandbox.reset({ world: { ...world, clockSkew: 'none' } });
			const { report, rows, requests } = await checked();
			expect(requests).toBeLessThanOrEqual(60);
			const log = rig.sandbox.requests();
			expect(log.filter(({ method, path }) => method !== 'GET' && !/^\/(search|inboxes\/\w+)$/.test(path))).toEqual([]);
			rig.sandbox.reset({ world: { ...world, clockSkew: 'none' } });
			const { baseUrl, tokens } = rig.sandbox;
			const theirs = reportOf(
				await readHelpdesk({ baseUrl, token: tokens.personal, clock: rig.clock, transport: rig.transport }),
				rig.clock.now(),
			);
			const valuesOf = ({ facts }: ServiceReport) => Object.entries(facts).map(([fact, { state, value }]) => `${fact}: ${state} ${value}`);
			expect(valuesOf(report).filter((line) => !line.startsWith('clockSkew'))).toEqual(
				valuesOf(theirs).filter((line) => !line.startsWith('clockSkew')),
			);
			expect([report.endpoints, report.records, report.words]).toEqual([theirs.endpoints, theirs.records, theirs.words]);
			expect(Object.values(report.facts).filter(({ state }) => state === 'shown').length).toBeGreaterThan(15);
			expect(rows).toHaveLength(Object.keys(report.facts).length + Object.keys(report.endpoints).length);
			for (const { state } of rows) expect(['shown', 'not shown by what was read', 'cannot be read']).toContain(state);
		},
		60_000,
	);

	it('has the questions and findings of the project: run "npm run docs" where it has not', () => {
		const { stdout } = spawnSync(process.execPath, ['--import', 'tsx', 'tools/docs/checkExample.ts', '--print'], {
			cwd: project,
			encoding: 'utf8',
		});
		expect(stdout === text).toBe(true);
	});
});
