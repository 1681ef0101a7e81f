import type { ReachedEvent } from './story';
import { longest } from './messageJudge';
import type { Conversation } from './records';

/** A state that has to be told, and for how many good polls it has waited. */
export interface Due {
	conversation: Conversation;
	event: ReachedEvent;
	state: string;
	waited: number;
	/** A poll in which it was due had hardly any request left. */
	wasCrowded: boolean;
	/** Polls that the longest queue of those that were due with it takes. */
	queue: number;
	/** Polls that the look in turn takes to come to one that newer ones pushed off the newest page meanwhile. */
	round: number;
}

/** What an event looks at, by one of the events that look at it. */
const LOOKS_AT: Partial<Record<ReachedEvent, ReachedEvent>> = { snoozeEnded: 'conversationSnoozed', tagRemoved: 'tagAdded' };
const placeOf = ({ number }: Conversation, event: ReachedEvent) => `${number} ${LOOKS_AT[event] ?? event}`;
const keyOf = ({ number }: Conversation, event: ReachedEvent, state: string) => `${number} ${event} ${state}`;

/** Who waits is read in the very poll in which the time is over, which by a Date header of whole seconds may be the next one. */
const isReadAtOnce = ({ event, wasCrowded, queue }: Due) => event === 'customerWaiting' && queue <= 1 && !wasCrowded;

/** States that have to be told. */
export class ReachedQueue {
	private readonly due = new Map<string, Due>();

	add(conversation: Conversation, event: ReachedEvent, state: string): void {
		const key = keyOf(conversation, event, state);
		if (!this.due.has(key)) this.due.set(key, { conversation, event, state, waited: 0, wasCrowded: false, queue: 0, round: 0 });
	}

	told(conversation: Conversation, event: ReachedEvent, state: string): void {
		this.due.delete(keyOf(conversation, event, state));
	}

	/** A look at a conversation shows these states of an event: the others were left. */
	left(conversation: Conversation, event: ReachedEvent, states: Set<string>): void {
		for (const [key, due] of this.due)
			if (due.conversation === conversation && due.event === event && !states.has(due.state)) this.due.delete(key);
	}

	removed(conversation: Conversation): void {
		for (const [key, due] of this.due) if (due.conversation === conversation) this.due.delete(key);
	}

	/** Only what is due of some events. */
	keep(isKept: (event: ReachedEvent) => boolean): void {
		for (const [key, { event }] of this.due) if (!isKept(event)) this.due.delete(key);
	}

	clear(): void {
		this.due.clear();
	}

	all(): Due[] {
		return [...this.due.values()];
	}

	/** Whether a conversation waits, as it stands now, with what an event looks at. */
	waiting(): (conversation: Conversation, event: ReachedEvent) => boolean {
		const places = new Set(this.all().map((due) => placeOf(due.conversation, due.event)));
		return (conversation, event) => places.has(placeOf(conversation, event));
	}

	/** A poll looked at some conversations, in inboxes of a size; who is due for an answer is read by itself. */
	looked(wasLookedAt: (conversation: Conversation) => boolean, sizeOf: (inbox: number) => number): void {
		for (const due of this.due.values())
			if (due.event !== 'customerWaiting' && !wasLookedAt(due.conversation)) due.round = longest(sizeOf(due.conversation.inbox));
	}

	/** After a good poll with room for more events: those that have waited for too long. */
	late(maxEvents: number, isCrowded: boolean): Due[] {
		const { size } = this.due;
		for (const due of this.due.values()) {
			due.waited += 1;
			due.queue = Math.max(due.queue, Math.ceil(size / maxEvents));
			due.wasCrowded ||= isCrowded;
		}
		return this.all().filter((due) => due.waited === (isReadAtOnce(due) ? 2 : 3 + 3 * due.queue + due.round));
	}
}
