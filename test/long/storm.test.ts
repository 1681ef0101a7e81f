import { broken, storm, tally } from '../support/storm';

it('of 10,000 writes in a storm of faults, none is written twice and none lost in silence', async () => {
	const outcomes = await storm(10_000, 11);
	console.info(`10,000 writes in a storm: ${JSON.stringify(tally(outcomes))}`);
	expect(broken(outcomes)).toEqual([]);
	expect(outcomes).toHaveLength(10_000);
});
