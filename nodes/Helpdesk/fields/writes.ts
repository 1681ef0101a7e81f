import { endpointsOf } from '../../shared/endpoint';
import { number, text, toggle } from '../../shared/fields';
import { word, idOrTime } from '../../shared/values';
import type { Operation } from '../operation';

export const onlyOncePer = text(
	'onlyOncePer',
	'Guard by a key: nothing is sent if this node has written with the same key before, in any run',
	{
		placeholder: 'e.g. ticket 2242',
		hint: 'Drag a field here that differs for each event, such as the ID. Runs by hand keep no key.',
		guards: true,
		kind: word,
	},
);

export const sendAgainIfMissing = toggle(
	'sendAgainIfMissing',
	'Whether to send a text again if its answer got lost and the conversation lacks it. It may then be there twice.',
);

export function canWrite(operation: Operation): boolean {
	const used = endpointsOf(operation);
	return used.length === 0 || used.some(({ readOnly }) => !readOnly);
}

export const dryRun = toggle(
	'dryRun',
	'Whether to rehearse: nothing is written, and the item shows the record as it would be and what would be done',
	{ guards: true },
);

export const receipt = toggle(
	'receipt',
	'Whether to add a "receipt" without any text: operation, record, names of changed fields, how often it was sent',
);

export const onlyIfUnchangedSince = text(
	'onlyIfUnchangedSince',
	'A message ID or a time. Nothing is sent if the conversation has something newer, or does not show it.',
	{
		placeholder: 'e.g. msg_1042',
		hint: "Drag 'last_message_id' of Get Context here.",
		guards: true,
		kind: idOrTime,
	},
);

export const notIfAlreadyThere = toggle(
	'notIfAlreadyThere',
	'Whether to send nothing if the team has, or may have, written exactly this text in the conversation',
	{ guards: true },
);

export const waitAtMost = number(
	'waitAtMost',
	"How many hours to wait for a decision. After that, 'approved' is false and 'expired' is true.",
	72,
	{ displayName: 'Wait For At Most (Hours)', typeOptions: { maxValue: 720 } },
);
