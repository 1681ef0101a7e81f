import { playMany } from './many';
import { firstSeed } from './seeds';
import { EVENTS, type EventName } from './story';
import { bundle, inTurn, playInThread } from './threads';
import { addTo, emptyResult } from './turn';

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
		['tells every change of a contact that is still there, and none that is not', 'contactUpdated', 2_000],
		['tells every state that was reached once, none that was not, and who waits in time', 'reached', 2_500],
	])('%s', async (_, event, events) => {
		const sum = await playMany(event, seed, WORLDS);
		expect(sum.over).toEqual([]);
		expect(sum.worlds).toBe(WORLDS);
		expect(sum.events).toBeGreaterThan(events);
	});
});

it('a replay of a seed plays the same world, whatever was played before', async () => {
	const script = await bundle();
	await inTurn(EVENTS, async (event) => {
		const play = async (from: number, to: number) => await playInThread(script, { event, from, to });
		const alone = emptyResult();
		for (const at of [0, 1]) addTo(alone, await play(seed + at, seed + at + 1));
		expect(alone.worlds).toBe(2);
		expect(alone).toEqual(await play(seed, seed + 2));
	});
});
