import { isOfContacts } from '../../../nodes/HelpdeskTrigger/core/events';
import type { Call } from './calls';
import type { Run } from './run';
import { MINUTE, type Setup } from './story';

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

function check({ helpdesk, setup, findings }: Run, { byInbox }: Call): void {
	for (const [inbox, requests] of byInbox) {
		const size = inbox === undefined ? helpdesk.contacts.size : helpdesk.inbox(inbox)!.size;
		if (requests > quietCost(setup, size)) findings.add('quiet', `${requests} requests for an inbox of ${size}`);
	}
}

/** What the documentation says that a poll costs where nothing is new, in requests for one inbox of a size, or for the contacts. */
function quietCost({ event, conversationsPerPoll }: Setup, size: number): number {
	if (isOfContacts(event)) return Math.ceil(size / 100) + 1;
	const newest = Math.max(1, event === 'conversationCreated' ? 1 : Math.ceil(Math.min(size, conversationsPerPoll) / 100));
	return size <= 100 * newest ? newest : newest + 1;
}
