import { playMany } from '../simulation/trigger/playMany';
import { firstSeed, RULES, type Topic, TOPICS } from '../simulation/trigger/scenario';
import { quietPoll } from '../unit/trigger/support/bench';

const seed = firstSeed(1);
/** Quick topics get more worlds. */
const WORLDS: Record<Topic, number> = {
	conversationCreated: 300,
	conversationUpdated: 300,
	customerMessage: 300,
	contactCreated: 1_000,
	contactUpdated: 250,
	states: 250,
};
const worldsOf = (topic: Topic) => Number(process.env.HELPDESK_WORLDS ?? WORLDS[topic]);
const MIN_EVENTS_OF_A_WORLD = 100;

describe(`in random helpdesks (HELPDESK_WORLDS_SEED=${seed}), the trigger`, () => {
	const played = { worlds: 0, events: 0 };

	it.each(TOPICS.map((topic) => [RULES[topic], topic] as const))('%s', async (_, topic) => {
		const sum = await playMany(topic, seed, worldsOf(topic));
		played.worlds += sum.worlds;
		played.events += sum.events;
		expect(sum.broken).toEqual([]);
	});

	it('emits at least 100 events per helpdesk on average', () => {
		expect(played.worlds).toBe(TOPICS.reduce((sum, topic) => sum + worldsOf(topic), 0));
		expect(played.events).toBeGreaterThanOrEqual(MIN_EVENTS_OF_A_WORLD * played.worlds);
	});
});

it.each([
	['Conversation Created', { event: ['conversationCreated'] }, 21],
	['Conversation Updated', { event: ['conversationUpdated'], watchFields: ['status'] }, 40],
	['Customer Message', { event: ['customerMessage'] }, 40],
])(
	'a quiet poll of 20 inboxes of 1,000 conversations costs the requests that the documentation says: %s',
	async (_, parameters, requests) => {
		expect(await quietPoll(parameters, 20, 1_000)).toBe(requests);
	},
);
