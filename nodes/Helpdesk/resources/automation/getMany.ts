import { inboxId } from '../../fields/locators';
import type { Operation } from '../../operation';
import { unconfirmedList } from '../../run/unconfirmedList';

export const getMany: Operation = {
	name: 'Get Many',
	value: 'getMany',
	action: 'Get the automations of an inbox',
	description: 'Get all automations of an inbox: what the helpdesk itself does when something happens',
	endpoint: 'GET /inboxes/{inbox_id}/automations',
	patOnly: true,
	fields: [inboxId],
	output: unconfirmedList(undefined, { plain: true }),
};
