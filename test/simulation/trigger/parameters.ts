import type { IDataObject } from 'n8n-workflow';

import type { Helpdesk } from './helpdesk';
import { CHOSEN_PLAN, CHOSEN_TAG, TEAMMATE } from './reachedStates';
import { seenEvents } from './reachedStory';
import type { ReachedSetup } from './story';
import type { Setup } from './story';

/** What the user has set up in the node. */
export interface Parameters {
	event: string | string[];
	inboxIds: string[];
	watchFields: string[];
	options: IDataObject;
	[more: string]: unknown;
}

/** Enters a setup into the node. */
export function enter(setup: Setup, helpdesk: Helpdesk, idOf: (inbox: number) => string, hoursAgo: (hours: number) => string): Parameters {
	const { event, inboxes, fields, lookBackMinutes, maxEvents, conversationsPerPoll, startFromHours } = setup;
	const options: IDataObject = { lookBack: lookBackMinutes, maxEventsPerPoll: maxEvents, simplify: false };
	if (event !== 'conversationCreated' && event !== 'contactCreated') options.conversationsPerPoll = conversationsPerPoll;
	if (startFromHours !== undefined) options.startFrom = hoursAgo(startFromHours);
	if (setup.reached) return { ...enterReached(setup, setup.reached, helpdesk), inboxIds: inboxes.map(idOf), watchFields: [], options };
	const chosen = { event: setup.messages ?? (setup.beside ? [event, setup.beside] : event), contactFields: setup.contactFields ?? ['name'] };
	return { ...chosen, inboxIds: inboxes.map(idOf), watchFields: fields, options };
}

/** What is entered of the events that ask for a state. */
export function enterReached(
	{ inboxes }: Pick<Setup, 'inboxes'>,
	reached: ReachedSetup,
	{ world, lastStatus, records }: Helpdesk,
): { event: string[]; [more: string]: unknown } {
	const { assignedTo, isChoosy, afterMinutes, hasHours } = reached;
	return {
		event: seenEvents(reached, inboxes.length, world),
		statuses: lastStatus,
		priorities: 'High',
		assignedTo,
		teammateIds: [records.id('user', TEAMMATE)],
		tags: isChoosy ? CHOSEN_TAG : '',
		customField: 'plan',
		customFieldValues: isChoosy ? CHOSEN_PLAN : '',
		after: afterMinutes,
		afterUnit: 'minutes',
		countedIn: hasHours ? 'openingHours' : 'allHours',
		openingDays: [1, 2, 3, 4, 5],
		opensAt: '09:00',
		closesAt: '17:00',
		holidays: '',
		openingZone: 'UTC',
	};
}
