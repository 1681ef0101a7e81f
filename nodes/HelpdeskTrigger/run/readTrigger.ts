import type { IDataObject, IExecuteSingleFunctions, IPollFunctions } from 'n8n-workflow';

import { filterBody } from '../../shared/fields/filter';
import type { Input } from '../../shared/field';
import { readInput, type ParameterSource } from '../../shared/readInput';
import { MAX_HELD, type EventName, type TriggerOptions } from '../core/state';
import { inputs } from '../fields';

/** The trigger as the user set it up. */
export interface Trigger {
	options: TriggerOptions;
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
	inputs.options!.map(({ property: { name, displayName, default: value }, read }) => [
		name,
		value === '' ? undefined : read(value, { label: displayName, timezone: 'UTC' }),
	]),
);

const ACTIONS: Record<EventName, string> = {
	contactCreated: 'Look for new contacts',
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
	const event = input.event as EventName;
	return {
		options: optionsOf(event, input),
		startFromText: textOf(context, event, input),
		body: filterBody({ ...input, sort: 'newest' }),
		simplify: input.simplify !== false,
		action: ACTIONS[event],
	};
}

function optionsOf(event: EventName, input: Input): TriggerOptions {
	const optional = { ...DEFAULTS, ...input };
	const { startFrom } = input;
	const isDated = event !== 'contactCreated' && startFrom !== undefined;
	return {
		event,
		inboxIds: (input.inboxIds as string[] | undefined) ?? [],
		startFrom: isDated ? Date.parse(startFrom as string) : undefined,
		lookBack: (optional.lookBack as number) * 60_000,
		maxEvents: optional.maxEventsPerPoll as number,
		conversations: optional.conversationsPerPoll as number,
		mostHeld: MAX_HELD,
		tellsUnknown: optional.unknownChanges !== 'leaveOut',
		watchFields: (input.watchFields as string[] | undefined) ?? [],
		customerMarks: optional.customerMarks as string[],
	};
}

function textOf(context: IPollFunctions, event: EventName, { startFrom }: Input): string {
	if (event === 'contactCreated' || startFrom === undefined) return '';
	const { startFrom: raw } = context.getNodeParameter('options', {}, { rawExpressions: true }) as IDataObject;
	return typeof raw === 'string' ? raw : String(startFrom);
}
