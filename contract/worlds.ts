import { Random } from './random';
import { loadContract } from './load';

/** A value for every fact that the specification leaves open. `x-open-facts` in the contract explains each. */
export interface World {
	newestGoesBy: 'created' | 'updated' | 'lastMessage';
	timeFormat: 'microseconds' | 'seconds';
	typeNames: 'className' | 'word';
	lastMessageBy: 'typeName' | 'personId' | 'personName' | 'absent';
	directionWords: 'capital' | 'lowerCase' | 'absent';
	textBody: 'ofCustomers' | 'always';
	lastMessageKinds: 'all' | 'sent';
	messagesForm: 'data' | 'events';
	messageOrder: 'oldestFirst' | 'newestFirst';
	messageRecord: 'event' | 'message';
	singleRecord: 'wrapped' | 'bare';
	currentUser: 'inUser' | 'record';
	savedContact: 'inContact' | 'record';
	wholeLists: 'data' | 'pages';
	rateHeaders: 'always' | 'on429';
	tagsInList: 'absent' | 'objects' | 'names';
	lateVisibility: 'none' | 'seconds30' | 'minutes5';
	statusTransitions: 'any' | 'strict';
	statuses: 'three' | 'andSpam';
	provisionalEndpoints: 'all' | 'none' | 'some';
	deleteAutomations: 'allowed' | 'forbidden';
	dateHeader: 'present' | 'absent';
	clockSkew: 'none' | 'ahead5min' | 'behind5min';
	contactOrder: 'oldest' | 'newest';
	contactTimes: 'absent' | 'present';
}

export type Fact = keyof World;

/** An open fact in the contract. */
interface OpenFact {
	about: string;
	/** The clause of the specification that leaves the fact open. */
	openBy: string;
	/** The possible values. The public evidence shows the first one. */
	values: [string, ...string[]];
	/** The value in the specification's plain forms, unless it is the first. */
	plain?: string;
	/** The value that a real helpdesk showed. All worlds then have it. */
	shown?: string;
}

export const openFacts = (loadContract() as unknown as { 'x-open-facts': Record<Fact, OpenFact> })['x-open-facts'];
export const factNames = Object.keys(openFacts) as Fact[];

type Value = (declared: OpenFact, fact: Fact) => string;
const worldOf = (value: Value, facts = openFacts) =>
	Object.fromEntries(
		factNames.map((fact) => [fact, facts[fact].shown ?? value(facts[fact], fact)]),
	) as unknown as World;

const ofEvidence: Value = ({ values }) => values[0];
const ofSpecification: Value = ({ values, plain }) => plain ?? values[0];

/** The values of the public evidence, which `npm start` and most tests use. */
export const pleasantWorld: Readonly<World> = Object.freeze(worldOf(ofEvidence));

/** The values of the specification's plain forms. */
export const plainWorld: Readonly<World> = Object.freeze(worldOf(ofSpecification));

/** Probability that a random world differs from its main world in a fact. */
const DIFFERS = 0.3;
const RARELY: Partial<Record<Fact, number>> = { dateHeader: 0.02 };

/**
 * Returns the world of a seed. It starts from one of the two main worlds, because a world in which every fact is
 * unusual hides failures behind each other.
 *
 * @param facts the open facts of another contract
 */
export function drawWorld(seed: number, facts = openFacts): World {
	const random = new Random(seed);
	const main = random.next() < 0.5 ? ofEvidence : ofSpecification;
	const draw: Value = (declared, fact) => {
		const usual = main(declared, fact);
		const other = random.pick(declared.values.filter((value) => value !== usual));
		return random.next() < (RARELY[fact] ?? DIFFERS) ? other : usual;
	};
	return worldOf(draw, facts);
}

/**
 * Returns a failing world with as few differences from the pleasant world as possible.
 *
 * @param fails whether a world fails; called once for each fact that differs
 */
export async function shrinkWorld(world: World, fails: (world: World) => Promise<boolean>): Promise<World> {
	let smallest = world;
	for (const fact of differences(world)) {
		const simpler = { ...smallest, [fact]: pleasantWorld[fact] };
		if (await fails(simpler)) smallest = simpler;
	}
	return smallest;
}

/** Returns the facts that differ from the pleasant world, as `fact: value, fact: value`. */
export function describeWorld(world: World): string {
	return (
		differences(world)
			.map((fact) => `${fact}: ${world[fact]}`)
			.join(', ') || 'the pleasant world'
	);
}

const differences = (world: World): Fact[] => factNames.filter((fact) => world[fact] !== pleasantWorld[fact]);
