import { playMany } from './many';
import { firstSeed } from './seeds';
import type { EventName } from './story';

jest.setTimeout(900_000);

const seed = firstSeed();
const WORLDS = 130;

/** A short turn of what test/long plays by the million; HELPDESK_WORLDS_SEED replays it. */
describe(`in nearly all worlds from seed ${seed} on, the trigger`, () => {
	it.each<[string, EventName, number]>([
		['tells every new conversation once, in order, and none from before', 'conversationCreated', 5_000],
		['tells every change that is still there, and none that is not', 'conversationUpdated', 2_500],
		['tells the last message of each customer once, and none from before', 'customerMessage', 3_000],
		['tells every new contact once, and none from before', 'contactCreated', 8_000],
	])('%s', async (_, event, events) => {
		const sum = await playMany(event, seed, WORLDS);
		expect(sum.over).toEqual([]);
		expect(sum.worlds).toBe(WORLDS);
		expect(sum.events).toBeGreaterThan(events);
	});
});
