import { drawWorld, openFacts, type Fact } from '../../../contract/worlds';
import type { NodeRig } from '../../support/nodeRig';
import { freshSeed } from './support/inWorlds';
import { inWrittenWorld } from './support/written';
import { startVisits } from './support/visit';

let rig: NodeRig;
beforeAll(async () => (rig = await startVisits()));
afterAll(async () => await rig.sandbox.close());

it('what holds in every helpdesk holds with a contract into which the report of one was written', async () => {
	const seed = freshSeed();
	const { known, stories, failures } = await inWrittenWorld(rig, seed, 4);
	expect([failures, stories, known > 20]).toEqual([[], 16, true]);
}, 300_000);

it('a fact that was shown has its value in every world, and takes no chance from the others', () => {
	const facts = { ...openFacts, idType: { ...openFacts.idType, shown: 'number' } };
	const worlds = Array.from({ length: 200 }, (_, seed) => drawWorld(seed, facts));
	expect(new Set(worlds.map(({ idType }) => idType))).toEqual(new Set(['number']));
	for (const fact of Object.keys(openFacts).filter((each) => each !== 'idType') as Fact[])
		expect(new Set(worlds.map((world) => world[fact])).size).toBeGreaterThan(1);
});
