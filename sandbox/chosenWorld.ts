import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import { describeWorld, drawWorld, pleasantWorld, type World } from '../contract/worlds';
import { helpdeskOf, parseReport } from '../tools/service/report';

/** The helpdesk that `--world` names. */
export interface ChosenWorld {
	world: World;
	missing: string[];
	/** In one line; undefined where none was chosen. */
	told?: string;
}

/**
 * What `--world` stands for: a seed, or a report of `npm run service:check`, whose path is meant from where it was typed.
 *
 * @throws {Error} in words, for anything else
 */
export function chosenWorld(chosen: string | undefined): ChosenWorld {
	if (chosen === undefined) return { world: pleasantWorld, missing: [] };
	const drawn = /^\d+$/.test(chosen);
	const { world, missing } = drawn ? { world: drawWorld(Number(chosen)), missing: [] } : helpdeskOf(readReport(chosen));
	const without = missing.length > 0 ? `, without ${missing.length} endpoints` : '';
	return { world, missing, told: `World ${chosen}: ${describeWorld(world)}${without}` };
}

function readReport(file: string) {
	let text: string;
	try {
		text = readFileSync(resolve(process.env.INIT_CWD ?? process.cwd(), file), 'utf8');
	} catch {
		throw new Error(`--world ${file}: there is no such file, and it is no number of a world`);
	}
	const report = parseReport(text);
	if (!report) throw new Error(`--world ${file}: it is no report of npm run service:check`);
	return report;
}
