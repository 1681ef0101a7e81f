import type { NodeRig } from '../support/nodeRig';
import { freshSeed } from '../engine/worlds/support/inWorlds';
import { startVisits } from '../engine/worlds/support/visit';
import { inWrittenWorld } from '../engine/worlds/support/written';
import { expectRightReports } from '../contract/service/support/score';
import { startChecks } from '../contract/service/support/check';

const WRITTEN = 20;
/** Of lists, pickers, writes and triggers, others in each world. */
const EACH = 4;

it('the reports of 200 helpdesks name what reading can show, and nothing wrong', async () => {
	const rig = await startChecks();
	await expectRightReports(rig, freshSeed(), 200);
	await rig.sandbox.close();
}, 600_000);

it(`stories of lists, pickers, writes and triggers hold with each of ${WRITTEN} contracts into which a report was written`, async () => {
	const rig: NodeRig = await startVisits();
	const from = freshSeed();
	const began = Date.now();
	const failures: string[] = [];
	let stories = 0;
	for (let seed = from; seed < from + WRITTEN; seed += 1) {
		const run = await inWrittenWorld(rig, seed, EACH);
		failures.push(...run.failures);
		stories += run.stories;
	}
	console.info(`${WRITTEN} contracts from seed ${from}, ${stories} stories, ${((Date.now() - began) / 1000).toFixed(0)} s`);
	expect(failures).toEqual([]);
	expect(stories).toBe(4 * EACH * WRITTEN);
	await rig.sandbox.close();
}, 600_000);
