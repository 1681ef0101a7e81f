import type { IDataObject } from 'n8n-workflow';

import type { ReachedEvent } from './story';
import type { Helpdesk } from './helpdesk';
import { overAt } from './openTime';
import type { ReachedSetup } from './story';
import type { Conversation, Message } from './records';

/** The one tag that counts where the user is choosy, and the value of the custom field. */
export const CHOSEN_TAG = 'a';
export const CHOSEN_PLAN = 'gold';
export const TEAMMATE = 1;
const TAGS = ['a', 'bb', 'ccc', 'dddd'];

const isReply = ({ kind }: Message) => kind === 'reply';
/** A wait is known by its first message. */
const waitOf = ([first]: Message[]) => `w${first!.number}`;
const seenIn = (run: Message[]) => `seen ${run.at(-1)!.number}`;

/** In which states conversations are, as each event sees them: what is true, apart from what a record shows. */
export class ReachedStates {
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
			...(before.assignedTo === setup.assignedTo ? [] : (['conversationAssigned'] as const)),
			...(before.isChoosy === setup.isChoosy ? [] : (['tagAdded', 'tagRemoved', 'customFieldChangedTo'] as const)),
		];
	}

	of(conversation: Conversation, now: number): Map<ReachedEvent, Set<string>> {
		return new Map(this.events.map((event) => [event, new Set(this.statesOf(conversation, event, now))]));
	}

	/** Whether an event says that something was left. */
	needsLook(event: ReachedEvent): boolean {
		return event === 'conversationAssigned' && this.setup.assignedTo === 'nobody';
	}

	/** When a state was reached, in ms: by what happens now, or by the time that passed since `before`. */
	since(conversation: Conversation, event: ReachedEvent, before: number): number {
		const run = event === 'customerWaiting' ? this.unanswered(conversation) : [];
		const over = run.length > 0 ? this.over(run.at(-1)!) : 0;
		return over > before || before === 0 ? over || this.helpdesk.now() : this.helpdesk.now();
	}

	/**
	 * The wait in which even the last message has waited too long at a time (ms): since when, and how a poll saw it. "If first seen behind one
	 * of these, it counts from that."
	 */
	overdue(conversation: Conversation, at: number): { state: string; seen: string; since: number } | undefined {
		const run = this.isOpen(conversation) ? this.unanswered(conversation) : [];
		const since = run.length > 0 ? Math.max(this.over(run.at(-1)!), this.lastOver(conversation)) : Infinity;
		return since <= at ? { state: waitOf(run), seen: seenIn(run), since } : undefined;
	}

	/** When the time of the last message was over, whoever wrote it, in ms. */
	lastOver(conversation: Conversation): number {
		return this.over(this.helpdesk.records.lastShown(conversation));
	}

	/** The customer's messages that no teammate has answered (before a time). Notes, drafts and automatic replies are no answers. */
	private unanswered({ thread }: Conversation, before = Infinity): Message[] {
		const answer = thread.map((each) => each.by === 'teammate' && isReply(each) && each.at < before).lastIndexOf(true);
		return thread.slice(answer + 1).filter(({ by }) => by === 'contact');
	}

	/** The state that an item of a poll tells, which began at a time (ms): it may have read a conversation before what happened since. */
	told(conversation: Conversation, item: IDataObject, pollBegan: number): string {
		const { event, from, to } = item;
		switch (event) {
			case 'conversationSnoozed':
			case 'snoozeEnded':
			case 'markedAsSpam':
				return 'yes';
			case 'tagRemoved':
				return String(from);
			case 'customerWaiting': {
				const run = this.isOpen(conversation) ? this.unanswered(conversation, Math.floor(pollBegan / 1000) * 1000) : [];
				const waited = run.find(({ at }) => Math.floor(at) === Date.parse(String(item.waiting_since)));
				return waited && this.over(waited) <= this.helpdesk.now() ? waitOf(run) : `of ${String(item.waiting_since)}`;
			}
			default:
				return String(to);
		}
	}

	private statesOf(conversation: Conversation, event: ReachedEvent, now: number): string[] {
		const { values, aside } = conversation;
		const { assignedTo, isChoosy } = this.setup;
		const { records } = this.helpdesk;
		const wanted = TAGS.filter((tag) => !isChoosy || tag === CHOSEN_TAG);
		const when = (is: boolean) => (is ? ['yes'] : []);
		switch (event) {
			case 'statusChangedTo':
				return values.status === this.helpdesk.lastStatus ? [values.status] : [];
			case 'priorityChangedTo':
				return values.priority?.toLowerCase() === 'high' ? [values.priority] : [];
			case 'conversationAssigned':
				if (assignedTo === 'nobody') return values.assignee === null ? ['null'] : [];
				if (values.assignee === null || (assignedTo === 'teammates' && Number(values.assignee) !== TEAMMATE)) return [];
				return [String(records.id('user', Number(values.assignee)))];
			case 'tagAdded':
				return wanted.filter((tag) => values.tags.includes(tag));
			case 'tagRemoved':
				return wanted.filter((tag) => !values.tags.includes(tag));
			case 'conversationMoved':
				return [String(records.id('inbox', conversation.inbox))];
			case 'conversationSnoozed':
				return when(aside.isSnoozed);
			case 'snoozeEnded':
				return when(!aside.isSnoozed);
			case 'markedAsSpam':
				return when(aside.isSpam);
			case 'customFieldChangedTo':
				return aside.plan !== null && (!isChoosy || aside.plan === CHOSEN_PLAN) ? [aside.plan] : [];
			case 'customerWaiting': {
				const run = this.isOpen(conversation) ? this.unanswered(conversation) : [];
				if (run.length === 0) return [];
				// From when on it counts depends on which of the messages the trigger has seen.
				return [seenIn(run), ...(this.over(run[0]!) <= now ? [waitOf(run)] : [])];
			}
			default:
				return [];
		}
	}

	private isOpen({ values, aside }: Conversation): boolean {
		return values.status !== this.helpdesk.lastStatus && values.status !== 'Spam' && !aside.isSnoozed && !aside.isSpam;
	}

	private over({ at }: Message): number {
		return overAt(at, this.setup.afterMinutes * 60_000, this.setup.hasHours);
	}
}
