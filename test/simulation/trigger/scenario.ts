import { drawWorld, type World } from '../../../contract/worlds';
import { Random } from '../../../contract/random';
import { EVENT_NAMES, isOfContacts, type EventName } from '../../../nodes/HelpdeskTrigger/core/events';
import { CONTACT_FIELDS, FIELDS, type ContactField, type WatchedField } from './records';

export const MINUTE = 60_000;

export const MESSAGE_EVENTS: EventName[] = ['customerMessage', 'teammateReplied', 'noteAdded'];

export const STATE_EVENTS = EVENT_NAMES.filter(
	(event) =>
		!isOfContacts(event) && !['conversationCreated', 'conversationUpdated', ...MESSAGE_EVENTS].includes(event),
);

const TROUBLES = [
	...(['throttled', 'down', 'broken', 'slow', 'hangs', 'reset', 'unreachable', 'webPage'] as const),
	...(['missing', 'forbidden', 'inboxDown', 'inboxBroken'] as const),
];
export type Trouble = (typeof TROUBLES)[number];

/** What a scenario tests: one event, or several state events together. */
export const TOPICS = [
	'conversationCreated',
	'conversationUpdated',
	'customerMessage',
	'contactCreated',
	'contactUpdated',
	'states',
] as const;
export type Topic = (typeof TOPICS)[number];

/** What the trigger promises for each topic, as the title of a test. */
export const RULES: Record<Topic, string> = {
	conversationCreated: 'emits every new conversation once and in order, and no older one',
	conversationUpdated: 'emits every change that lasts until the next poll, and nothing else',
	customerMessage: 'emits every message once and in order, and no older one',
	contactCreated: 'emits every new contact once, and no older one',
	contactUpdated: 'emits every change of a contact that lasts until the next poll, and nothing else',
	states: 'emits every state event once, and every waiting customer in time',
};

export interface StateChoices {
	events: EventName[];
	assignedTo: 'anybody' | 'teammates' | 'nobody';
	/** Whether only one tag, and one value of the custom field, counts. */
	isChoosy: boolean;
	afterMinutes: number;
	/** Whether waits count only opening hours: nine to five, Monday to Friday, in UTC. */
	hasHours: boolean;
}

const ASIDE = ['snooze', 'spam', 'plan', 'note', 'draft', 'automatic'] as const;

type Action =
	| { do: 'create' | 'createAndClose'; inbox: number; count: number; isTogether: boolean }
	| { do: 'change'; field: WatchedField; count: number; newest: boolean }
	| { do: 'message'; by: 'contact' | 'teammate'; count: number; newest: boolean }
	| { do: 'aside'; what: (typeof ASIDE)[number]; count: number; newest: boolean }
	| { do: 'move'; inbox: number; count: number; newest: boolean }
	| { do: 'remove'; count: number; newest: boolean }
	| { do: 'createContacts' | 'touchContacts' | 'changeContacts' | 'removeContacts'; count: number }
	| { do: 'trouble'; trouble: Trouble; minutes: number; inbox?: number }
	| { do: 'kill' | 'reactivate'; minutes: number }
	| { do: 'addInbox' | 'removeInbox'; inbox: number }
	| { do: 'correctStartFrom'; hours: number }
	| { do: 'watch'; fields: WatchedField[] }
	| { do: 'choose'; choices: StateChoices }
	| { do: 'leaveEvent' | 'returnToEvent' | 'testRun' | 'overlap' };

export type Step = Action & {
	/** Number of the poll that follows; 0 is the activation. */
	turn: number;
	/** Position in the time before that poll, from 0 to 1. */
	at: number;
	/** If set, the step happens at this request of the poll instead (from 1). */
	request?: number;
	/** Seeds the choice of a record, so that a step does the same if others are removed. */
	pick: number;
};

/** The user's settings, and the helpdesk before the activation. */
export interface Setup {
	topic: Topic;
	/** The inboxes chosen at the activation, out of `allInboxes`. */
	inboxes: number[];
	allInboxes: number;
	/** Number of conversations of each inbox before the activation, over `days` days. */
	backlog: number[];
	days: number;
	everyMinutes: number;
	fields: WatchedField[];
	lookBackMinutes: number;
	maxEvents: number;
	conversationsPerPoll: number;
	/** Start From in hours before the activation; negative for after it. */
	startFromHours?: number;
	isQuietAtEnd: boolean;
	states: StateChoices;
	/** Another event of the same trigger, which is not judged. */
	beside?: EventName;
	messages: EventName[];
	contactFields: ContactField[];
}

export interface Scenario {
	setup: Setup;
	steps: Step[];
	turns: number;
}

/** Returns the first seed: a fixed one, or HELPDESK_WORLDS_SEED to replay a run or play new worlds. */
export const firstSeed = (fixed: number) => Number(process.env.HELPDESK_WORLDS_SEED ?? fixed);

/** Returns the world of a seed, always with a Date header, which the promises need. */
export const worldOf = (seed: number): World => ({ ...drawWorld(seed), dateHeader: 'present' });

/** People's main activity. */
const THEMES = ['mixed', 'mixed', 'mixed', 'moves', 'answers', 'news'] as const;
type Theme = (typeof THEMES)[number];

/** Returns the scenario of a seed, always the same. */
export function drawScenario(topic: Topic, seed: number): Scenario {
	const random = new Random(seed ^ 0x5eed);
	const setup = drawSetup(random, topic, seed);
	const theme = random.pick(THEMES);
	const turns = random.pick([15, 15, 25, 25, 40, 90]);
	const steps: Step[] = [];
	const chance = (odds: number) => random.next() < odds;
	const add = (turn: number, action: Action, request?: number) =>
		steps.push({ ...action, turn, at: random.next(), pick: random.below(2 ** 30), request });

	const activity = random.pick(topic === 'states' ? [1, 2, 3] : [0.3, 1, 2]);
	const drift = random.pick([0, 0.3, 1.5]);
	const bursts = random.pick([0.02, 0.06]);
	const stormy = random.pick([0, 0.03, 0.08]);
	const restarts = random.pick([0, 0, 0.04]);
	const settings = random.pick([0, 0, 0.04, 0.15]);
	const notes =
		topic === 'states' && setup.states.events.includes('customerWaiting') ? random.pick([0, 0.2, 0.5]) : 0;
	if (stormy > 0 && chance(0.3)) add(0, drawTrouble(random, setup, 20));
	let isAway = false;
	for (let turn = 1; turn <= turns; turn += 1) {
		for (let rest = activity; rest > 0; rest -= 1)
			if (chance(Math.min(rest, 1))) add(turn, drawAction(random, setup, theme));
		for (let rest = drift; rest > 0; rest -= 1)
			if (chance(Math.min(rest, 1)))
				add(turn, drawAction(random, setup, theme), 1 + random.below(chance(0.5) ? 3 : 12));
		if (chance(notes))
			add(turn, { do: 'aside', what: random.pick(['note', 'draft', 'automatic']), count: 4, newest: true });
		if (chance(bursts)) add(turn, drawBurst(random, setup));
		if (chance(stormy)) add(turn, drawTrouble(random, setup, 150), chance(0.3) ? 1 + random.below(4) : undefined);
		if (chance(restarts))
			add(
				turn,
				{ do: 'kill', minutes: random.pick([0, 0, 5, 60]) },
				chance(0.5) ? 1 + random.below(4) : undefined,
			);
		if (chance(0.01)) add(turn, { do: 'reactivate', minutes: random.pick([0, 60]) });
		if (chance(0.01)) add(turn, { do: 'testRun' });
		if (chance(0.02)) add(turn, { do: 'overlap' });
		if (chance(settings)) {
			const change = isAway ? ({ do: 'returnToEvent' } as const) : drawSetting(random, setup);
			if (change.do === 'leaveEvent') isAway = true;
			if (change.do === 'returnToEvent') isAway = false;
			add(turn, change);
		}
	}
	if (isAway) add(turns, { do: 'returnToEvent' });
	return { setup, steps, turns };
}

/** Of this many helpdesks, one has an inbox of 9,000 conversations, and one has 200 inboxes. */
const SIZES = 120;

function drawSetup(random: Random, topic: Topic, seed: number): Setup {
	const size = random.below(SIZES);
	const [isLong, isWide] = [size === 0, size === 1];
	const watched = isWide ? 200 : 1 + random.below(3);
	const allInboxes = watched + 1 + random.below(2);
	const backlogs = isWide ? [0, 1, 3] : [0, 0, 3, 30, 30, 110, 260];
	const hasStartFrom = !isOfContacts(topic) && random.next() < 0.15;
	const beside = ({ conversationCreated: 'conversationSnoozed', contactCreated: 'contactUpdated' } as const)[
		topic as 'contactCreated'
	];
	return {
		topic,
		inboxes: Array.from({ length: watched }, (_, index) => index + 1),
		allInboxes,
		backlog: Array.from({ length: allInboxes }, (_, index) =>
			isLong && index === 0 ? 9_000 : random.pick(backlogs),
		),
		days: random.pick([0.02, 2, 60]),
		everyMinutes: random.pick([1, 1, 1, 1, 1, 60]),
		fields: isLong ? ['status'] : drawFields(random),
		lookBackMinutes: random.pick([10, 10, 10, 6, 30]),
		// 9,000 conversations since Start From would take minutes in small polls.
		maxEvents: Math.max(random.pick([500, 500, 500, 100, 20, 5]), isLong && hasStartFrom ? 100 : 1),
		conversationsPerPoll: random.pick([100, 100, 100, 30, 200]),
		startFromHours: hasStartFrom ? random.pick([0.5, 5, 72, -5]) : undefined,
		isQuietAtEnd: random.next() < 0.15,
		states: {
			...drawChoices(random, isLong ? ['statusChangedTo'] : STATE_EVENTS.filter(() => random.next() < 0.4)),
			afterMinutes: random.pick([3, 10, 10, 30]),
			hasHours: random.next() < 0.3,
		},
		beside: seed % 4 === 0 && !isWide && !isLong ? beside : undefined,
		messages: random.next() < 0.5 ? MESSAGE_EVENTS : ['customerMessage'],
		contactFields: random.pick<ContactField[]>([['name'], ['company'], CONTACT_FIELDS]),
	};
}

function drawFields(random: Random): WatchedField[] {
	return random.pick<WatchedField[]>([
		['status'],
		['status'],
		['priority'],
		['status', 'assignee'],
		['tags'],
		['subject', 'priority'],
		FIELDS,
	]);
}

function drawChoices(random: Random, events: EventName[]): Pick<StateChoices, 'events' | 'assignedTo' | 'isChoosy'> {
	return {
		events: events.length > 0 ? events : ['customerWaiting'],
		assignedTo: random.pick(['anybody', 'teammates', 'nobody']),
		isChoosy: random.next() < 0.5,
	};
}

/** Index in the list of ordinary actions where a theme's actions begin. */
const ROLLS = { news: 0, answers: 12, moves: 17 };

function drawAction(random: Random, { topic, allInboxes, fields }: Setup, theme: Theme): Action {
	const inbox = 1 + random.below(allInboxes);
	const count = 1 + random.below(random.pick([1, 3, 8]));
	const newest = random.next() < 0.6;
	const isTogether = random.next() < 0.4;
	if (topic === 'contactUpdated' && random.next() < 0.5) return { do: 'changeContacts', count };
	if (isOfContacts(topic))
		return {
			do: random.pick(['createContacts', 'createContacts', 'createContacts', 'touchContacts', 'removeContacts']),
			count,
		};
	if (topic === 'states' && random.next() < 0.4) return { do: 'aside', what: random.pick(ASIDE), count, newest };
	const roll = theme !== 'mixed' && random.next() < 0.6 ? ROLLS[theme] : random.below(20);
	if (roll < 6) return { do: 'create', inbox, count, isTogether };
	if (roll < 7) return { do: 'createAndClose', inbox, count, isTogether };
	if (roll < 12) {
		const field =
			topic === 'states' && random.next() < 0.3
				? 'tags'
				: random.next() < 0.7
					? random.pick(fields)
					: random.pick(FIELDS);
		return { do: 'change', field, count, newest };
	}
	if (topic === 'customerMessage' && roll < 17 && random.next() < 0.4)
		return { do: 'aside', what: random.pick(['note', 'draft', 'automatic']), count, newest };
	if (roll < 17) return { do: 'message', by: roll < 15 ? 'contact' : 'teammate', count, newest };
	if (roll < 19) return { do: 'move', inbox, count: 1 + random.below(2), newest };
	return { do: 'remove', count: 1 + random.below(2), newest };
}

function drawBurst(random: Random, { topic, allInboxes, fields }: Setup): Action {
	const inbox = 1 + random.below(allInboxes);
	const count = 20 + random.below(random.pick([60, 150, 400]));
	const isTogether = random.next() < 0.6;
	const isRare = random.next() < 0.2;
	if (topic === 'contactUpdated') return { do: 'changeContacts', count };
	if (topic === 'contactCreated') return { do: 'createContacts', count };
	if (topic === 'customerMessage') return { do: 'message', by: 'contact', count, newest: false };
	if (topic === 'conversationCreated')
		return isRare
			? { do: 'message', by: 'teammate', count, newest: false }
			: { do: 'create', inbox, count, isTogether };
	return isRare
		? { do: 'createAndClose', inbox, count, isTogether }
		: { do: 'change', field: random.pick(fields), count, newest: random.next() < 0.3 };
}

function drawTrouble(random: Random, { topic, allInboxes }: Setup, mostMinutes: number): Action {
	const trouble = random.pick(TROUBLES);
	const minutes = random.pick([0.5, 1, 3, 20, mostMinutes]);
	const isOfInbox = ['missing', 'forbidden', 'inboxDown', 'inboxBroken'].includes(trouble);
	if (isOfInbox && isOfContacts(topic)) return { do: 'trouble', trouble: 'down', minutes };
	return { do: 'trouble', trouble, minutes, inbox: isOfInbox ? 1 + random.below(allInboxes) : undefined };
}

function drawSetting(random: Random, { topic, allInboxes, backlog, startFromHours, states }: Setup): Action {
	const inbox = 1 + random.below(allInboxes);
	const roll = random.below(6);
	if (startFromHours !== undefined && roll === 1) return { do: 'correctStartFrom', hours: random.pick([1, 10, 48]) };
	if (topic === 'states') {
		if (roll > 3 || backlog[0]! > 1_000) return { do: 'addInbox', inbox };
		const events = STATE_EVENTS.filter((event) => states.events.includes(event) !== random.next() < 0.3);
		return { do: 'choose', choices: { ...states, ...drawChoices(random, events) } };
	}
	if (roll === 0) return { do: 'leaveEvent' };
	if (topic === 'conversationUpdated' && roll <= 2)
		return { do: 'watch', fields: backlog[0]! > 1_000 ? ['status'] : drawFields(random) };
	if (isOfContacts(topic)) return { do: 'reactivate', minutes: 0 };
	return roll < 5 ? { do: 'addInbox', inbox } : { do: 'removeInbox', inbox };
}
