import { idText, InputError, isNoValue, msOf } from '../../../transport';
import { endpointsOf } from '../../shared/endpoint';
import type { ReadContext } from '../../shared/field';
import { text, toggle } from '../../shared/fields/build';
import { isDate, utcDate } from '../../shared/fields/date';
import { readText } from '../../shared/fields/readers';
import type { Operation } from '../operation';

export const onlyOncePer = text(
	'onlyOncePer',
	'Guard by a key: nothing is sent if this node has written with the same key before, in any run',
	{
		required: true,
		placeholder: 'e.g. ticket 2242',
		hint: 'Drag a field here that differs for each event, such as the ID. Runs by hand keep no key.',
		builderHint: {
			propertyHint:
				"Set it if a customer or the team gets a text. The key is the ID of the event, such as expr('{{ " +
				"$json.last_message_id }}')",
		},
		read: onceKey,
	},
);

/** "undefined" would be the same key for every item. */
function onceKey(value: unknown, context: ReadContext): string | undefined {
	const key = readText(value, context);
	if (key !== undefined && isNoValue(key.trim())) {
		throw new InputError(
			`${context.label} is empty`,
			'Its expression gives no value for this item: check that the node before outputs the field that it names.',
		);
	}
	return key;
}

export const sendAgainIfMissing = toggle(
	'sendAgainIfMissing',
	'Whether to send a text again if its answer got lost and the conversation, read twice, does not have it. If ' +
		'it appears even later, it is there twice.',
);

export function canWrite(operation: Operation): boolean {
	const used = endpointsOf(operation);
	return used.length === 0 || used.some(({ readOnly }) => !readOnly);
}

export const dryRun = toggle(
	'dryRun',
	'Whether to rehearse: nothing is written, and the item shows the record as it would be and what would be done',
);

export const receipt = toggle(
	'receipt',
	'Whether to add a "receipt" without anybody\'s text: operation, record, names of changed fields, whether and ' +
		'how often it was sent',
);

export type Since = { id: string } | { at: number };

export const onlyIfUnchangedSince = text(
	'onlyIfUnchangedSince',
	'Guard against stale answers: the ID of the last message that you know, or a time. Nothing is sent if the ' +
		'conversation has something newer, or does not show whether it has.',
	{
		required: true,
		placeholder: 'e.g. msg_1042',
		hint: "Drag 'last_message_id' of Get Context here.",
		builderHint: {
			propertyHint: "Set it on a reply that a model wrote: expr('{{ $json.last_message_id }}') of Get Context",
		},
		read: readSince,
	},
);

export const notIfAlreadyThere = toggle(
	'notIfAlreadyThere',
	'Whether to send nothing if the team has written exactly this text in the conversation already, or if that ' +
		'is not known',
);

/** Not a plain number: IDs may be numbers. */
const TIME = /^\d{4}-\d\d-\d\d([T ]\d|$)/;

/** Without a zone, a time may be UTC or local: the earlier one counts. */
function readSince(value: unknown, context: ReadContext): Since | undefined {
	if (isDate(value)) return timeSince(value, context);
	const given = readText(value, context)?.trim();
	if (given === undefined) return undefined;
	if (TIME.test(given)) return timeSince(given, context);
	return { id: idText(given, context.label) };
}

function timeSince(value: unknown, context: ReadContext): Since {
	const local = Date.parse(utcDate(value, context)!);
	return { at: Math.min(local, msOf(value) ?? local) };
}
