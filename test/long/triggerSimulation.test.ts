import { playMany } from '../simulation/trigger/many';
import { firstSeed, seedsInARow } from '../simulation/trigger/seeds';
import type { EventName } from '../simulation/trigger/story';

const seed = firstSeed();
/** More of those that take less time; with `worlds.test.ts` they are 10,000. */
const WORLDS: Record<EventName, number> = {
	conversationCreated: 300,
	conversationUpdated: 300,
	customerMessage: 300,
	contactCreated: 1_000,
	contactUpdated: 250,
	reached: 250,
};
/** HELPDESK_WORLDS plays a part, or more: so many of each event. */
const worldsOf = (event: EventName) => Number(process.env.HELPDESK_WORLDS ?? WORLDS[event]);
const MIN_EVENTS_OF_A_WORLD = 100;

describe(`the trigger in random worlds from seed ${seed} on`, () => {
	const events = Object.keys(WORLDS) as EventName[];
	const told = { worlds: 0, events: 0 };

	it.each(events)('%s keeps what the documentation promises in nearly all of them', async (event) => {
		const sum = await playMany(event, seedsInARow(seed, worldsOf(event)));
		told.worlds += sum.worlds;
		told.events += sum.events;
		expect(sum.over).toEqual([]);
	});

	it('has 2,400 worlds, and many events in each', () => {
		const worlds = events.reduce((sum, event) => sum + worldsOf(event), 0);
		expect(told.worlds).toBe(worlds);
		expect(told.events).toBeGreaterThanOrEqual(MIN_EVENTS_OF_A_WORLD * worlds);
	});
});
