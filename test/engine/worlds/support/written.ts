import { readFileSync } from 'node:fs';

import { parse } from 'yaml';

import { contractFile } from '../../../../contract/load';
import { drawWorld, factNames, type Fact, type OpenFact, type World } from '../../../../contract/worlds';
import { writeReport } from '../../../../tools/compare/writeReport';
import { checkWorld } from '../../../contract/service/support/check';
import type { NodeRig } from '../../../support/nodeRig';
import { inWorlds } from './inWorlds';
import { listStories } from './lists';
import { pickerStories } from './pickers';
import { triggerStories } from './triggers';
import { writeStories } from './writes';

const kinds = [listStories, pickerStories, writeStories, triggerStories];

export interface WrittenRun {
	/** How many facts the contract knew after the report was written into it. */
	known: number;
	stories: number;
	failures: string[];
}

/**
 * Checks the helpdesk of a seed, writes the report into a copy of the contract, and tells stories in helpdesks of that contract: what was
 * shown is as in the one that was checked, the rest is drawn.
 *
 * @param each so many stories of each kind; all of them where there are no more
 */
export async function inWrittenWorld(rig: NodeRig, seed: number, each = Infinity): Promise<WrittenRun> {
	const { report } = await checkWorld(rig, drawWorld(seed), seed);
	const contract = parse(writeReport(readFileSync(contractFile, 'utf8'), report), { merge: true });
	const facts = contract['x-open-facts'] as Record<Fact, OpenFact>;
	const draw = (storySeed: number): World => drawWorld(storySeed, facts);
	const run: WrittenRun = { known: factNames.filter((fact) => facts[fact].shown !== undefined).length, stories: 0, failures: [] };
	for (const stories of kinds) {
		const { told, failures } = await inWorlds(rig, stories, seed * 7, Math.min(each, Object.keys(stories).length), draw);
		run.stories += Object.values(told).reduce((sum, times) => sum + times, 0);
		run.failures.push(...failures.map((failure) => `contract of the helpdesk ${seed}: ${failure}`));
	}
	return run;
}
