import type { IDataObject } from 'n8n-workflow';

import type { Setup } from './story';

/** What the user has set up in the node. */
export interface Parameters {
	event: string;
	inboxIds: string[];
	watchFields: string[];
	options: IDataObject;
}

/** Enters a setup into the node. */
export function enter(setup: Setup, idOf: (inbox: number) => string, hoursAgo: (hours: number) => string): Parameters {
	const { event, inboxes, fields, lookBackMinutes, maxEvents, conversationsPerPoll, startFromHours } = setup;
	const options: IDataObject = { lookBack: lookBackMinutes, maxEventsPerPoll: maxEvents, simplify: false };
	if (event === 'conversationUpdated' || event === 'customerMessage') options.conversationsPerPoll = conversationsPerPoll;
	if (startFromHours !== undefined) options.startFrom = hoursAgo(startFromHours);
	return { event, inboxIds: inboxes.map(idOf), watchFields: fields, options };
}
