import type { IDataObject } from 'n8n-workflow';

import type { Helpdesk } from './helpdesk';
import { Judge, type Findings, type Told } from './judge';
import type { Contact, ContactField } from './records';

/** "The next poll", and some more for what a page shows late; in the smallest pages a long list takes several. */
const MAX_POLLS = 8;
const PLACES_OF_A_POLL = 2_000;

/** What the user knows of one contact, from the first look on. */
interface Known {
	/** Of each field what it may be, to the user. */
	values: Map<ContactField, string[]>;
	/** The trigger was set to another event since: what changed meanwhile may be told or not. */
	isVague: boolean;
	/** Good polls for which a change has waited, and how many the longest queue meanwhile takes. */
	waited: number;
	queue: number;
}

/**
 * Contact Updated. What the user knows of a contact is what the first look showed, and then what the events say. In the end that
 * is how each contact is; an event says nothing that never was, and nothing that is as it was.
 */
export class ContactUpdatedJudge extends Judge {
	private known = new Map<Contact, Known>();
	private saved_ = new Set<Contact>();
	/** First looks of this poll. */
	private looks = new Map<Contact, Map<ContactField, string>>();
	private readonly ever = new Map<Contact, Set<string>>();
	private hasLeft = false;
	private isActive = false;

	constructor(
		helpdesk: Helpdesk,
		findings: Findings,
		private readonly fields: ContactField[],
	) {
		super(helpdesk, findings);
	}

	begin(): void {
		this.isActive = true;
		if (this.hasLeft) for (const known of this.known.values()) known.isVague = true;
		this.hasLeft = false;
	}

	leave(): void {
		this.isActive = false;
		this.hasLeft = true;
	}

	override pollBegins(): void {
		this.looks = new Map();
	}

	override contactsLooked(contacts: Contact[]): void {
		for (const contact of contacts) {
			const known = this.known.get(contact);
			// What it shows on the return of the event begins anew, or is told.
			if (known?.isVague) for (const field of this.fields) known.values.get(field)!.push(contact[field]);
			if (!known && !this.looks.has(contact)) this.looks.set(contact, new Map(this.fields.map((field) => [field, contact[field]])));
		}
	}

	override polled(): void {
		for (const [contact, look] of this.looks) {
			if (contact.isRemoved || this.known.has(contact)) continue;
			this.known.set(contact, { values: new Map([...look].map(([field, value]) => [field, [value]])), isVague: false, waited: 0, queue: 0 });
		}
		this.looks = new Map();
	}

	override saved(): void {
		this.saved_ = new Set(this.known.keys());
	}

	/** A look that was not saved is none. */
	override forget(): void {
		for (const contact of [...this.known.keys()]) if (!this.saved_.has(contact)) this.known.delete(contact);
		this.looks = new Map();
	}

	override contactCreated(contact: Contact): void {
		this.note(contact);
	}

	override contactChanged(contact: Contact): void {
		this.note(contact);
	}

	override contactRemoved(contact: Contact): void {
		this.known.delete(contact);
	}

	tell({ items }: Told): void {
		// One that a page showed before and after its change is told in the poll of its first look.
		this.polled();
		for (const item of items) {
			const { contact } = this.originOf(item);
			const changes = Object.entries((item.changes ?? {}) as Record<ContactField, IDataObject>) as Array<[ContactField, IDataObject]>;
			if (!contact || changes.length === 0) this.findings.add('wrong', 'an item that is no contact, or has no changes');
			else this.tellOne(contact, changes);
		}
	}

	private tellOne(contact: Contact, changes: Array<[ContactField, IDataObject]>): void {
		const known = this.known.get(contact);
		if (!known && !contact.isRemoved) this.findings.add('without', `contact ${contact.number} was not seen before`);
		for (const [field, { to }] of changes) {
			const is = String(to ?? '');
			const name = `contact ${contact.number}: ${field} ${is}`;
			if (!this.fields.includes(field)) this.findings.add('wrong', `${name} is not chosen`);
			if (!this.ever.get(contact)?.has(`${field} ${is}`)) this.findings.add('wrong', `${name} never was`);
			if (known && !known.isVague && known.values.get(field)?.every((value) => value === is)) this.findings.add('repeated', name);
			known?.values.set(field, [is]);
		}
		if (known) Object.assign(known, { isVague: false, waited: 0, queue: 0 });
	}

	override afterPoll(maxEvents: number): void {
		const pending = this.pending();
		const longest = MAX_POLLS + 4 * Math.ceil(this.helpdesk.contacts.size / PLACES_OF_A_POLL);
		for (const [contact, known] of this.known) if (!this.isOpen(contact, known)) Object.assign(known, { waited: 0, queue: 0 });
		for (const [contact, known] of pending) {
			known.waited += 1;
			known.queue = Math.max(known.queue, 2 * Math.ceil(pending.length / maxEvents));
			if (known.waited === longest + known.queue) this.findings.add('late', this.describe(contact));
		}
	}

	open(): string[] {
		return this.pending().map(([contact]) => this.describe(contact));
	}

	private pending(): Array<[Contact, Known]> {
		return this.isActive ? [...this.known].filter(([contact, known]) => this.isOpen(contact, known)) : [];
	}

	private isOpen(contact: Contact, { values }: Known): boolean {
		return this.fields.some((field) => !values.get(field)!.includes(contact[field]));
	}

	private describe(contact: Contact): string {
		return `contact ${contact.number} is ${this.fields.map((field) => contact[field]).join(', ')}`;
	}

	private note(contact: Contact): void {
		const ever = this.ever.get(contact) ?? new Set();
		for (const field of this.fields) ever.add(`${field} ${contact[field]}`);
		this.ever.set(contact, ever);
	}
}
