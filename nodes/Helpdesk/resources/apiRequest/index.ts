import type { Resource } from '../../operation';
import { send } from './send';

export const apiRequest: Resource = {
	name: 'API Request',
	value: 'apiRequest',
	description: 'Any request to the Helpdesk API, within the same limit and with the same error texts',
	operations: [send],
};
