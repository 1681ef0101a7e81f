import type { INodePropertyOptions } from 'n8n-workflow';

import type { Field } from '../../shared/field';
import { text } from '../../shared/fields/readers';
import { PRIORITIES, STATUSES } from '../../shared/valuesSeen';

/** Seen with helpdesks of this kind, but not in the API documentation. */
const elsewhere = (value: string): INodePropertyOptions => ({ name: value, value, description: 'The API documentation does not show this value' });
const seen = (value: string): INodePropertyOptions => ({ name: inWords(value), value });

/** "If No Reply" for if_no_reply. */
function inWords(value: string): string {
	return value
		.split('_')
		.map((word) => word.replace(/^(?!and$)./, (letter) => letter.toUpperCase()))
		.join(' ');
}

/** A choice of values that the API was seen to use; any other text is sent as it is. */
function valuesSeen(name: string, displayName: string, options: INodePropertyOptions[], description: string): Field {
	const first = options[0]?.value;
	return {
		property: {
			displayName,
			name,
			type: 'options',
			options,
			allowArbitraryValues: true,
			required: true,
			default: first,
			description: `${description}. For any other value of your helpdesk choose Expression and type it.`,
		},
		read: text,
	};
}

/** Text that is filled in with the one value that the API was seen to use: a list with one choice is no list. */
function oneSeen(name: string, displayName: string, value: string, description: string, required = false): Field {
	return {
		property: {
			displayName,
			name,
			type: 'string',
			required,
			default: value,
			hint: 'Leave it as it is, unless you know that your helpdesk takes another value.',
			description,
		},
		read: text,
	};
}

export const status = valuesSeen('status', 'Status', STATUSES.map(seen), 'The status to set');
export const priority = valuesSeen(
	'priority',
	'Priority',
	PRIORITIES.map((value) => (value === 'High' ? seen(value) : elsewhere(value))),
	'The priority to set',
);
/** The specification names type and direction among what a snooze and a split have (States and transitions). */
export const type = oneSeen(
	'type',
	'Type',
	'if_no_reply',
	'On which condition it happens. The API documentation shows this one (if_no_reply) without explaining it',
	true,
);
/** Of a scheduled reply: nothing says that it must be given one. */
export const scheduledType: Field = { ...type, property: { ...type.property, required: undefined } };
export const direction = oneSeen('direction', 'Direction', 'after', 'On which side of the entry the conversation is split', true);
export const replyAction = oneSeen('action', 'Action', 'send_and_next_active', 'What the helpdesk does after sending');

/** Of the conversation that a split makes: nothing says that it must be given one. */
export const newStatus: Field = {
	...status,
	property: {
		...status.property,
		required: undefined,
		options: [{ name: 'As the Helpdesk Chooses', value: '' }, ...status.property.options!] as INodePropertyOptions[],
		default: '',
		description: 'The status of the new conversation. For any other value of your helpdesk choose Expression and type it.',
	},
};
