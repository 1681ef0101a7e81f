import { playMany } from '../simulation/trigger/many';
import { firstSeed } from '../simulation/trigger/seeds';
import { EVENTS } from '../simulation/trigger/story';

jest.setTimeout(1_800_000);

const seed = firstSeed();
/** HELPDESK_WORLDS plays a part: so many of each event. */
const WORLDS_OF_EACH = Number(process.env.HELPDESK_WORLDS ?? 2500);
const EVENTS_OF_A_WORLD = 100;

describe(`the trigger in ${EVENTS.length * WORLDS_OF_EACH} worlds from seed ${seed} on`, () => {
	const told = { worlds: 0, events: 0 };

	it.each(EVENTS)('%s keeps what the documentation promises in nearly all of them', async (event) => {
		const sum = await playMany(event, seed, WORLDS_OF_EACH);
		told.worlds += sum.worlds;
		told.events += sum.events;
		expect(sum.over).toEqual([]);
	});

	it('with at least 100 events a world in all', () => {
		expect(told.worlds).toBe(EVENTS.length * WORLDS_OF_EACH);
		expect(told.events).toBeGreaterThanOrEqual(EVENTS_OF_A_WORLD * EVENTS.length * WORLDS_OF_EACH);
	});
});
