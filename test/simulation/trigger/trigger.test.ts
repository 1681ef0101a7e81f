import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { MISTAKES } from './mistakes';
import { playMany } from './playMany';
import { firstSeed, RULES, TOPICS, type Topic } from './scenario';
import { bundle, Player } from './threads';
import type { TurnResult } from './worker';

jest.setTimeout(900_000);

/** From this seed on, a few worlds contain nearly all kinds of steps, settings and troubles. */
const seed = firstSeed(1_709);

/** Every run plays the same worlds, unless HELPDESK_WORLDS_SEED is set. test/long plays 2,400. */
describe(`in random helpdesks (HELPDESK_WORLDS_SEED=${seed}), the trigger`, () => {
	it.each<[string, Topic, worlds: number, events: number]>([
		[RULES.conversationCreated, 'conversationCreated', 4, 700],
		[RULES.conversationUpdated, 'conversationUpdated', 6, 340],
		[RULES.customerMessage, 'customerMessage', 4, 480],
		[RULES.contactCreated, 'contactCreated', 4, 300],
		[RULES.contactUpdated, 'contactUpdated', 4, 60],
		[RULES.states, 'states', 4, 380],
	])('%s', async (_, topic, worlds, events) => {
		const sum = await playMany(topic, seed, worlds);
		expect(sum.broken).toEqual([]);
		expect(sum.worlds).toBe(worlds);
		expect(sum.events).toBeGreaterThan(seed === 1_709 ? events : 0);
	});
});

it('a replayed seed plays the same world, whatever was played before', async () => {
	const turns = TOPICS.map((topic) => ({ topic, from: seed, to: seed + 1 }));
	const script = await bundle();
	const played = async (order: typeof turns) => {
		const player = new Player(script);
		const results = new Map<Topic, TurnResult>();
		for (const turn of order) results.set(turn.topic, await player.play(turn));
		await player.end();
		return [...results].sort();
	};
	const [forwards, backwards] = await Promise.all([played(turns), played([...turns].reverse())]);
	expect(backwards).toEqual(forwards);
});

it('each mistake of the long test still matches the source', () => {
	const source = (file: string) => readFileSync(join(__dirname, '../../../nodes', file), 'utf8');
	expect(MISTAKES.filter(({ file, from }) => !source(file).includes(from))).toEqual([]);
});
