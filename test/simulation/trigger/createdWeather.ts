import type { Random } from '../../../sandbox/random';
import { NEWEST } from './service';

export const MINUTE = 60_000;

/** What a run on new conversations has to live with, by its seed. */
export type CreatedWeather = ReturnType<typeof createdWeather>;

export function createdWeather(random: Random) {
	return {
		inboxes: 1 + random.below(3),
		perPage: 20 + random.below(11),
		resolution: random.pick([1, 1000] as const),
		newest: random.pick(NEWEST),
		lookBack: (2 + random.below(9)) * MINUTE,
		maxEvents: 3 + random.below(60),
		perPoll: random.pick([6, 12, 1000]),
		mostHeld: random.pick([10, 2000]),
		hasDateHeader: random.next() < 0.7,
		startsEarlier: random.next() < 0.3,
		disappears: random.next() < 0.2,
		/** From here on chances: of each request, of each minute, of each change. */
		failure: random.pick([0, 0, 0.02, 0.2]),
		drift: random.pick([0, 0.3, 0.9]),
		restart: random.pick([0, 0.03]),
		outage: random.pick([0, 0.02]),
		late: random.pick([0, 0.1]),
		future: random.pick([0, 0.01]),
		/** Of a poll's events, that a change of the workflow makes n8n drop them. */
		superseded: random.pick([0, 0.1]),
		/** That many conversations go to the trash at once, or are changed at once. */
		purge: random.pick([0, 0.02]),
		bulk: random.pick([0, 0.02]),
		/** That a change meets a conversation that the trigger has not emitted yet: people answer what is new. */
		/** That another workflow goes on to its next conversation. */
		walk: random.pick([0, 0, 0.7]),
		focus: random.pick([0, 0.5]),
	};
}
