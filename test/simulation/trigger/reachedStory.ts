import type { World } from '../../../contract/worlds';
import { REACHED_EVENTS, type ReachedEvent } from './story';
import { Random } from '../../../contract/random';
import { ASIDE, type ReachedSetup, type Step, type Story } from './story';

/** The story of a seed for events that ask for a state: people do what changes conversations, and more. */
export function drawReachedStory(base: Story, seed: number): Story {
	const random = new Random(seed ^ 0x4eac4ed);
	const isLarge = base.setup.backlog.some((count) => count > 1000);
	const all = REACHED_EVENTS.filter(() => random.next() < 0.4);
	const events: ReachedEvent[] = isLarge ? ['statusChangedTo'] : all.length > 0 ? all : ['customerWaiting'];
	const reached: ReachedSetup = {
		events,
		assignedTo: random.pick(['anybody', 'teammates', 'nobody']),
		isChoosy: random.next() < 0.5,
		afterMinutes: random.pick([3, 10, 10, 30]),
		hasHours: random.next() < 0.3,
	};
	const left = ['leaveEvent', 'returnToEvent', 'removeInbox', ...(isLarge ? ['watch'] : [])];
	const steps = base.steps
		.filter(({ do: deed }) => !left.includes(deed))
		.map((step): Step => (step.do === 'watch' ? { ...step, do: 'choose', reached: chosenOtherwise(reached, new Random(step.pick)) } : step));
	const activity = random.pick([0.3, 1]);
	const changes = isLarge ? 0 : random.pick([0, 0, 0.08]);
	for (let turn = 1; turn <= base.turns; turn += 1) {
		if (random.next() < changes)
			steps.push({ do: 'choose', reached: chosenOtherwise(reached, random), turn, at: random.next(), pick: random.below(2 ** 30) });
		if (random.next() >= activity) continue;
		const more = { turn, at: random.next(), pick: random.below(2 ** 30), request: random.next() < 0.2 ? 1 + random.below(3) : undefined };
		if (random.next() < 0.3) steps.push({ do: 'change', field: 'tags', count: 3, newest: true, ...more });
		steps.push({ do: 'aside', what: random.pick(ASIDE), count: 1 + random.below(3), newest: random.next() < 0.6, ...more });
	}
	if (events.includes('customerWaiting')) steps.push(...notes(new Random(seed ^ 0x2207e), base.turns));
	return { ...base, steps, setup: { ...base.setup, event: 'reached', fields: ['status'], reached } };
}

/** Where somebody waits, notes, drafts and automatic replies follow what is new. */
function notes(random: Random, turns: number): Step[] {
	const odds = random.pick([0, 0.2, 0.5]);
	const written = Array.from({ length: turns }, (_, index) => index + 1).filter(() => random.next() < odds);
	return written.map((turn) => ({
		do: 'aside',
		what: random.pick(['note', 'draft', 'automatic']),
		count: 4,
		newest: true,
		turn,
		at: random.next(),
		pick: random.below(2 ** 30),
	}));
}

/** Other choices of the same user: events come and go, and what counts of them is another. */
function chosenOtherwise({ events, ...reached }: ReachedSetup, random: Random): ReachedSetup {
	const others = REACHED_EVENTS.filter((event) => events.includes(event) !== random.next() < 0.3);
	return {
		...reached,
		events: others.length > 0 ? others : events,
		assignedTo: random.pick(['anybody', 'teammates', 'nobody']),
		isChoosy: random.next() < 0.5,
	};
}

/** Whether the threads of a world show who wrote. */
export const threadsShowWriters = ({ messageRecord, directionWords }: World) => messageRecord === 'event' || directionWords !== 'absent';

/** Whether anything in a world shows who wrote last. */
export function showsAuthor(world: World): boolean {
	return world.lastMessageBy !== 'absent' || threadsShowWriters(world);
}

/** The chosen events that can be seen in a world. */
export function seenEvents({ events }: ReachedSetup, inboxes: number, world: World): ReachedEvent[] {
	const seen = events.filter((event) => {
		if (event === 'tagAdded' || event === 'tagRemoved') return world.tagsInList !== 'absent';
		if (event === 'customerWaiting') return threadsShowWriters(world);
		return event !== 'conversationMoved' || inboxes > 1;
	});
	return seen.length > 0 ? seen : ['statusChangedTo'];
}
