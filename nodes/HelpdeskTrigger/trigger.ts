import type { IDataObject, IExecuteSingleFunctions, IPollFunctions } from 'n8n-workflow';

import { InputError } from '../../transport';
import { filterBody } from '../shared/fields/filter';
import { waitRules } from '../shared/fields/waiting';
import type { Input } from '../shared/field';
import { normal } from '../shared/thread';
import { readInput, type ParameterSource } from '../shared/readInput';
import { shownName, type EventName } from './core/events';
import type { Setup } from './core/pollOnce';
import { inputs } from './fields';

/** The trigger as the user set it up. */
export interface Trigger {
	setup: Omit<Setup, 'turn'>;
	/** Filter and order of a page of conversations, as Get Many sends them. */
	body: IDataObject;
	simplify: boolean;
	/** The trigger's action, for errors. */
	action: string;
}

/** Values of options that the user has not added. */
const DEFAULTS = Object.fromEntries(
	inputs.options!.map(({ property: { name, displayName, default: value }, read }) => [
		name,
		read(value, { label: displayName, timezone: 'UTC' }),
	]),
);

const UNITS = { minutes: 60_000, hours: 3_600_000 };

/** Reads and checks the parameters. Throws {InputError}. */
export function readTrigger(context: IPollFunctions): Trigger {
	const source: ParameterSource = {
		getNodeParameter: context.getNodeParameter.bind(context) as IExecuteSingleFunctions['getNodeParameter'],
		getTimezone: () => context.getTimezone(),
		// A trigger gets no items.
		getInputData: () => ({ json: {} }),
	};
	const input: Input = { ...DEFAULTS, ...readInput(source, inputs) };
	const list = (name: string) => (input[name] as string[] | undefined) ?? [];
	const events = input.event as EventName[];
	const inboxIds = list('inboxIds');
	if (events.includes('conversationMoved') && inboxIds.length < 2)
		throw new InputError(
			'Conversation Moved needs two inboxes or more',
			'Choose the inboxes between which conversations are moved.',
		);
	const startFrom = inboxIds.length > 0 ? (input.startFrom as string | undefined) : undefined;
	return {
		setup: {
			events,
			inboxIds,
			startFrom: startFrom === undefined ? undefined : Date.parse(startFrom),
			startFromText: startFrom === undefined ? '' : textOf(context, startFrom),
			lookBack: (input.lookBack as number) * 60_000,
			conversations: input.conversationsPerPoll as number,
			maxEvents: input.maxEventsPerPoll as number,
			emitsUnknown: input.unknownChanges !== 'leaveOut',
			watchFields: list('watchFields'),
			contactFields: events.includes('contactUpdated') ? list('contactFields') : [],
			statuses: list('statuses'),
			priorities: list('priorities'),
			assignedTo: (input.assignedTo as Setup['assignedTo'] | undefined) ?? 'anybody',
			teammateIds: list('teammateIds').map(normal),
			tags: list('tags'),
			customField: (input.customField as string | undefined) ?? '',
			customFieldValues: list('customFieldValues'),
			wait: {
				after:
					((input.after as number | undefined) ?? 0) *
					UNITS[(input.afterUnit as keyof typeof UNITS | undefined) ?? 'hours'],
				...waitRules(input, context.getTimezone()),
			},
		},
		body: filterBody({ ...input, sort: 'newest' }),
		simplify: input.simplify !== false,
		action: `Check for ${events.length === 1 ? shownName(events[0]!) : 'events'}`,
	};
}

function textOf(context: IPollFunctions, startFrom: string): string {
	const { startFrom: raw } = context.getNodeParameter('options', {}, { rawExpressions: true }) as IDataObject;
	return typeof raw === 'string' ? raw : startFrom;
}
