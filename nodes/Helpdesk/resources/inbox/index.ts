import type { Resource } from '../../operation';
import { get } from './get';
import { getMany } from './getMany';
import { getReports } from './getReports';
import { getSavedReplies } from './getSavedReplies';
import { getTags } from './getTags';

export const inbox: Resource = {
	name: 'Inbox',
	value: 'inbox',
	description: 'The mailboxes and channels in which conversations arrive',
	operations: [getTags, get, getMany, getSavedReplies, getReports],
};
