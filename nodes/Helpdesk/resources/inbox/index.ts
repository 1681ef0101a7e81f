import type { Resource } from '../../operation';
import { getTags } from './getTags';

export const inbox: Resource = {
	name: 'Inbox',
	value: 'inbox',
	description: 'The mailboxes and channels in which conversations arrive',
	operations: [getTags],
};
