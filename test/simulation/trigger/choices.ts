import type { IDataObject } from 'n8n-workflow';

import type { Helpdesk } from './helpdesk';
import { enter, enterReached, type Parameters } from './parameters';
import { seenEvents, showsAuthor } from './reachedStory';
import type { ReachedSetup } from './story';
import { MINUTE, type Setup } from './story';
import type { ReachedEvent } from './story';

/** What the user has chosen in the node, from its setup on. */
export class Choices {
	readonly parameters: Parameters;

	constructor(
		private readonly setup: Setup,
		private readonly helpdesk: Helpdesk,
	) {
		this.parameters = enter(
			setup,
			helpdesk,
			(inbox) => this.idOf(inbox),
			(hours) => this.hoursAgo(hours),
		);
	}

	/** The event, with what is chosen beside it. */
	get event(): string | string[] {
		const { event, beside, messages } = this.setup;
		if (messages) return messages;
		return beside ? [event, beside] : event;
	}

	/** Events of a poll at the most; what is chosen beside takes its part. */
	get maxEvents(): number {
		return this.setup.beside ? Math.max(1, Math.floor(this.setup.maxEvents / 2)) : this.setup.maxEvents;
	}

	get watchedInboxes(): number[] {
		return this.parameters.inboxIds.map((id) => this.helpdesk.records.inboxNumber(id));
	}

	/** Whether the helpdesk sends what the event goes by. A person cannot activate the trigger else; one that ran before goes on. */
	get canBeSeen(): boolean {
		const { event, watchFields } = this.parameters;
		const { world } = this.helpdesk;
		const events = [event].flat();
		if (events.includes('customerMessage') && !showsAuthor(world)) return false;
		return !events.includes('conversationUpdated') || String(watchFields) !== 'tags' || world.tagsInList !== 'absent';
	}

	/** Chooses otherwise among the events that ask for a state. Gives those that can be seen. */
	choose(reached: ReachedSetup): ReachedEvent[] {
		const { setup, helpdesk } = this;
		Object.assign(this.parameters, enterReached(setup, reached, helpdesk));
		return seenEvents(reached, setup.inboxes.length, helpdesk.world);
	}

	/** Items without those of what is chosen beside; null where there are no others. */
	judged(items: IDataObject[] | null): IDataObject[] | null {
		const { beside } = this.setup;
		const left = items?.filter(({ event }) => beside === undefined || event !== beside);
		return left && left.length > 0 ? left : null;
	}

	/** Start From, as the user enters it, by the service's clock. */
	hoursAgo(hours: number): string {
		return new Date(Math.floor((this.helpdesk.now() - hours * 60 * MINUTE) / 1000) * 1000).toISOString();
	}

	idOf(inbox: number): string {
		return String(this.helpdesk.records.id('inbox', inbox));
	}
}
