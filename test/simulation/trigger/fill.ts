import { isOfContacts } from '../../../nodes/HelpdeskTrigger/core/events';
import type { Random } from '../../../contract/random';
import type { Helpdesk } from './helpdesk';
import type { Setup } from './story';

const DAY = 24 * 60 * 60_000;

/** Numbers of the messages that are there before the trigger begins with this. */
const FILLED = 1_000_000;

/** What was there before the trigger: conversations of some days, in any state, some answered and some not. */
export function fill(helpdesk: Helpdesk, { event, backlog, days }: Setup, random: Random): void {
	const now = helpdesk.now();
	backlog.forEach((count, index) => {
		const times = Array.from({ length: count }, () => helpdesk.records.stored(now - 600_000 - Math.floor(random.next() * days * DAY))).sort(
			(a, b) => a - b,
		);
		for (const at of times) {
			if (isOfContacts(event)) {
				const contact = helpdesk.createContact(at);
				contact.active = helpdesk.records.stored(at + Math.floor(random.next() * (now - at)));
				continue;
			}
			const conversation = helpdesk.create(index + 1, at);
			if (random.next() < 0.4) continue;
			const last = helpdesk.records.stored(at + Math.floor(random.next() * (now - at)));
			conversation.last = { number: FILLED + conversation.number, at: last, by: random.pick(['contact', 'teammate']), kind: 'reply' };
			conversation.thread.push(conversation.last);
			conversation.messages += 1;
			const updated = helpdesk.records.stored(last + Math.floor(random.next() * (now - last)));
			if (random.next() < 0.5) helpdesk.close(conversation);
			conversation.updated = updated;
		}
	});
}
