import { freshSeed } from '../engine/worlds/support/inWorlds';
import { inThreads } from '../engine/worlds/support/threads';

const EACH = Number(process.env.HELPDESK_WORLDS ?? 2000);

it(`lists, lists of the editor, writes and the trigger hold in ${4 * EACH} helpdesks, each as the specification allows it`, async () => {
	const [from, began] = [freshSeed(), Date.now()];
	const runs = await inThreads(from, EACH);
	const worlds = runs.reduce((sum, { count }) => sum + count, 0);
	const stories = new Set(runs.flatMap(({ told }) => Object.keys(told)));
	console.info(`${worlds} worlds from seed ${from}, ${stories.size} stories, ${((Date.now() - began) / 1000).toFixed(0)} s`);
	expect(runs.flatMap(({ failures }) => failures)).toEqual([]);
	expect(worlds).toBeGreaterThanOrEqual(4 * EACH);
	expect(stories.size).toBeGreaterThan(65);
}, 1_200_000);
