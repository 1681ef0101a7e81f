import type { Witness } from './helpdesk';
import type { Judge } from './judge';
import type { Contact, Conversation, WatchedField } from './records';

/** What is not in the trash; tells the judge of everything that happens. */
export class Present implements Witness {
	readonly conversations: Conversation[] = [];
	readonly contacts: Contact[] = [];
	judge?: Judge;

	created(conversation: Conversation): void {
		this.conversations.push(conversation);
		this.judge?.created?.(conversation);
	}

	changed(conversation: Conversation, field: WatchedField): void {
		this.judge?.changed?.(conversation, field);
	}

	messaged(conversation: Conversation): void {
		this.judge?.messaged?.(conversation);
	}

	setAside(conversation: Conversation): void {
		this.judge?.setAside?.(conversation);
	}

	moved(conversation: Conversation, from: number): void {
		this.judge?.moved?.(conversation, from);
	}

	removed(conversation: Conversation): void {
		this.conversations.splice(this.conversations.indexOf(conversation), 1);
		this.judge?.removed?.(conversation);
	}

	contactCreated(contact: Contact): void {
		this.contacts.push(contact);
		this.judge?.contactCreated?.(contact);
	}

	contactChanged(contact: Contact): void {
		this.judge?.contactChanged?.(contact);
	}

	contactRemoved(contact: Contact): void {
		this.contacts.splice(this.contacts.indexOf(contact), 1);
		this.judge?.contactRemoved?.(contact);
	}
}
