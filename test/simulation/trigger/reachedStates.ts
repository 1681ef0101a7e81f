import type { IDataObject } from 'n8n-workflow';

import type { ReachedEvent } from '../../../nodes/HelpdeskTrigger/core/views';
import type { Helpdesk } from './helpdesk';
import { overAt } from './openTime';
import type { ReachedSetup } from './story';
import type { Conversation, Message } from './records';

/** The one tag that counts where the user is choosy, and the value of the custom field. */
export const CHOSEN_TAG = 'a';
export const CHOSEN_PLAN = 'gold';
export const TEAMMATE = 1;
const TAGS = ['a', 'bb', 'ccc', 'dddd'];

/** In which states conversations are, as each event sees them: what is true, apart from what a record shows. */
export class ReachedStates {
	private readonly messages = new Map<Conversation, Message[]>();

	constructor(
		private readonly helpdesk: Helpdesk,
		private setup: ReachedSetup,
		public events: ReachedEvent[],
	) {}

	/** The user chooses otherwise. Gives the events that mean something else from now on. */
	choose(setup: ReachedSetup, events: ReachedEvent[]): ReachedEvent[] {
		const before = this.setup;
		const added = events.filter((event) => !this.events.includes(event));
		this.setup = setup;
		this.events = events;
		return [
			...added,
			...(before.assignedTo === setup.assignedTo ? [] : (['assigned'] as const)),
			...(before.isChoosy === setup.isChoosy ? [] : (['tagAdded', 'tagRemoved', 'customFieldBecame'] as const)),
		];
	}

	/** All messages of a conversation that were ever the last one. */
	private messagesOf(conversation: Conversation): Message[] {
		const messages = this.messages.get(conversation) ?? [];
		// What was there before the trigger was written anew.
		if (messages.at(-1)?.number === conversation.last.number) messages.pop();
		messages.push(conversation.last);
		this.messages.set(conversation, messages);
		return messages;
	}

	of(conversation: Conversation, now: number): Map<ReachedEvent, Set<string>> {
		return new Map(this.events.map((event) => [event, new Set(this.statesOf(conversation, event, now))]));
	}

	/** Whether an event says that something was left. */
	needsLook(event: ReachedEvent): boolean {
		return event === 'assigned' && this.setup.assignedTo === 'nobody';
	}

	/** When a state was reached that was not yet at a time before, in ms: by the time that passed, or by what happens now. */
	since(conversation: Conversation, event: ReachedEvent, state: string, before: number): number {
		const message = event === 'customerWaiting' && this.messagesOf(conversation).find(({ number }) => `m${number}` === state);
		const over = message ? this.over(message) : 0;
		return over > before || before === 0 ? over || this.helpdesk.now() : this.helpdesk.now();
	}

	/** The message that has waited too long at a time, in ms. */
	overdue(conversation: Conversation, at: number): string | undefined {
		const { last } = conversation;
		return this.waits(conversation) && this.over(last) <= at ? `m${last.number}` : undefined;
	}

	/** Whether the time of a customer's message was over at a time, in ms. */
	wasOver(conversation: Conversation, state: string, at: number): boolean {
		const waited = this.messagesOf(conversation).find(({ number }) => `m${number}` === state);
		return waited !== undefined && this.over(waited) <= at;
	}

	/**
	 * The state that an item tells.
	 *
	 * @param isTold whether it was told before: of two messages of one second the one that was not is meant
	 */
	told(conversation: Conversation, item: IDataObject, message: Message | undefined, isTold: (state: string) => boolean): string {
		const { event, from, to } = item;
		switch (event) {
			case 'snoozed':
			case 'woken':
			case 'markedAsSpam':
				return 'yes';
			case 'tagRemoved':
				return String(from);
			case 'teammateReplied':
			case 'noteAdded':
				return `m${message!.number}`;
			case 'customerWaiting': {
				const since = Date.parse(String(item.waiting_since));
				const ofThen = this.messagesOf(conversation).filter(({ at, by }) => Math.floor(at) === since && by === 'contact');
				const waited = ofThen.filter(({ number }) => !isTold(`m${number}`)).at(-1) ?? ofThen.at(-1);
				return waited && this.over(waited) <= this.helpdesk.now() ? `m${waited.number}` : `of ${String(item.waiting_since)}`;
			}
			default:
				return String(to);
		}
	}

	private statesOf(conversation: Conversation, event: ReachedEvent, now: number): string[] {
		const { values, aside, last } = conversation;
		const { assignedTo, isChoosy } = this.setup;
		const { records } = this.helpdesk;
		const wanted = TAGS.filter((tag) => !isChoosy || tag === CHOSEN_TAG);
		const when = (is: boolean) => (is ? ['yes'] : []);
		switch (event) {
			case 'statusBecame':
				return values.status === this.helpdesk.lastStatus ? [values.status] : [];
			case 'priorityBecame':
				return values.priority?.toLowerCase() === 'high' ? [values.priority] : [];
			case 'assigned':
				if (assignedTo === 'nobody') return values.assignee === null ? ['null'] : [];
				if (values.assignee === null || (assignedTo === 'teammates' && Number(values.assignee) !== TEAMMATE)) return [];
				return [String(records.id('user', Number(values.assignee)))];
			case 'tagAdded':
				return wanted.filter((tag) => values.tags.includes(tag)).map((tag) => this.shownTag(tag));
			case 'tagRemoved':
				return wanted.filter((tag) => !values.tags.includes(tag)).map((tag) => this.shownTag(tag));
			case 'inboxChanged':
				return [String(records.id('inbox', conversation.inbox))];
			case 'snoozed':
				return when(aside.isSnoozed);
			case 'woken':
				return when(!aside.isSnoozed);
			case 'markedAsSpam':
				return when(aside.isSpam);
			case 'customFieldBecame':
				return aside.plan !== null && (!isChoosy || aside.plan === CHOSEN_PLAN) ? [aside.plan] : [];
			case 'teammateReplied':
				return last.by === 'teammate' && !this.isNote(last) ? [`m${last.number}`] : [];
			case 'noteAdded':
				return this.isNote(last) ? [`m${last.number}`] : [];
			case 'customerWaiting': {
				const messages = this.messagesOf(conversation);
				const answer = messages.map((each) => each.by === 'teammate' && !this.isNote(each)).lastIndexOf(true);
				const over = messages.slice(answer + 1).filter((each) => each.by === 'contact' && this.over(each) <= now);
				if (!this.isOpen(conversation)) return [];
				// Whether it was seen waiting, so that it must be told when its time is over; an earlier one may be, too.
				return [...over.map(({ number }) => `m${number}`), ...(this.waits(conversation) ? [`seen m${last.number}`] : [])];
			}
		}
	}

	private shownTag(tag: string): string {
		const number = this.helpdesk.records.id('tag', 100 + tag.length);
		return this.helpdesk.world.tagsInList === 'ids' ? String(number) : tag;
	}

	/** Where the listing shows no last message, nothing tells a note from an answer. */
	private isNote({ isNote }: Message): boolean {
		return isNote === true && this.helpdesk.world.lastMessage === 'present';
	}

	private isOpen({ values, aside }: Conversation): boolean {
		return values.status !== this.helpdesk.lastStatus && !aside.isSnoozed && !aside.isSpam;
	}

	waits(conversation: Conversation): boolean {
		return this.isOpen(conversation) && conversation.last.by === 'contact';
	}

	/** Whether nothing that can be seen ends the wait of a message: its thread shows a later answer. */
	mayWait(conversation: Conversation, state: string): boolean {
		const { thread } = conversation;
		if (!this.mayHideAnswer(conversation)) return false;
		const waited = thread.find(({ number }) => `m${number}` === state);
		// A thread tells a note from an answer also where the listing does not.
		return !thread.some((each) => each.by === 'teammate' && !each.isNote && each.at > (waited?.at ?? 0));
	}

	/** Whether an answer may stand before the last message: behind a note, or another message of the customer. */
	mayHideAnswer(conversation: Conversation): boolean {
		return this.waits(conversation) || (this.isOpen(conversation) && this.isNote(conversation.last));
	}

	private over({ at }: Message): number {
		return overAt(at, this.setup.afterMinutes * 60_000, this.setup.hasHours);
	}
}
