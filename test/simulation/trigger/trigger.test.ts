import { playMany } from './many';
import { firstSeed, seedsInARow } from './seeds';
import { EVENTS, type EventName } from './story';
import { bundle, Player } from './threads';
import type { TurnResult } from './turn';

jest.setTimeout(900_000);

const seed = firstSeed();

/** A short turn, with new seeds each time, of what test/long plays in 2,400 worlds, held to the shares of bars.ts; HELPDESK_WORLDS_SEED replays it. */
describe(`in nearly all worlds from seed ${seed} on, the trigger`, () => {
	it.each<[string, EventName, worlds: number, events: number]>([
		['tells every new conversation once, in order, and none from before', 'conversationCreated', 40, 1_400],
		// Its shares need more worlds than the others.
		['tells every change that is still there, and none that is not', 'conversationUpdated', 90, 1_600],
		['tells the last message of each customer once, and none from before', 'customerMessage', 40, 850],
		['tells every new contact once, and none from before', 'contactCreated', 40, 2_300],
		['tells every change of a contact that is still there, and none that is not', 'contactUpdated', 40, 570],
		['tells every state that was reached once, none that was not, and who waits in time', 'reached', 40, 700],
	])('%s', async (_, event, worlds, events) => {
		const sum = await playMany(event, seedsInARow(seed, worlds));
		expect(sum.over).toEqual([]);
		expect(sum.worlds).toBe(worlds);
		expect(sum.events).toBeGreaterThan(events);
	});
});

it('a replay of a seed plays the same world, whatever was played before', async () => {
	const turns = EVENTS.flatMap((event) => [0, 1].map((at) => ({ event, from: seed + at, to: seed + at + 1 })));
	const script = await bundle();
	/** All of them in one thread, in this order. */
	const played = async (order: typeof turns) => {
		const player = new Player(script);
		const results = new Map<object, TurnResult>();
		for (const turn of order) results.set(turn, await player.play(turn));
		await player.end();
		return results;
	};
	const [there, back] = await Promise.all([played(turns), played([...turns].reverse())]);
	for (const turn of turns) {
		expect(there.get(turn)!.worlds).toBe(1);
		expect(back.get(turn)).toEqual(there.get(turn));
	}
});
