import type { EventName } from '../../../nodes/HelpdeskTrigger/core/reading';
import { rules } from '../../../nodes/HelpdeskTrigger/core/seams';
import { worldRun } from './support/worldRun';

const MOST_REQUESTS = rules.mostRequests;
/** Another set of worlds at every run; HELPDESK_SEED replays one. */
const FIRST = Number(process.env.HELPDESK_SEED ?? Date.now() % 1_000_000);
const RUNS = 12;

describe(`the trigger in worlds from seed ${FIRST} on`, () => {
	afterEach(() => (rules.mostRequests = MOST_REQUESTS));

	it.each<[EventName, number]>([
		['conversationCreated', 500],
		['customerMessage', 500],
		['contactCreated', 100],
	])('%s: none is lost, none repeated, none from before', async (event, least) => {
		let all = 0;
		for (let seed = FIRST; seed < FIRST + RUNS; seed += 1) {
			const { world, events, lost, repeated, before, bytes, mostRequests } = await worldRun(event, seed, { polls: 25 });
			expect({ seed, world, lost, repeated, before }).toEqual({ seed, world, lost: [], repeated: [], before: [] });
			expect(bytes).toBeLessThan(256 * 1024);
			expect(mostRequests).toBeLessThanOrEqual(MOST_REQUESTS);
			all += events;
		}
		expect(all).toBeGreaterThan(least);
	}, 120_000);

	it('conversationUpdated: where records show when they were updated, none is lost, none has a wrong value before, and hardly one is without a change', async () => {
		let all = 0;
		let idle = 0;
		for (let seed = FIRST; seed < FIRST + RUNS; seed += 1) {
			const { world, events, lost, wrongFrom, idle: without } = await worldRun('conversationUpdated', seed, { polls: 25, old: 150, world: { updatedAt: 'present' } });
			expect({ seed, world, lost, wrongFrom }).toEqual({ seed, world, lost: [], wrongFrom: [] });
			all += events;
			idle += without.length;
		}
		expect(all).toBeGreaterThan(500);
		expect(idle / all).toBeLessThan(0.01);
	}, 120_000);
});
