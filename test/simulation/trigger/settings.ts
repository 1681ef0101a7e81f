import type { IDataObject } from 'n8n-workflow';

import type { EventName } from '../../../nodes/HelpdeskTrigger/core/events';
import type { Helpdesk } from './helpdesk';
import { threadsShowWriters, type WatchedField } from './records';
import { MINUTE, type Setup, type StateChoices } from './scenario';

/** The only tag, custom field value and teammate that count if `isChoosy`. */
export const CHOSEN = { tag: 'a', plan: 'gold', teammate: 1 };

export class Settings {
	readonly parameters: IDataObject & { event: EventName[]; inboxIds: string[]; options: IDataObject };
	fields: WatchedField[] = [];
	/** The choices for state events, without events that this helpdesk cannot show. */
	states: StateChoices;

	constructor(
		readonly setup: Setup,
		private readonly helpdesk: Helpdesk,
	) {
		const { topic, inboxes, lookBackMinutes, maxEvents, conversationsPerPoll, startFromHours, contactFields } =
			setup;
		const options: IDataObject = { lookBack: lookBackMinutes, maxEventsPerPoll: maxEvents, simplify: false };
		if (topic !== 'conversationCreated' && topic !== 'contactCreated')
			options.conversationsPerPoll = conversationsPerPoll;
		if (startFromHours !== undefined) options.startFrom = this.hoursAgo(startFromHours);
		this.states = setup.states;
		this.parameters = { event: [], inboxIds: inboxes.map((inbox) => this.idOf(inbox)), contactFields, options };
		this.choose(setup.states);
		this.watch(setup.fields);
	}

	get events() {
		const { topic, messages } = this.setup;
		return topic === 'states' ? this.states.events : topic === 'customerMessage' ? messages : [topic];
	}

	/** Chooses the judged events and the additional one again. */
	returnToEvents() {
		this.parameters.event = [...this.events, ...(this.setup.beside ? [this.setup.beside] : [])];
	}

	watch(fields: WatchedField[]) {
		const shown = fields.filter((field) => field !== 'tags' || this.helpdesk.world.tagsInList !== 'absent');
		this.fields = shown.length > 0 ? shown : ['status'];
		this.parameters.watchFields = this.fields;
	}

	choose(choices: StateChoices) {
		const { world, lastStatus, records } = this.helpdesk;
		const shown = choices.events.filter((event) => {
			if (event === 'tagAdded' || event === 'tagRemoved') return world.tagsInList !== 'absent';
			if (event === 'customerWaiting') return threadsShowWriters(world);
			return event !== 'conversationMoved' || this.setup.inboxes.length > 1;
		});
		this.states = { ...choices, events: shown.length > 0 ? shown : ['statusChangedTo'] };
		const { assignedTo, isChoosy, afterMinutes, hasHours } = choices;
		Object.assign(this.parameters, {
			statuses: lastStatus,
			priorities: 'High',
			assignedTo,
			teammateIds: [records.id('user', CHOSEN.teammate)],
			tags: isChoosy ? CHOSEN.tag : '',
			customField: 'plan',
			customFieldValues: isChoosy ? CHOSEN.plan : '',
			after: afterMinutes,
			afterUnit: 'minutes',
			countedIn: hasHours ? 'openingHours' : 'allHours',
			openingDays: [1, 2, 3, 4, 5],
			opensAt: '09:00',
			closesAt: '17:00',
			holidays: '',
			openingZone: 'UTC',
		});
		this.returnToEvents();
	}

	get inboxes() {
		return this.parameters.inboxIds.map((id) => this.helpdesk.records.inboxNumber(id));
	}

	addInbox(inbox: number) {
		this.parameters.inboxIds = [...new Set([...this.parameters.inboxIds, this.idOf(inbox)])];
	}

	removeInbox(inbox: number) {
		const left = this.parameters.inboxIds.filter((id) => id !== this.idOf(inbox));
		if (left.length > 0) this.parameters.inboxIds = left;
	}

	startFrom(hours: number) {
		this.parameters.options = { ...this.parameters.options, startFrom: this.hoursAgo(hours) };
	}

	private hoursAgo(hours: number) {
		return new Date(Math.floor(this.helpdesk.now() / 1000) * 1000 - hours * 60 * MINUTE).toISOString();
	}

	private idOf(inbox: number) {
		return this.helpdesk.records.id('inbox', inbox);
	}
}
