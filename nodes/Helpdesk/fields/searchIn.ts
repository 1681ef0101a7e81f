import { list, oneOf } from '../../shared/fields';
import { choice } from '../../shared/values';

export const searchIn = oneOf(
	'searchIn',
	'Where to look. By priority, or if the lists do not show the time of the order, inboxes follow one another.',
	{ inbox: 'One Inbox', inboxes: 'Several Inboxes', all: 'All Inboxes' },
	{ sent: false, kind: { ...choice('inbox', 'inboxes', 'all'), name: 'searchIn' } },
);

export const inboxIds = list('inboxIds', 'inboxes', 'The inboxes to look in. Each costs at least one request', {
	displayName: 'Inboxes',
	required: true,
	sent: false,
	show: { searchIn: ['inboxes'] },
});
