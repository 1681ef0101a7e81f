import { time } from '../../shared/fields';
import { IN_ZONE } from '../../shared/names';
import { futureTime } from '../../shared/values';

const future = (name: string, description: string) =>
	time(name, description, {
		required: true,
		kind: futureTime,
		hint: `${IN_ZONE}; the output names it.`,
	});

export const snoozedUntil = future('snoozedUntil', 'When the conversation comes back');
export const scheduledAt = future('scheduledAt', 'When the reply is sent');
