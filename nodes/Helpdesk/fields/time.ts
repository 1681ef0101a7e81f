import type { Field } from '../operation';
import { futureDate } from '../read/date';

export const snoozedUntil = future('snoozedUntil', 'Snoozed Until', 'When the conversation comes back');
export const scheduledAt = future('scheduledAt', 'Scheduled At', 'When the reply is sent');

function future(name: string, displayName: string, description: string): Field {
	return {
		property: {
			displayName,
			name,
			type: 'dateTime',
			required: true,
			default: '',
			description: `${description}, in the time zone of the workflow unless the value has one of its own`,
		},
		read: futureDate,
	};
}
