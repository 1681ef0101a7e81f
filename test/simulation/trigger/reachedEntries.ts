import type { ReachedEvent } from './story';
import type { Helpdesk } from './helpdesk';
import type { ReachedStates } from './reachedStates';
import type { Conversation } from './records';

/** A state that a conversation got to. */
export interface Entry {
	/** When, in ms. */
	at: number;
	isTold: boolean;
	/** How it was created: not left for it. */
	isFirst: boolean;
	/** It has been there before. */
	isAgain: boolean;
	/** It need not be told but may be, and waits for its turn. */
	isFree?: boolean;
}

/** The states that each conversation ever got to, by the event that looks at them. */
export class ReachedEntries {
	private readonly entries = new Map<Conversation, Map<string, Entry>>();
	/** The states of each when they were last looked up, and when that was, in ms. */
	private readonly held = new Map<Conversation, Set<string>>();
	private readonly updatedAt = new Map<Conversation, number>();

	constructor(
		private readonly helpdesk: Helpdesk,
		private readonly states: ReachedStates,
	) {}

	get conversations(): Iterable<Conversation> {
		return this.entries.keys();
	}

	of(conversation: Conversation, event: ReachedEvent, state: string): Entry | undefined {
		return this.entries.get(conversation)?.get(`${event} ${state}`);
	}

	/** What was reached since the last look-up, and what was left. */
	update(conversation: Conversation, isFirst: boolean): void {
		const now = this.helpdesk.now();
		const entries = this.entries.get(conversation) ?? new Map<string, Entry>();
		this.entries.set(conversation, entries);
		const before = this.held.get(conversation);
		const held = new Set<string>();
		for (const [event, states] of this.states.of(conversation, now)) {
			for (const state of states) {
				const key = `${event} ${state}`;
				held.add(key);
				if (before?.has(key)) continue;
				const at = this.states.since(conversation, event, this.updatedAt.get(conversation) ?? 0);
				entries.set(key, { at, isTold: false, isFirst, isAgain: entries.has(key) });
			}
		}
		this.held.set(conversation, held);
		this.updatedAt.set(conversation, now);
	}
}
