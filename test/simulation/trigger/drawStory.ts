import { Random } from '../../../contract/random';
import { TROUBLES } from './answers';
import type { EventName as ChosenEvent } from '../../../nodes/HelpdeskTrigger/core/events';
import { isOfContacts } from '../../../nodes/HelpdeskTrigger/core/events';
import { CONTACT_FIELDS, FIELDS, type ContactField, type WatchedField } from './records';
import { drawReachedStory } from './reachedStory';
import { MESSAGE_EVENTS, type EventName, type Setup, type Step, type Story, type Deed } from './story';

/** What people mostly do. */
const THEMES = ['mixed', 'mixed', 'mixed', 'moves', 'answers', 'news'] as const;
type Theme = (typeof THEMES)[number];

/** The story of a seed, the same at every call. */
export function drawStory(event: EventName, seed: number): Story {
	if (event === 'reached') return drawReachedStory(drawStory('conversationUpdated', seed), seed);
	const random = new Random(seed ^ 0x5eed);
	const setup = drawSetup(random, event);
	const theme = random.pick(THEMES);
	const turns = random.pick([15, 15, 25, 25, 40, 90]);
	const steps: Step[] = [];
	const add = (turn: number, deed: Deed, request?: number) =>
		steps.push({ ...deed, turn, at: random.next(), pick: random.below(2 ** 30), request });
	const chance = (odds: number) => random.next() < odds;

	const activity = random.pick([0.3, 1, 2]);
	const drift = random.pick([0, 0.3, 1.5]);
	const bursts = random.pick([0.02, 0.06]);
	const stormy = random.pick([0, 0.03, 0.08]);
	const restarts = random.pick([0, 0, 0.04]);
	const settings = random.pick([0, 0, 0.04, 0.15]);
	const ordinary = () => ordinaryDeed(random, setup, theme);
	if (stormy > 0 && chance(0.3)) add(0, troubleOf(random, setup, 20));
	let isAway = false;
	for (let turn = 1; turn <= turns; turn += 1) {
		for (let rest = activity; rest > 0; rest -= 1) if (chance(Math.min(rest, 1))) add(turn, ordinary());
		for (let rest = drift; rest > 0; rest -= 1) if (chance(Math.min(rest, 1))) add(turn, ordinary(), 1 + random.below(chance(0.5) ? 3 : 12));
		if (chance(bursts)) add(turn, burst(random, setup));
		if (chance(stormy)) add(turn, troubleOf(random, setup, 150), chance(0.3) ? 1 + random.below(4) : undefined);
		if (chance(restarts)) add(turn, { do: 'kill', minutes: random.pick([0, 0, 5, 60]) }, chance(0.5) ? 1 + random.below(4) : undefined);
		if (chance(0.01)) add(turn, { do: 'reactivate', minutes: random.pick([0, 60]) });
		if (chance(0.01)) add(turn, { do: 'testRun' });
		if (chance(0.02)) add(turn, { do: 'overlap' });
		if (chance(settings)) {
			const change = settingOf(random, setup, isAway);
			if (change.do === 'leaveEvent') isAway = true;
			if (change.do === 'returnToEvent') isAway = false;
			add(turn, change);
		}
	}
	if (isAway) add(turns, { do: 'returnToEvent' });
	return { setup: { ...setup, beside: besideOf(setup, seed) }, steps, turns };
}

/** What is chosen beside an event in every fourth world that is not large. */
function besideOf({ event, backlog, inboxes }: Setup, seed: number): ChosenEvent | undefined {
	const isLarge = inboxes.length > 50 || backlog.some((count) => count > 1000);
	return seed % 4 === 0 && !isLarge ? BESIDE[event] : undefined;
}

const BESIDE: Partial<Record<EventName, ChosenEvent>> = {
	conversationCreated: 'conversationSnoozed',
	contactCreated: 'contactUpdated',
};

/** One helpdesk of so many has an inbox of 10,000 conversations, one has 200 inboxes. */
const SIZES = 120;

function drawSetup(random: Random, event: EventName): Setup {
	const size = random.below(SIZES);
	const watched = size === 1 ? 200 : 1 + random.below(3);
	const allInboxes = watched + 1 + random.below(2);
	const backlogs = size === 1 ? [0, 1, 3] : [0, 0, 3, 30, 30, 110, 260];
	const setup: Setup = {
		event,
		inboxes: Array.from({ length: watched }, (_, index) => index + 1),
		allInboxes,
		backlog: Array.from({ length: allInboxes }, (_, index) => (size === 0 && index === 0 ? 10_000 : random.pick(backlogs))),
		days: random.pick([0.02, 2, 60]),
		everyMinutes: random.pick([1, 1, 1, 1, 1, 60]),
		fields:
			size === 0
				? random.pick<WatchedField[]>([['status'], FIELDS])
				: random.pick<WatchedField[]>([
						['status'],
						['status'],
						['priority'],
						['status', 'assignee'],
						['tags'],
						['subject', 'priority'],
						FIELDS,
					]),
		lookBackMinutes: random.pick([10, 10, 10, 6, 30]),
		maxEvents: random.pick([500, 500, 500, 100, 20, 5]),
		conversationsPerPoll: random.pick([100, 100, 100, 30, 200]),
		...(!isOfContacts(event) && random.next() < 0.15 && { startFromHours: random.pick([0.5, 5, 72, -5]) }),
		quietPolls: random.next() < 0.15 ? 12 : 0,
		...(event === 'customerMessage' && { messages: random.next() < 0.5 ? MESSAGE_EVENTS : [event] }),
		...(event === 'contactUpdated' && { contactFields: random.pick<ContactField[]>([['name'], ['company'], CONTACT_FIELDS]) }),
	};
	// 10,000 that a Start From counts, told a few a poll, would take minutes to play.
	const tellsAll = size === 0 && setup.startFromHours !== undefined;
	return { ...setup, maxEvents: tellsAll ? Math.max(setup.maxEvents, 100) : setup.maxEvents };
}

/** Where in the list of ordinary deeds the one of a theme stands. */
const ROLLS = { news: 0, answers: 12, moves: 17 };

function ordinaryDeed(random: Random, { event, allInboxes, fields }: Setup, theme: Theme): Deed {
	const inbox = 1 + random.below(allInboxes);
	const count = 1 + random.below(random.pick([1, 3, 8]));
	const newest = random.next() < 0.6;
	const isTogether = random.next() < 0.4;
	if (event === 'contactUpdated' && random.next() < 0.5) return { do: 'changeContacts', count };
	if (isOfContacts(event)) {
		const roll = random.below(10);
		if (roll < 6) return { do: 'createContacts', count };
		return roll < 8 ? { do: 'touchContacts', count } : { do: 'removeContacts', count };
	}
	const roll = theme !== 'mixed' && random.next() < 0.6 ? ROLLS[theme] : random.below(20);
	if (roll < 6) return { do: 'create', inbox, count, isTogether };
	if (roll < 7) return { do: 'createAndClose', inbox, count, isTogether };
	if (roll < 12) return { do: 'change', field: random.next() < 0.7 ? random.pick(fields) : random.pick(FIELDS), count, newest };
	if (event === 'customerMessage' && roll >= 12 && roll < 17 && random.next() < 0.4)
		return { do: 'aside', what: random.pick(['note', 'draft', 'automatic']), count, newest };
	if (roll < 15) return { do: 'message', by: 'contact', count, newest };
	if (roll < 17) return { do: 'message', by: 'teammate', count, newest };
	if (roll < 19) return { do: 'move', inbox, count: 1 + random.below(2), newest };
	return { do: 'remove', count: 1 + random.below(2), newest };
}

function burst(random: Random, { event, allInboxes, fields }: Setup): Deed {
	const inbox = 1 + random.below(allInboxes);
	const count = 20 + random.below(random.pick([60, 150, 400]));
	const isTogether = random.next() < 0.6;
	if (event === 'contactUpdated') return { do: 'changeContacts', count };
	if (event === 'contactCreated') return { do: 'createContacts', count };
	if (event === 'conversationCreated')
		return random.next() < 0.8 ? { do: 'create', inbox, count, isTogether } : { do: 'message', by: 'teammate', count, newest: false };
	if (event === 'customerMessage') return { do: random.next() < 0.6 ? 'message' : 'message', by: 'contact', count, newest: false };
	return random.next() < 0.2
		? { do: 'createAndClose', inbox, count, isTogether }
		: { do: 'change', field: random.pick(fields), count, newest: random.next() < 0.3 };
}

function troubleOf(random: Random, { event, allInboxes }: Setup, mostMinutes: number): Deed {
	const trouble = random.pick(TROUBLES);
	const minutes = random.pick([0.5, 1, 3, 20, mostMinutes]);
	const isOfInbox = ['missing', 'forbidden', 'inboxDown', 'inboxBroken'].includes(trouble);
	if (isOfInbox && isOfContacts(event)) return { do: 'weather', trouble: 'down', minutes };
	return { do: 'weather', trouble, minutes, ...(isOfInbox && { inbox: 1 + random.below(allInboxes) }) };
}

function settingOf(random: Random, { event, allInboxes, startFromHours }: Setup, isAway: boolean): Deed {
	if (isAway) return { do: 'returnToEvent' };
	const inbox = 1 + random.below(allInboxes);
	const roll = random.below(6);
	if (roll === 0) return { do: 'leaveEvent' };
	if (startFromHours !== undefined && roll === 1) return { do: 'correctStartFrom', hours: random.pick([1, 10, 48]) };
	if (event === 'conversationUpdated' && roll <= 2)
		return { do: 'watch', fields: random.pick<WatchedField[]>([['status'], ['priority', 'status'], ['assignee'], FIELDS]) };
	if (isOfContacts(event)) return { do: 'reactivate', minutes: 0 };
	return roll < 5 ? { do: 'addInbox', inbox } : { do: 'removeInbox', inbox };
}
