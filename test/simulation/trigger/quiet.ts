import { isOfContacts } from '../../../nodes/HelpdeskTrigger/core/state';
import type { Call } from './calls';
import type { Helpdesk } from './helpdesk';
import type { Conversation } from './records';
import type { Run } from './run';
import { MINUTE, type Setup } from './story';

const PAGE_CAPS = { upTo100: 100, clamp50: 50, clamp20: 20, obey: 100, refuseOver100: 100, refuseOver50: 50, refuseOver20: 12 };

/** Nothing happens any more: what do polls cost now? */
export async function stayQuiet(run: Run, polls: number, interval: number): Promise<void> {
	const { clock, calls } = run;
	if (run.open().length > 0 || run.isAway) return;
	await clock.pass((run.setup.lookBackMinutes + 15) * MINUTE);
	for (let poll = 0; poll < polls; poll += 1) {
		await clock.pass(interval);
		run.tick();
		const call = calls.current;
		await clock.until(run.settled());
		// What need not be told may still be.
		if (poll >= polls / 2 && call && !calls.hasToldSince(call)) check(run, call);
	}
}

function check({ helpdesk, setup, choices: { watchedInboxes }, findings }: Run, { byInbox }: Call): void {
	for (const [inbox, requests] of byInbox) {
		const size = inbox === undefined ? helpdesk.contacts.size : helpdesk.inbox(inbox)!.size;
		if (requests > quietCost(helpdesk, setup, size, watchedInboxes)) findings.add('quiet', `${requests} requests for an inbox of ${size}`);
	}
}

/**
 * What the documentation says that a poll costs where nothing is new, in requests for one inbox, or for the contacts.
 *
 * @param size conversations of the inbox, or contacts
 * @param inboxes those that are watched
 */
function quietCost(helpdesk: Helpdesk, setup: Setup, size: number, inboxes: number[]): number {
	const { event, beside, conversationsPerPoll, lookBackMinutes } = setup;
	const { pageSize, ties } = helpdesk.world;
	const cap = PAGE_CAPS[pageSize];
	if (beside && !isOfContacts(event)) {
		const alone = { ...setup, beside: undefined };
		const ofBoth = [event, 'reached' as const].map((each) => quietCost(helpdesk, { ...alone, event: each }, size, inboxes));
		// Each reading begins with the same page.
		return ofBoth.reduce((sum, cost) => sum + cost, -1);
	}
	if (event === 'conversationCreated') {
		if (size <= cap) return 1;
		const readAgain = ties === 'unstable' ? size : recent(helpdesk, inboxes, lookBackMinutes);
		return unshownPages(helpdesk) + Math.ceil(readAgain / (0.6 * cap));
	}
	if (isOfContacts(event)) return Math.ceil(size / cap) + 1;
	// Smaller pages overlap too, so that a record that moves between them is not missed.
	const step = cap === 100 ? cap : 0.8 * cap;
	const newest = 1 + Math.ceil(Math.max(0, Math.min(size, conversationsPerPoll) - cap) / (0.6 * cap));
	const again = ties === 'unstable' ? 1 : 0;
	return size <= conversationsPerPoll ? newest : newest + Math.ceil(100 / step) + again;
}

/** Conversations of an inbox that came, or were touched, within Look Back before the last thing that the records show. */
function recent(helpdesk: Helpdesk, inboxes: number[], lookBackMinutes: number): number {
	const all = inboxes.map((inbox) => helpdesk.inbox(inbox)!.everything());
	const latest = ({ updated, last }: Conversation) => (helpdesk.world.updatedAt === 'absent' ? last.at : Math.max(updated, last.at));
	const since = Math.max(...all.flat().map(latest)) - (lookBackMinutes + 1) * MINUTE;
	return Math.max(...all.map((inbox) => inbox.filter(({ updated, last }) => Math.max(updated, last.at) >= since).length));
}

/** "Where the list is in an order that its records do not show"; where equal ones have no order, it goes back a page now and then. */
function unshownPages({ world: { newestGoesBy, updatedAt, ties } }: Helpdesk): number {
	if (ties === 'unstable') return 4;
	return newestGoesBy === 'updated' && updatedAt === 'absent' ? 2 : 1;
}
