import { broken, storm, tally } from '../support/storm';

jest.setTimeout(30_000);

it('of 600 writes under faults, none is applied twice, and every lost one is reported', async () => {
	const outcomes = await storm(600, 7);
	expect(broken(outcomes)).toEqual([]);
	const { done, failed, unknown } = tally(outcomes);
	expect(Math.min(done, failed, unknown)).toBeGreaterThan(0);
});
