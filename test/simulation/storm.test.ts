import { broken, storm, tally } from '../support/storm';

jest.setTimeout(30_000);

it('of 600 writes under faults, none is applied twice, and every lost one is reported', async () => {
	const fates = await storm(600, 7);
	expect(broken(fates)).toEqual([]);
	const { done, failed, unknown } = tally(fates);
	expect(Math.min(done, failed, unknown)).toBeGreaterThan(0);
});
