import { idText, msOf } from '../../../transport';
import type { Field, ReadContext } from '../../shared/field';
import { isDate, utcDate } from '../../shared/fields/date';
import { onOrOff, text } from '../../shared/fields/readers';

/** What a conversation must not have changed since: a message of it, or a time in ms since the epoch. */
export type Since = { id: string } | { at: number };

export const onlyIfUnchangedSince: Field = {
	property: {
		displayName: 'Only If Unchanged Since',
		name: 'onlyIfUnchangedSince',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. msg_1042',
		hint: "Drag 'last_message_id' of Get Context here.",
		description:
			'The ID of the last message that was known, or a time: nothing is sent where the conversation has a newer one. Nor where that cannot be told; the item comes out with "skipped" and the reason. With an ID messages alone count, and no change of the conversation does; with a time, changes of the conversation count too for Update, Set Priority, Snooze and Merge. Costs one request for each write, one more for each further page of messages.',
	},
	read: readSince,
	sent: false,
};

export const notIfAlreadyThere: Field = {
	property: {
		displayName: 'Not If Already There',
		name: 'notIfAlreadyThere',
		type: 'boolean',
		default: false,
		description:
			'Whether to send nothing where the conversation has this text. Nor where that cannot be told; the item comes out with "skipped". So a run after a crash, on another worker or by hand does not write again what one before it wrote. Costs one request for each write, one more for each further page of messages, and none beside \'Only If Unchanged Since\' with an ID.',
	},
	read: onOrOff,
	sent: false,
};

/** Only what is written like "2026-03-31T09:00" is a time: IDs may be numbers. */
const TIME = /^\d{4}-\d\d-\d\d([T ]\d|$)/;

/**
 * A time without a zone may be the helpdesk's, in UTC, or the workflow's: the earlier one is taken, after which more
 * counts as new. Throws InputError.
 */
function readSince(value: unknown, context: ReadContext): Since | undefined {
	if (isDate(value)) return timeSince(value, context);
	const given = text(value, context)?.trim();
	if (given === undefined) return undefined;
	if (TIME.test(given)) return timeSince(given, context);
	return { id: idText(given, context.label) };
}

function timeSince(value: unknown, context: ReadContext): Since {
	const local = Date.parse(utcDate(value, context)!);
	return { at: Math.min(local, msOf(value) ?? local) };
}
