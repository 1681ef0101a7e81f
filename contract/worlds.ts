import { Random } from './random';
import { loadContract } from './load';

/** A choice of one value for every fact that the specification leaves open (the contract's `x-open-facts`, which explains each). */
export interface World {
	newestGoesBy: 'created' | 'updated' | 'lastMessage';
	ties: 'stable' | 'unstable';
	timeFormat: 'microseconds' | 'seconds' | 'milliseconds' | 'offset' | 'noZone';
	updatedAt: 'present' | 'absent' | 'onlyOnChange';
	idType: 'text' | 'number';
	emptyLastPage: 'one' | 'zero';
	metaNumbers: 'number' | 'text';
	pageSize: 'upTo100' | 'clamp50' | 'clamp20' | 'refuseOver100' | 'refuseOver50' | 'refuseOver20' | 'obey';
	nextLink: 'pageOnly' | 'wholeQuery';
	messagesForm: 'data' | 'bare' | 'pages' | 'wrapped' | 'messages';
	messageOrder: 'oldestFirst' | 'newestFirst';
	messageRecord: 'event' | 'message';
	singleRecord: 'wrapped' | 'bare';
	rateHeaders: 'always' | 'on429';
	retryAfter: 'seconds' | 'date';
	retryAfterRounding: 'down' | 'up';
	tagsInList: 'absent' | 'objects' | 'ids' | 'names';
	lastMessage: 'present' | 'absent';
	lastMessageBy: 'contactUser' | 'contactAgent' | 'customerTeammate' | 'personId' | 'personName' | 'directionOnly' | 'absent';
	directionWords: 'incoming' | 'inbound';
	lateVisibility: 'none' | 'seconds30' | 'minutes5';
	statusTransitions: 'any' | 'strict';
	statuses: 'activePendingClosed' | 'lowerCase' | 'more';
	priorities: 'highNormalLow' | 'nullWhenUnset' | 'lowerCase';
	assigneeShape: 'nullWhenNone' | 'absentWhenNone' | 'emptyWhenNone';
	provisionalEndpoints: 'all' | 'none' | 'some';
	deleteAutomations: 'allowed' | 'forbidden';
	errorCodes: 'none' | 'present';
	requestIdPlace: 'headerAndBody' | 'header' | 'body' | 'nested' | 'absent';
	dateHeader: 'present' | 'absent';
	clockSkew: 'none' | 'ahead5min' | 'behind5min';
	contactOrder: 'oldest' | 'newest' | 'activity' | 'name';
	contactTimes: 'absent' | 'present';
}

export type Fact = keyof World;

/** An open fact as the contract declares it. */
export interface OpenFact {
	about: string;
	/** The clause of the specification that leaves it open. */
	openBy: string;
	/** The first is the one of the pleasant world. */
	values: [string, ...string[]];
	/** What `npm run service:check` found in a real helpdesk: no world has another. */
	shown?: string;
}

export const openFacts = (loadContract() as unknown as { 'x-open-facts': Record<Fact, OpenFact> })['x-open-facts'];
export const factNames = Object.keys(openFacts) as Fact[];

/** The values that a fact may still have, the one of the pleasant world first. */
export const possibleValues = (fact: Fact, { shown, values } = openFacts[fact]): OpenFact['values'] => (shown === undefined ? values : [shown]);

/** The world in which the examples and `npm start` run. */
export const pleasantWorld: Readonly<World> = Object.freeze(
	Object.fromEntries(factNames.map((fact) => [fact, possibleValues(fact)[0]])) as unknown as World,
);

/**
 * The world of a seed, the same at every call. About half of its facts are as in the pleasant one, since a world in
 * which everything is odd hides one oddity behind another.
 *
 * @param facts the open facts of another contract
 */
export function drawWorld(seed: number, facts = openFacts): World {
	const random = new Random(seed);
	const draw = (fact: Fact) => {
		const [pleasant, ...others] = possibleValues(fact, facts[fact]);
		return random.next() < 0.5 || others.length === 0 ? pleasant : random.pick(others);
	};
	return Object.fromEntries(factNames.map((fact) => [fact, draw(fact)])) as unknown as World;
}

/**
 * The world in which as few facts as possible differ from the pleasant one while it still fails.
 *
 * @param fails whether something fails in a world; it is asked once for each fact that differs
 */
export async function shrinkWorld(world: World, fails: (world: World) => Promise<boolean>): Promise<World> {
	let smallest = world;
	for (const fact of differences(world)) {
		const simpler = { ...smallest, [fact]: pleasantWorld[fact] };
		if (await fails(simpler)) smallest = simpler;
	}
	return smallest;
}

/** What differs from the pleasant world, as `fact: value, fact: value`. */
export function describeWorld(world: World): string {
	return (
		differences(world)
			.map((fact) => `${fact}: ${world[fact]}`)
			.join(', ') || 'the pleasant world'
	);
}

const differences = (world: World): Fact[] => factNames.filter((fact) => world[fact] !== pleasantWorld[fact]);
