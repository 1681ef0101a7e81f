import type { Field } from '../operation';
import { futureDate } from '../read/date';
import { emailList, idList } from '../read/list';
import { optionalText, suggestion } from '../read/text';

/** A choice of values that the API was seen to use; any other text is sent as it is. */
function valuesSeen(name: string, displayName: string, values: string[], description: string, required = false): Field {
	const first = values[0];
	return {
		property: {
			displayName,
			name,
			type: 'options',
			options: values.map((value) => ({ name: value, value })),
			allowArbitraryValues: true,
			required,
			default: first,
			description: `${description}. Any other value of your helpdesk can be given by an expression.`,
		},
		read: suggestion,
	};
}

export const status = valuesSeen('status', 'Status', ['Active', 'Closed', 'Pending'], 'The status to set');
export const priority = valuesSeen('priority', 'Priority', ['High', 'Low', 'Normal'], 'The priority to set', true);
export const snoozeType = valuesSeen('type', 'Type', ['if_no_reply'], 'When the snooze counts', true);
export const replyAction = valuesSeen('action', 'Action', ['send_and_next_active'], 'What the helpdesk does after sending');

export const assignTo: Field = {
	property: {
		displayName: 'Assign To (Teammate ID)',
		name: 'assignTo',
		type: 'string',
		default: '',
		placeholder: 'e.g. u1',
		description: 'The ID of the teammate who takes over the conversation',
	},
	read: optionalText,
};

export const tags: Field = {
	property: {
		displayName: 'Tag IDs',
		name: 'tags',
		type: 'string',
		default: '',
		placeholder: 'e.g. t1, t2',
		description: 'The tags of the conversation: IDs separated by commas, or a list from an expression',
	},
	read: idList,
};

export const subject: Field = {
	property: {
		displayName: 'Subject',
		name: 'subject',
		type: 'string',
		default: '',
		placeholder: 'e.g. Order 1234 has not arrived',
		description: 'The subject of the conversation',
	},
	read: optionalText,
};

export const cc: Field = {
	property: {
		displayName: 'CC',
		name: 'cc',
		type: 'string',
		default: '',
		placeholder: 'e.g. anna@example.com, ben@example.com',
		description: 'Who gets a copy: e-mail addresses separated by commas, or a list from an expression',
	},
	read: emailList,
};

export const snoozedUntil: Field = {
	property: {
		displayName: 'Snoozed Until',
		name: 'snoozedUntil',
		type: 'dateTime',
		required: true,
		default: '',
		description: 'When the conversation comes back, in the time zone of the workflow',
	},
	read: futureDate,
};
