import type { Sandbox } from '../../sandbox';
import { createConversation } from '../../sandbox/newConversation';
import { topics } from '../../sandbox/seedTexts';

const EVERY_MS = 20_000;

/** Lets customers write to an inbox, one every twenty seconds, so that each run of the workflow finds something. */
export function deliverMail({ store }: Sandbox, inboxId: string): { stop(): void } {
	const contacts = store.contactsOf(store.inboxes.get(inboxId)?.organizationId ?? '');
	let number = 0;
	const timer = setInterval(() => {
		const [subject, text] = topics[number % topics.length]!;
		const contactId = contacts[number % contacts.length]!.id;
		number += 1;
		createConversation(store, { inboxId, contactId, subject: subject.replace('{order}', String(20_000 + number)), html: `<p>${text}</p>` });
	}, EVERY_MS);
	return { stop: () => clearInterval(timer) };
}
