import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import {
	describeWorld,
	drawWorld,
	factNames,
	openFacts,
	pleasantWorld,
	type Fact,
	type World,
} from '../contract/worlds';

/** The helpdesk that `--world` chooses. */
export interface ChosenWorld {
	world: World;
	/** Endpoints that this helpdesk lacks. */
	missing: string[];
	/** The world in one line; undefined if none was chosen. */
	text?: string;
}

/** The parts of a report of the example "Check my helpdesk" that are read (tools/service/check.ts). */
interface Shown {
	findings: Record<string, { value?: string }>;
	endpoints: Record<string, { state: string }>;
}

/**
 * Reads `--world`: a seed, or a report of the example "Check my helpdesk". The path of a report is relative to the
 * user's folder. Facts that a report does not show are as in the pleasant world.
 *
 * @throws {Error} for anything else
 */
export function chosenWorld(chosen: string | undefined): ChosenWorld {
	if (chosen === undefined) return { world: pleasantWorld, missing: [] };
	if (/^\d+$/.test(chosen)) return described(chosen, drawWorld(Number(chosen)), []);
	const { findings, endpoints } = readReport(chosen);
	const valueOf = (fact: Fact) => {
		const { value = '' } = findings[fact] ?? {};
		return openFacts[fact].values.includes(value) ? value : pleasantWorld[fact];
	};
	const missing = Object.keys(endpoints).filter((operationId) => endpoints[operationId]!.state === 'missing');
	return described(
		chosen,
		Object.fromEntries(factNames.map((fact) => [fact, valueOf(fact)])) as unknown as World,
		missing,
	);
}

function described(chosen: string, world: World, missing: string[]): ChosenWorld {
	const without = missing.length > 0 ? `, without ${missing.length} endpoints` : '';
	return { world, missing, text: `World ${chosen}: ${describeWorld(world)}${without}` };
}

function readReport(file: string): Shown {
	let shown: Partial<Shown & { report: string; format: number }> = {};
	try {
		shown = JSON.parse(readFileSync(resolve(process.env.INIT_CWD ?? process.cwd(), file), 'utf8'));
	} catch (error) {
		if ('code' in (error as object))
			throw new Error(`--world ${file}: there is no such file, and it is no number of a world`);
	}
	if (shown.report === 'n8n-nodes-helpdesk service:check' && shown.format === 2) return shown as Shown;
	throw new Error(`--world ${file}: it is no report of the example "Check my helpdesk"`);
}
