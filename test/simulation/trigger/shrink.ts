import { describeWorld, shrinkWorld, type World } from '../../../contract/worlds';
import { worldOf } from './seeds';
import type { PromiseName } from './judge';
import { play } from './play';
import { drawStory } from './drawStory';
import type { EventName, Setup, Step, Story } from './story';

/** The smallest case in which a promise still breaks. */
export interface Smallest {
	world: World;
	story: Story;
	first: string;
}

/** What a plain setup has. */
const PLAIN: Partial<Setup> = {
	everyMinutes: 1,
	fields: ['status'],
	lookBackMinutes: 10,
	maxEvents: 500,
	conversationsPerPoll: 100,
	startFromHours: undefined,
	quietPolls: 0,
	days: 2,
};

/** Plays at the most, and for how long, in ms: a case is small enough then, and one in a large helpdesk takes seconds a play. */
const MAX_PLAYS = 400;
const MAX_SHRINK_MS = 30_000;

/**
 * Finds the facts of a seed's world that matter and the fewest steps of its story with which a promise still breaks.
 *
 * @throws {Error} where it does not break
 */
export async function shrink(event: EventName, seed: number, promise: PromiseName): Promise<Smallest> {
	let world = worldOf(seed);
	let story = drawStory(event, seed);
	let plays = 0;
	let until = Date.now() + MAX_SHRINK_MS;
	const broken = async (inWorld: World, of: Story) => {
		if ((plays += 1) > MAX_PLAYS || Date.now() > until) return undefined;
		return (await play(inWorld, of).catch(() => undefined))?.broken.get(promise)?.first;
	};
	const fails = async (inWorld: World, of: Story) => (await broken(inWorld, of)) !== undefined;
	if (!(await fails(world, story))) throw new Error(`Seed ${seed} does not break "${promise}"`);

	story = await withFewerTurns(story, async (of) => await fails(world, of));
	story = { ...story, steps: await fewest(story.steps, async (steps) => await fails(world, { ...story, steps })) };
	world = await shrinkWorld(world, async (simpler) => await fails(simpler, story));
	for (const simpler of simplerSetups(story.setup)) {
		const of = { ...story, setup: { ...story.setup, ...simpler } };
		if (await fails(world, of)) story = of;
	}
	for (const [index, step] of story.steps.entries()) {
		if (!('count' in step) || step.count === 1) continue;
		const steps = story.steps.map((each, at) => (at === index ? { ...step, count: 1 } : each));
		if (await fails(world, { ...story, steps })) story = { ...story, steps };
	}
	story = { ...story, steps: await fewest(story.steps, async (steps) => await fails(world, { ...story, steps })) };
	plays = 0;
	until = Infinity;
	return { world, story, first: (await broken(world, story))! };
}

/** A case in words: the world, what differs in the setup, and what happens before or in which poll. */
export function describeCase({ world, story: { setup, steps, turns }, first }: Smallest): string {
	const { event, inboxes, backlog, ...rest } = setup;
	const differs = Object.entries(rest).filter(
		([name, value]) => name in PLAIN && JSON.stringify(value) !== JSON.stringify(PLAIN[name as keyof Setup]),
	);
	const lines = steps.map(({ do: deed, turn, request, at, pick, ...more }) => {
		void pick;
		const when = request === undefined ? `before poll ${turn} (at ${at.toFixed(2)})` : `in poll ${turn}, request ${request}`;
		return `    ${when}: ${deed} ${JSON.stringify(more)}`;
	});
	return [
		`  world: ${describeWorld(world)}`,
		`  ${event}, inboxes ${inboxes.join()}, conversations before ${backlog.join()}${differs.map(([name, value]) => `, ${name} ${JSON.stringify(value)}`).join('')}, ${turns} polls`,
		...lines,
		`  then: ${first}`,
	].join('\n');
}

async function withFewerTurns(story: Story, fails: (story: Story) => Promise<boolean>): Promise<Story> {
	let shortest = story;
	for (let turns = Math.ceil(story.turns / 2); turns >= 2; turns = Math.floor(turns / 2)) {
		const shorter = { ...shortest, turns, steps: shortest.steps.filter(({ turn }) => turn <= turns) };
		if (!(await fails(shorter))) break;
		shortest = shorter;
	}
	return shortest;
}

/** Leaves out parts, from halves down to single ones, for as long as it still fails. */
async function fewest(steps: Step[], fails: (steps: Step[]) => Promise<boolean>): Promise<Step[]> {
	let left = steps;
	for (let size = Math.ceil(left.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
		for (let from = 0; from < left.length;) {
			const fewer = [...left.slice(0, from), ...left.slice(from + size)];
			if (fewer.length < left.length && (await fails(fewer))) left = fewer;
			else from += size;
		}
	}
	return left;
}

function simplerSetups({ backlog, inboxes }: Setup): Array<Partial<Setup>> {
	const plain = Object.entries(PLAIN).map(([name, value]) => ({ [name]: value }) as Partial<Setup>);
	const smaller = backlog.map((_, index) => ({ backlog: backlog.map((count, at) => (at === index ? 0 : count)) }));
	return [...plain, ...smaller, { backlog: backlog.map(() => 0) }, ...(inboxes.length > 1 ? [{ inboxes: inboxes.slice(0, 1) }] : [])];
}
