import type { Field } from '../../shared/field';
import { onOrOff } from '../../shared/fields/readers';

export const tellWhatIsThere: Field = {
	property: {
		displayName: 'Tell What Is There',
		name: 'tellWhatIsThere',
		type: 'boolean',
		default: false,
		description:
			'Whether to add under "found" one line on this helpdesk: whose access token it is, how many inboxes there are, and which lists that are not in the API documentation it has. Costs one request for each of five lists.',
	},
	read: onOrOff,
	sent: false,
};
