import type { IDataObject } from 'n8n-workflow';

import type { EventName } from '../../../nodes/HelpdeskTrigger/core/events';
import { TAGS, type Helpdesk } from './helpdesk';
import type { Contact, ContactField, Conversation, Message, WatchedField } from './records';
import { MINUTE } from './scenario';
import { CHOSEN, type Settings } from './settings';

export type Subject = Conversation | Contact;

/** A record's states by aspect, which is an event or a field. */
export type HeldStates = Map<string, Set<string>>;

export interface Shown {
	aspect: string;
	state: string;
	/** The earlier value in the same form; undefined if unknown. */
	from?: string;
}

export interface States {
	isOfContacts: boolean;
	of(subject: Subject): HeldStates;
	/** @param pollBegan when the item's poll began, in ms: it may have read the record before later changes */
	shownBy(subject: Subject, item: IDataObject, pollBegan: number): Shown[];
	/** Returns whether an event needs an earlier poll that read the record. */
	needsRead(aspect: string): boolean;
	/** Whether a new record fires for the state in which it was created. */
	countsFirst: boolean;
	/** Applies changed settings. Returns the aspects whose meaning changed. */
	choose(): string[];
}

export function canonical(value: unknown): string {
	if (Array.isArray(value)) return value.map(canonical).sort().join('+') || 'none';
	if (value === null || value === undefined || value === '') return 'none';
	return typeof value === 'object' ? canonical((value as IDataObject).id) : String(value as string);
}

export class FieldStates implements States {
	readonly countsFirst = false;
	private fields: string[] = [];

	constructor(
		private readonly settings: Settings,
		private readonly helpdesk: Helpdesk,
		readonly isOfContacts: boolean,
	) {
		this.choose();
	}

	of(subject: Subject): HeldStates {
		return new Map(this.fields.map((field) => [field, new Set([canonical(this.value(subject, field))])]));
	}

	shownBy(_: Subject, { changes = {} }: IDataObject): Shown[] {
		return Object.entries(changes as Record<string, { from: unknown; to: unknown }>).map(
			([aspect, { from, to }]) => ({
				aspect,
				state: canonical(to),
				...(from !== null && { from: canonical(from) }),
			}),
		);
	}

	needsRead() {
		return this.isOfContacts;
	}

	choose(): string[] {
		const before = this.fields;
		this.fields = this.isOfContacts ? this.settings.setup.contactFields : this.settings.fields;
		return this.fields.filter((field) => !before.includes(field));
	}

	private value(subject: Subject, field: string): unknown {
		if (!('inbox' in subject)) return subject[field as ContactField];
		return this.helpdesk.records.shown(field as WatchedField, subject.values);
	}
}

const isReply = ({ kind }: Message) => kind === 'reply';
const waitOf = ([first]: Message[]) => `w${first!.number}`;
/** Names the last unanswered message, which decides when the wait begins. This state is not an event. */
const seenIn = (unanswered: Message[]) => `seen ${unanswered.at(-1)!.number}`;
export const isOnlySeen = (state: string) => state.startsWith('seen ');

export class EventStates implements States {
	readonly isOfContacts = false;
	readonly countsFirst = true;
	private choices;

	constructor(
		private readonly settings: Settings,
		private readonly helpdesk: Helpdesk,
	) {
		this.choices = settings.states;
	}

	choose() {
		const before = this.choices;
		this.choices = this.settings.states;
		const { events, assignedTo, isChoosy } = this.choices;
		return [
			...events.filter((event) => !before.events.includes(event)),
			...(before.assignedTo === assignedTo ? [] : ['conversationAssigned']),
			...(before.isChoosy === isChoosy ? [] : ['tagAdded', 'tagRemoved', 'customFieldChangedTo']),
		];
	}

	of(subject: Subject): HeldStates {
		return new Map(
			this.choices.events.map((event) => [event, new Set(this.statesOf(subject as Conversation, event))]),
		);
	}

	needsRead(event: string) {
		const isLeaving = ['snoozeEnded', 'tagRemoved', 'conversationMoved'].includes(event);
		return isLeaving || (event === 'conversationAssigned' && this.choices.assignedTo === 'nobody');
	}

	shownBy(subject: Subject, item: IDataObject, pollBegan: number): Shown[] {
		const aspect = item.event as EventName;
		if (!this.choices.events.includes(aspect)) return [];
		const isFlag = ['conversationSnoozed', 'snoozeEnded', 'markedAsSpam'].includes(aspect);
		const state = isFlag ? 'yes' : canonical(aspect === 'tagRemoved' ? item.from : item.to);
		if (aspect !== 'customerWaiting') return [{ aspect, state }];
		const unanswered = this.unanswered(subject as Conversation, Math.floor(pollBegan / 1000) * 1000);
		const since = unanswered.find(({ at }) => at === Date.parse(String(item.waiting_since)));
		const isOver = since && this.over(since) <= this.helpdesk.now();
		return [{ aspect, state: isOver ? waitOf(unanswered) : `of ${String(item.waiting_since)}` }];
	}

	/** Returns the wait that is over at a time (ms): its state, the message that polls saw, and when it was over. */
	overdue(conversation: Conversation, at: number): { state: string; seen: string; since: number } | undefined {
		const unanswered = this.unanswered(conversation);
		if (unanswered.length === 0) return undefined;
		// If a poll first reads the conversation with a later message, the wait counts from that message.
		const since = Math.max(this.over(unanswered.at(-1)!), this.overLast(conversation));
		return since <= at ? { state: waitOf(unanswered), seen: seenIn(unanswered), since } : undefined;
	}

	/** Returns when the waiting time after the last message is over (ms), whoever wrote it. */
	overLast(conversation: Conversation) {
		return this.over(this.helpdesk.records.lastShown(conversation));
	}

	/** Returns when the wait of this state was over, in ms; undefined for other events. */
	overAt(conversation: Conversation, event: string): number | undefined {
		const last = event === 'customerWaiting' ? this.unanswered(conversation).at(-1) : undefined;
		return last && this.over(last);
	}

	/** Returns the customer's messages that no teammate has answered (before a time), if the conversation is open. */
	private unanswered({ thread, values, aside }: Conversation, before = Infinity): Message[] {
		if ([this.helpdesk.lastStatus, 'Spam'].includes(values.status) || aside.isSnoozed || aside.isSpam) return [];
		const answer = thread
			.map((each) => each.by === 'teammate' && isReply(each) && each.at < before)
			.lastIndexOf(true);
		return thread.slice(answer + 1).filter(({ by }) => by === 'contact');
	}

	private statesOf(conversation: Conversation, event: EventName): string[] {
		const { values, aside, inbox } = conversation;
		const { assignedTo, isChoosy } = this.choices;
		const { records, lastStatus } = this.helpdesk;
		const wanted = TAGS.filter((tag) => !isChoosy || tag === CHOSEN.tag);
		const yes = (is: boolean) => (is ? ['yes'] : []);
		const states: Partial<Record<EventName, () => string[]>> = {
			statusChangedTo: () => (values.status === lastStatus ? [values.status] : []),
			priorityChangedTo: () => (values.priority === 'High' ? ['High'] : []),
			conversationAssigned: () => {
				const isChosen = assignedTo !== 'teammates' || Number(values.assignee) === CHOSEN.teammate;
				if (assignedTo === 'nobody') return values.assignee === null ? ['none'] : [];
				return values.assignee !== null && isChosen ? [records.id('user', Number(values.assignee))] : [];
			},
			tagAdded: () => wanted.filter((tag) => values.tags.includes(tag)),
			tagRemoved: () => wanted.filter((tag) => !values.tags.includes(tag)),
			conversationMoved: () => [records.id('inbox', inbox)],
			conversationSnoozed: () => yes(aside.isSnoozed),
			snoozeEnded: () => yes(!aside.isSnoozed),
			markedAsSpam: () => yes(aside.isSpam || values.status === 'Spam'),
			customFieldChangedTo: () =>
				aside.plan !== null && (!isChoosy || aside.plan === CHOSEN.plan) ? [aside.plan] : [],
			customerWaiting: () => {
				const unanswered = this.unanswered(conversation);
				if (unanswered.length === 0) return [];
				return [
					seenIn(unanswered),
					...(this.over(unanswered[0]!) <= this.helpdesk.now() ? [waitOf(unanswered)] : []),
				];
			},
		};
		return states[event]!();
	}

	private over({ at }: Message) {
		const { afterMinutes, hasHours } = this.choices;
		return hasHours ? overInHours(at, afterMinutes * MINUTE) : at + afterMinutes * MINUTE;
	}
}

const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Returns when `after` ms of opening hours have passed since `since`: nine to five on weekdays, in UTC. */
function overInHours(since: number, after: number) {
	let left = after;
	for (let day = Math.floor(since / DAY) * DAY; ; day += DAY) {
		if ([0, 6].includes(new Date(day).getUTCDay())) continue;
		const from = Math.max(since, day + 9 * HOUR);
		const open = Math.max(0, day + 17 * HOUR - from);
		if (open >= left) return from + left;
		left -= open;
	}
}
