import { broken, storm, tally } from '../support/storm';

it('of 10,000 writes in a storm of faults, none is written twice and none lost in silence', async () => {
	const fates = await storm(10_000, 11);
	console.info(`10,000 writes in a storm: ${JSON.stringify(tally(fates))}`);
	expect(broken(fates)).toEqual([]);
	expect(fates).toHaveLength(10_000);
});
