import { IDataObject, IExecuteSingleFunctions, IPollFunctions } from 'n8n-workflow';

import { InputError } from '../../transport';
import {
	askTwice,
	ME,
	recordTest,
	Input,
	resolveInput,
	idsAndNames,
	Lookup,
	readInput,
	ParameterSource,
	filterBody,
	waitRules,
	normal,
	readUsual,
	teammateIdOf,
	Name,
} from '../shared';
import { shownName, EventName } from './core/events';
import { Setup } from './core/pollOnce';
import { filterInputs, inputs } from './fields';

export interface Trigger {
	setup: Omit<Setup, 'turn'>;
	input: Input;
	filters: Input;
	typed: string;
	/** The request's body, as Get Many sends it. */
	body: IDataObject;
	action: string;
}

const USUAL = Object.fromEntries(
	inputs.options!.map(({ property: { name, default: usual }, kind }) => [name, readUsual(kind, usual)]),
);

/** Reads the parameters at `now` (ms). `named` looks up names. */
export function readTrigger(context: IPollFunctions, now: number): Trigger {
	const source: ParameterSource = {
		getNodeParameter: context.getNodeParameter.bind(context) as IExecuteSingleFunctions['getNodeParameter'],
		getTimezone: () => context.getTimezone(),
		getInputData: () => ({ json: {} }),
	};
	const input: Input = { ...USUAL, ...readInput(source, inputs, { now }) };
	const list = (name: string) => (input[name] as string[] | undefined) ?? [];
	const events = input.event as EventName[];
	const inboxIds = list('inboxIds');
	const filters = inboxIds.length > 0 ? readInput(source, filterInputs, { now }) : {};
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
			startFromText: startFrom === undefined ? '' : storedText(context, startFrom),
			lookBack: (input.lookBack as number) * 60_000,
			conversations: input.conversationsPerPoll as number,
			maxEvents: input.maxEventsPerPoll as number,
			emitsUnknown: input.unknownChanges !== 'leaveOut',
			watchFields: list('watchFields'),
			contactFields: events.includes('contactUpdated') ? list('contactFields') : [],
			statuses: list('statuses'),
			priorities: list('priorities'),
			assignedTo: (input.assignedTo as Setup['assignedTo'] | undefined) ?? 'anybody',
			teammateIds: [],
			tags: [],
			customField: '',
			customFieldValues: list('customFieldValues'),
			wait: {
				after: Number(input.after ?? 0) * (input.afterUnit === 'minutes' ? 60_000 : 3_600_000),
				...waitRules(input, context.getTimezone()),
			},
		},
		body: {},
		input,
		filters,
		typed: JSON.stringify([{ ...input, startFrom: 0 }, filters]),
		action: `Check for ${events.length === 1 ? shownName(events[0]!) : 'events'}`,
	};
}

/** Looks up names of teammates, tags and custom fields. Throws {InputError}. */
export async function named(trigger: Trigger, lookup: Lookup): Promise<Trigger> {
	const input = { ...trigger.input };
	const wanted = (input.tags ?? []) as Name[];
	const names = { ...inputs, fields: inputs.fields!.filter(({ property }) => property.name !== 'tags') };
	await resolveInput(names, input, lookup);
	// An unknown tag is compared as typed: it may be new, or gone.
	const tags = await askTwice(lookup, (from) => idsAndNames(wanted, input, from)).catch((error: unknown) => {
		if (error instanceof InputError) return wanted.map(({ text }) => text);
		throw error;
	});
	const filters = { ...trigger.filters, inboxIds: input.inboxIds };
	await resolveInput(filterInputs, filters, lookup);
	const isMine = trigger.setup.assignedTo === 'me';
	const teammateIds = isMine ? [await teammateIdOf(ME, lookup)] : ((input.teammateIds ?? []) as string[]);
	const setup = {
		...trigger.setup,
		isWanted: recordTest(filterInputs.filters!, filters),
		teammateIds: teammateIds.map(normal),
		tags: tags.map(normal),
		customField: (input.customField as string | undefined) ?? '',
	};
	return { ...trigger, input, setup, body: filterBody({ ...input, sort: 'newest' }) };
}

function storedText(context: IPollFunctions, startFrom: string) {
	const { startFrom: raw } = context.getNodeParameter('options', {}, { rawExpressions: true }) as IDataObject;
	return typeof raw === 'string' ? raw : startFrom;
}
