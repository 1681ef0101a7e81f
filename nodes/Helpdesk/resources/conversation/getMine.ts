import { simplify } from '../../fields/paging';
import type { Operation } from '../../operation';
import { simpleConversation } from '../../run/simplify';
import { unconfirmedList } from '../../run/unconfirmedList';

export const getMine: Operation = {
	name: 'Get Mine',
	value: 'getMine',
	action: 'Get my conversations',
	description: 'Get the conversations assigned to the owner of the access token: at most the five most recently active',
	endpoint: 'GET /conversations/mine',
	options: [simplify],
	output: unconfirmedList(simpleConversation, { plain: true }),
};
