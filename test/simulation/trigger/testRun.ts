import { isOfContacts } from '../../../nodes/HelpdeskTrigger/core/events';
import type { Weather } from './answers';
import type { Helpdesk } from './helpdesk';
import type { Ended } from './n8n';
import { ORIGIN, type Origin } from './records';
import type { EventName } from './story';

/** What a test run could see, and what the user has set up. */
export interface Seen {
	helpdesk: Helpdesk;
	event: EventName;
	/** The inboxes that are watched. */
	inboxes: number[];
	weather: Weather[];
	/** A client may still wait because of a trouble that is over. */
	isTroubled: boolean;
}

/**
 * What is wrong with a test run; undefined where nothing is.
 *
 * @param began the service's time when it began, in ms: what came since it need not have seen
 */
export function checkTestRun({ helpdesk, event, inboxes, ...seen }: Seen, ended: Ended, began: number): string | undefined {
	const { world } = helpdesk;
	const now = helpdesk.now();
	const weather = seen.weather.filter(({ until }) => until > now);
	if (weather.some(({ inbox }) => inbox === undefined) || (seen.isTroubled && weather.length === 0)) return undefined;
	const well = inboxes.filter((inbox) => !weather.some((each) => each.inbox === inbox));
	const listed = well.flatMap((inbox) => helpdesk.inbox(inbox)!.all(now));
	const contacts = helpdesk.contacts.all(now);
	const isEmpty = isOfContacts(event) ? contacts.length === 0 : listed.length === 0;
	const mayFind = event !== 'customerMessage' && event !== 'reached' && !isEmpty;
	if ('dropped' in ended) return undefined;
	if ('error' in ended) return mayFind ? `it failed: ${ended.error.message}` : undefined;
	if (ended.items?.length !== 1) return `it showed ${ended.items?.length ?? 0} items`;
	const { conversation, contact } = (ended.items[0] as { [ORIGIN]?: Origin })[ORIGIN] ?? {};
	const { event: shownEvent, last_message: shown } = ended.items[0]!;
	if (shownEvent === 'customerMessage') {
		const message = conversation!.thread.find(({ number }) => helpdesk.records.id('message', number) === (shown as { id: string }).id);
		return message?.by === 'contact' ? undefined : 'the message is by a teammate';
	}
	if (event === 'conversationCreated') {
		const newest = newestOf(listed, began);
		// Newest by activity, the newest by creation is among the newest hundred of each inbox only where there are no more. Equal ones
		// in another order at each request may be on none of several pages.
		const shown = 100;
		const isFound = world.newestGoesBy === 'created' || inboxes.every((inbox) => helpdesk.inbox(inbox)!.size <= shown);
		return isFound && conversation!.created < newest ? 'it is not the newest conversation' : undefined;
	}
	if (isOfContacts(event) && world.contactTimes === 'present') {
		const isFound = ['newest', 'oldest'].includes(world.contactOrder) || contacts.length <= 20;
		return isFound && contact!.created < newestOf(contacts, began) ? 'it is not the newest contact' : undefined;
	}
	return undefined;
}

/** When the newest of what was listed at a time was created, in ms; stored times are of whole seconds. */
function newestOf(things: Array<{ created: number; visibleFrom: number }>, at: number): number {
	return Math.max(...things.filter(({ created, visibleFrom }) => Math.max(created, visibleFrom) + 1000 <= at).map(({ created }) => created));
}
