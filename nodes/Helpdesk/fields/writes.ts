import { Endpoint, endpointOf, endpointsOf, idOrTime, number, text, toggle, word } from '../../shared';
import { Operation } from '../operation';

export const onlyOncePer = text(
	'onlyOncePer',
	'Nothing is sent if this node has written with the same value before, in this run or earlier',
	{
		placeholder: 'e.g. ticket 2242',
		hint: 'Drag a field that differs for each event, such as the ID. Manual runs are not remembered.',
		guards: true,
		kind: word,
	},
);

export const sendAgainIfMissing = toggle(
	'sendAgainIfMissing',
	'Whether to send again if the response was lost and the text is missing. In rare cases, it is sent twice.',
);

export function canWrite(operation: Operation) {
	const used = endpointsOf(operation);
	return used.length === 0 || used.some(({ readOnly }) => !readOnly);
}

export const dryRun = toggle('dryRun', 'Whether to write nothing and output what would be sent', { guards: true });

export const receipt = toggle(
	'receipt',
	'Whether to add a report of the write: operation, record, changed fields and outcome, but no texts',
);

export const onlyIfUnchangedSince = text(
	'onlyIfUnchangedSince',
	'The last message ID you know, or a time. Nothing is sent if there is anything newer, or if the node cannot tell.',
	{
		placeholder: 'e.g. 01hq3v8k2m',
		hint: "Drag 'last_message_id' of Get Context here.",
		guards: true,
		kind: idOrTime,
	},
);

export const notIfAlreadyThere = toggle(
	'notIfAlreadyThere',
	'Whether to skip a text that the team has sent already. Also skips if the node cannot tell.',
	{ guards: true },
);

/** Returns whether people get the operation's text, or nothing undoes it: a tool must not repeat it in ten minutes. */
export function isWrittenOnce(operation: Operation) {
	const { method }: Partial<Endpoint> = endpointOf(operation) ?? {};
	const { text, whoGotIt, notice = '' } = operation;
	return method === 'POST' && (Boolean(text ?? whoGotIt) || ['merged', 'noUndo'].includes(notice));
}

export const allowRepeats = toggle(
	'allowRepeats',
	'Whether the AI agent may repeat the same write within ten minutes',
	{ show: { '@tool': [true] } },
);

export const waitAtMost = number(
	'waitAtMost',
	"Hours to wait for a decision. After that, 'approved' is false and 'expired' is true.",
	72,
	{ displayName: 'Wait For At Most (Hours)', typeOptions: { maxValue: 720 } },
);
