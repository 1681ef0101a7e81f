import type { NodeRig } from '../support/nodeRig';
import { firstSeed, inWorlds } from '../engine/worlds/support/inWorlds';
import { listStories } from '../engine/worlds/support/lists';
import { outputStories } from '../engine/worlds/support/outputs';
import { startVisits } from '../engine/worlds/support/visit';
import { writeStories } from '../engine/worlds/support/writes';

const COUNT = Number(process.env.HELPDESK_WORLDS ?? 6_000);

let rig: NodeRig;
beforeAll(async () => (rig = await startVisits()));
afterAll(async () => await rig.sandbox.close());

it(`every list, output and write is correct in ${COUNT} random helpdesks that the specification allows`, async () => {
	const { from, failures } = await inWorlds(
		rig,
		{ ...listStories, ...outputStories, ...writeStories },
		firstSeed(),
		COUNT,
	);
	console.info(`${COUNT} worlds from seed ${from}`);
	expect(failures).toEqual([]);
}, 3_600_000);
