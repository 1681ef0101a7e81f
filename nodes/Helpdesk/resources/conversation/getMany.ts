import type { IDataObject } from 'n8n-workflow';

import { pageIn } from '../../../../transport';
import { combine, conditions, filterJson, filterMode } from '../../fields/filter';
import { inboxId } from '../../fields/locators';
import { limit, returnAll, simplify, sort } from '../../fields/paging';
import type { Input, Operation } from '../../operation';
import { list } from '../../run/outputs';
import { simpleConversation } from '../../run/simplify';

export const getMany: Operation = {
	name: 'Get Many',
	value: 'getMany',
	action: 'Get many conversations',
	description: 'Get the conversations of an inbox, all or those that meet conditions',
	endpoint: 'POST /inboxes/{inbox_id}',
	readOnly: true,
	fields: [inboxId, filterMode, conditions, combine, filterJson, returnAll, limit],
	options: [sort, simplify],
	body: filterBody,
	output: list('counting', pageIn.display, simpleConversation),
};

/** Specification, Filter body; the page is added as it is read. */
function filterBody({ filterMode, conditions, combine, filterJson, sort }: Input): IDataObject {
	const body: IDataObject = { display: { sort: (sort as string | undefined) ?? 'newest' } };
	if (filterMode === 'conditions') body.filters = { condition: combine as string, groups: conditions as IDataObject[] };
	if (filterMode === 'json') body.filters = filterJson as IDataObject;
	return body;
}
