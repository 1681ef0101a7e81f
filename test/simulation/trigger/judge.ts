import type { IDataObject } from 'n8n-workflow';

import type { Helpdesk, Witness } from './helpdesk';
import { ORIGIN, type Contact, type Conversation, type Origin, type WatchedField } from './records';
import type { Begun } from './scope';

/** The promises that can break, each with what breaking it means. */
export const PROMISES = {
	lost: 'something had to start the workflow and did not',
	late: 'it is still there and has not been told within the promised delay',
	repeated: 'something was told twice',
	before: 'something from before the activation was told',
	order: 'the items of a poll are not in order of creation',
	wrong: 'an item says what never was',
	without: 'Updated fires where no watched field changed, beyond what cannot be known',
	requests: 'a poll made more than 100 requests',
	quiet: 'a quiet inbox cost more requests than the documentation says',
	state: 'the state is larger than 256 KB',
	silent: 'two polls in a row could not look, and none said so',
	refused: 'a poll or an activation failed although the helpdesk was well',
	testStep: 'a test run shows the wrong record, none, or changes something',
} as const;

export type PromiseName = keyof typeof PROMISES;

/** What came of a run. */
export class Findings {
	readonly broken = new Map<PromiseName, { count: number; first: string }>();
	events = 0;
	/** Of Conversation Updated: events without a change, and of them those that no client could know to be none. */
	readonly updated = { without: 0, unknowable: 0 };

	add(promise: PromiseName, text: string): void {
		const before = this.broken.get(promise);
		this.broken.set(promise, { count: (before?.count ?? 0) + 1, first: before?.first ?? text });
	}
}

/** What a poll told, and how it stood. */
export interface Told {
	items: IDataObject[];
	/** Counts all polls of a run. */
	poll: number;
}

/** Keeps book of one event, apart from the trigger: what had to be told, and what was. */
export abstract class Judge implements Partial<Witness> {
	constructor(
		protected readonly helpdesk: Helpdesk,
		protected readonly findings: Findings,
	) {}

	/** An activation has succeeded with this event. */
	abstract begin(begun: Begun): void;
	/** The trigger was set to another event. */
	abstract leave(): void;
	abstract tell(told: Told): void;
	/** What is still to be told, and could be. */
	abstract open(): string[];
	/** After a poll in which all went well: counts how long things have waited. */
	afterPoll?(maxEvents: number): void;
	/** A poll begins; it has come to its end, and what it saw is kept; n8n has saved the state. */
	pollBegins?(): void;
	polled?(maxEvents: number): void;
	saved?(): void;
	/** Records were in an answer of a poll. */
	looked?(conversations: Conversation[], poll: number): void;
	/** The trigger has forgotten what it had not saved. */
	forget?(): void;

	created?(conversation: Conversation): void;
	changed?(conversation: Conversation, field: WatchedField): void;
	messaged?(conversation: Conversation): void;
	setAside?(conversation: Conversation): void;
	moved?(conversation: Conversation, from: number): void;
	removed?(conversation: Conversation): void;
	contactCreated?(contact: Contact): void;
	contactChanged?(contact: Contact): void;
	contactRemoved?(contact: Contact): void;
	/** Contacts were in an answer of a poll. */
	contactsLooked?(contacts: Contact[]): void;

	/** What an item was made from. */
	protected originOf(item: IDataObject): Origin {
		return (item as { [ORIGIN]?: Origin })[ORIGIN] ?? {};
	}

	/** Times of a poll's items, which must not fall. */
	protected checkOrder(times: number[]): void {
		const at = times.findIndex((time, index) => index > 0 && time < times[index - 1]!);
		if (at > 0) this.findings.add('order', `item ${at} is of ${clock(times[at]!)}, the one before of ${clock(times[at - 1]!)}`);
	}
}

/** A time of the service, for people. */
export function clock(ms: number): string {
	return new Date(ms).toISOString().slice(5, 19).replace('T', ' ');
}
