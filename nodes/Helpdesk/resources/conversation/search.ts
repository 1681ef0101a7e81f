import { pageIn } from '../../../../transport';
import { additionalBody } from '../../fields/content';
import { nameFrom, queryField } from '../../fields/fieldNames';
import { limit, returnAll, simplify } from '../../fields/paging';
import { pagePlace, query } from '../../fields/search';
import type { Operation } from '../../operation';
import { list } from '../../run/outputs';
import { simpleConversation } from '../../run/simplify';

export const search: Operation = {
	name: 'Search',
	value: 'search',
	action: 'Search conversations',
	description: 'Find conversations of all inboxes by words',
	endpoint: 'POST /search',
	readOnly: true,
	fields: [query, returnAll, limit],
	options: [queryField, pagePlace, simplify, additionalBody],
	body: (input, fields) => ({ ...fields, [nameFrom(input, queryField)]: input.query as string }),
	output: async (call) => await list('wrapped', pageIn[(call.input.pagePlace ?? 'query') as 'query'], simpleConversation)(call),
};
