import type { IDataObject, IExecuteSingleFunctions, IPollFunctions } from 'n8n-workflow';

import { InputError } from '../../../transport';
import { filterBody } from '../../shared/fields/filter';
import { waitRules } from '../../shared/fields/waiting';
import type { Input } from '../../shared/field';
import { normal } from '../../shared/lastMessage';
import { readInput, type ParameterSource } from '../../shared/readInput';
import { isOfContacts, MAX_HELD, type EventName, type TriggerOptions } from '../core/state';
import { REACHED_EVENTS, type ReachedEvent, type ReachedOptions } from '../core/views';
import { inputs } from '../fields';
import type { ChosenEvent } from '../fields/event';

/** The trigger as the user set it up. */
export interface Trigger {
	/** What is read for: one reading for all events that ask for a state, one for each of the others. */
	readings: TriggerOptions[];
	/** What is not of one reading: the inboxes, and so many events of all of them at the most. */
	inboxIds: string[];
	maxEvents: number;
	/**
	 * Start From as it is entered, '' for none: an expression such as "yesterday" counts once, until it is written
	 * otherwise.
	 */
	startFromText: string;
	/** What a page of conversations is asked for with: filter and order, as Get Many sends them. */
	body: IDataObject;
	simplify: boolean;
	/** For error texts. */
	action: string;
}

/** What an option is when the user has not added it. */
const DEFAULTS = Object.fromEntries(
	inputs.options!.map(({ property: { name, displayName, default: value }, read }) => [name, read(value, { label: displayName, timezone: 'UTC' })]),
);

const ACTIONS: Record<EventName, string> = {
	reached: 'Look for changed conversations',
	contactCreated: 'Look for new contacts',
	contactUpdated: 'Look for changed contacts',
	conversationCreated: 'Look for new conversations',
	conversationUpdated: 'Look for changed conversations',
	customerMessage: 'Look for new customer messages',
};

/** Reads and checks the parameters. Throws {InputError}. */
export function readTrigger(context: IPollFunctions): Trigger {
	const source: ParameterSource = {
		getNodeParameter: context.getNodeParameter.bind(context) as IExecuteSingleFunctions['getNodeParameter'],
		getTimezone: () => context.getTimezone(),
		// A trigger has no input.
		getInputData: () => ({ json: {} }),
	};
	const input = readInput(source, inputs);
	const events = [input.event].flat() as ChosenEvent[];
	const names = [...new Set(events.map(readingOf))];
	const inboxIds = (input.inboxIds as string[] | undefined) ?? [];
	if (events.includes('inboxChanged') && inboxIds.length < 2)
		throw new InputError(
			'Inbox Changed needs two inboxes or more',
			'A move is seen between chosen inboxes. Choose those between which conversations are moved.',
		);
	const maxEvents = ({ ...DEFAULTS, ...input } as Input).maxEventsPerPoll as number;
	const readings = names.map((name) => {
		const sharers = names.filter((other) => isOfContacts(name) === isOfContacts(other) && REMEMBERING.includes(other)).length;
		return optionsOf(name, input, { maxEvents, ...(sharers > 1 && { sharers }) }, context.getTimezone());
	});
	const isDated = !names.every(isOfContacts);
	return {
		// A single event in a list says which one it is, too.
		readings: Array.isArray(input.event) ? readings.map((options) => ({ ...options, isNamed: true })) : readings,
		inboxIds,
		maxEvents,
		startFromText: isDated ? textOf(context, input) : '',
		body: filterBody({ ...input, sort: 'newest' }),
		simplify: input.simplify !== false,
		action: names.length === 1 ? ACTIONS[names[0]!] : 'Look for news',
	};
}

/** Readings that remember how each conversation looked, or every contact: those of one kind share the room for it. */
const REMEMBERING: EventName[] = ['conversationUpdated', 'customerMessage', 'reached', 'contactCreated', 'contactUpdated'];

function readingOf(event: ChosenEvent): EventName {
	return isReached(event) ? 'reached' : event;
}

function isReached(event: ChosenEvent): event is ReachedEvent {
	return (REACHED_EVENTS as readonly string[]).includes(event);
}

function optionsOf(event: EventName, input: Input, shares: Pick<TriggerOptions, 'maxEvents' | 'sharers'>, timezone: string): TriggerOptions {
	const optional = { ...DEFAULTS, ...input };
	const { startFrom } = input;
	const isDated = !isOfContacts(event) && startFrom !== undefined;
	return {
		event,
		inboxIds: (input.inboxIds as string[] | undefined) ?? [],
		startFrom: isDated ? Date.parse(startFrom as string) : undefined,
		lookBack: (optional.lookBack as number) * 60_000,
		conversations: optional.conversationsPerPoll as number,
		mostHeld: MAX_HELD,
		tellsUnknown: optional.unknownChanges !== 'leaveOut',
		watchFields: (input.watchFields as string[] | undefined) ?? [],
		contactFields: (input.contactFields as string[] | undefined) ?? [],
		customerMarks: optional.customerMarks as string[],
		...shares,
		...(event === 'reached' && { reached: reachedOptions(optional, timezone) }),
	};
}

const UNITS = { minutes: 60_000, hours: 3_600_000 };

function reachedOptions(input: Input, timezone: string): ReachedOptions {
	const list = (name: string) => (input[name] as string[] | undefined) ?? [];
	return {
		events: ([input.event].flat() as ChosenEvent[]).filter(isReached),
		statuses: list('statuses'),
		priorities: list('priorities'),
		assignedTo: (input.assignedTo as ReachedOptions['assignedTo'] | undefined) ?? 'anybody',
		teammateIds: list('teammateIds').map(normal),
		tags: list('tags'),
		customField: (input.customField as string | undefined) ?? '',
		customFieldValues: list('customFieldValues'),
		wait: {
			after: ((input.after as number | undefined) ?? 0) * UNITS[(input.afterUnit as keyof typeof UNITS | undefined) ?? 'hours'],
			...waitRules(input, timezone),
		},
	};
}

function textOf(context: IPollFunctions, { startFrom }: Input): string {
	if (startFrom === undefined) return '';
	const { startFrom: raw } = context.getNodeParameter('options', {}, { rawExpressions: true }) as IDataObject;
	return typeof raw === 'string' ? raw : String(startFrom);
}
