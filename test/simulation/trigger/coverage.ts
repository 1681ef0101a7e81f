import { isOfContacts } from '../../../nodes/HelpdeskTrigger/core/state';
import { factNames, openFacts, type Fact, type World } from '../../../contract/worlds';
import type { EventName } from './story';

/** In how many worlds something was made by a value of an open fact, as `fact: value`. */
export type Met = Record<string, number>;

/** Open facts that no request of the trigger meets, or too few to be counted, each with the reason. */
export const NOT_MET: Partial<Record<Fact, string>> = {
	nextLink: 'the trigger goes by page numbers',
	messagesForm: 'it lists messages only of who is due behind a note, in one of 20 worlds; unit and engine tests take each form',
	messageOrder: 'the same',
	messageRecord: 'the same',
	statusTransitions: 'it changes nothing; the people of the story use them all',
	provisionalEndpoints: 'it uses documented endpoints only',
	deleteAutomations: 'it deletes nothing',
	errorCodes: 'it goes by the status',
	requestIdPlace: 'it goes by the status',
};

const OF_CONVERSATIONS: Fact[] = [
	'newestGoesBy',
	'updatedAt',
	'tagsInList',
	'lastMessage',
	'lastMessageBy',
	'directionWords',
	'statuses',
	'priorities',
	'assigneeShape',
];
const OF_CONTACTS: Fact[] = ['contactOrder', 'contactTimes'];

/** A conversation is read by itself only where Customer Waiting is due in it. */
const OF_WAITING: Fact[] = ['singleRecord'];

/** The open facts that matter to an event. */
export function factsOf(event: EventName): Fact[] {
	const others = [...(isOfContacts(event) ? OF_CONVERSATIONS : OF_CONTACTS), ...(event === 'reached' ? [] : OF_WAITING)];
	return factNames.filter((fact) => !(fact in NOT_MET) && !others.includes(fact));
}

/** A world that notes which of its facts are asked for. */
export function noting(world: World): { noted: World; asked: Set<Fact> } {
	const asked = new Set<Fact>();
	const noted = {} as World;
	for (const fact of factNames) {
		Object.defineProperty(noted, fact, {
			configurable: true,
			enumerable: true,
			get: () => {
				asked.add(fact);
				Object.defineProperty(noted, fact, { value: world[fact], enumerable: true });
				return world[fact];
			},
		});
	}
	return { noted, asked };
}

/** Counts a world that was played. */
export function count(met: Met, world: World, asked: Set<Fact>): void {
	for (const fact of asked) {
		const value = `${fact}: ${world[fact]}`;
		met[value] = (met[value] ?? 0) + 1;
	}
}

/** Facts that only an answer 429 shows, and the one that as few worlds meet (5 of 40). */
const AT_429: Fact[] = ['retryAfter', 'retryAfterRounding', ...OF_WAITING];

/** The value that the fewest worlds met, of the facts that matter to an event: those that few worlds meet, as a 429 alone shows them, or the others. */
export function rarest(event: EventName, met: Met, isAt429: boolean): { value: string; worlds: number; of: number } {
	const facts = factsOf(event).filter((fact) => AT_429.includes(fact) === isAt429);
	const values = facts.flatMap((fact) => openFacts[fact].values.map((value) => `${fact}: ${value}`));
	const [value] = values.sort((a, b) => (met[a] ?? 0) - (met[b] ?? 0)) as [string];
	return { value, worlds: met[value] ?? 0, of: values.length };
}
