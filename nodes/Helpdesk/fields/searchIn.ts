import { list, oneOf } from '../../shared/fields';
import { choice } from '../../shared/values';

export const searchIn = oneOf(
	'searchIn',
	'Where to look. Newest and oldest first hold over several inboxes, which otherwise come one after the other: sorted ' +
		'by priority, or if their lists do not show the time of the order.',
	{ inbox: 'One Inbox', inboxes: 'Several Inboxes', all: ['All Inboxes', 'Needs a helpdesk that lists its inboxes'] },
	{ sent: false, kind: { ...choice('inbox', 'inboxes', 'all'), name: 'searchIn' } },
);

export const inboxIds = list('inboxIds', 'inboxes', 'The inboxes to look in. Each costs at least one request', {
	displayName: 'Inboxes',
	required: true,
	sent: false,
	show: { searchIn: ['inboxes'] },
});
