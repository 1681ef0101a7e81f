import { pageIn } from '../../../../transport';
import { inbox, q, withOrphan } from '../../fields/contact';
import { limit, returnAll, simplify } from '../../fields/paging';
import type { Operation } from '../../operation';
import { list } from '../../run/outputs';
import { simpleContact } from '../../run/simplify';

export const getMany: Operation = {
	name: 'Get Many',
	value: 'getMany',
	action: 'Get many contacts',
	description: 'Get contacts, all or those that match a search',
	endpoint: 'GET /contacts',
	fields: [returnAll, limit],
	filters: [q, inbox, withOrphan],
	options: [simplify],
	output: list('counting', pageIn.contactQuery, simpleContact),
};
