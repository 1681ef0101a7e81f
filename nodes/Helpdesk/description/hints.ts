import type { NodeHint } from 'n8n-workflow';

import { filterHints } from '../../shared/fields/filterHints';

/** Shown beside the output where something is sent that may not be meant; the conditions are evaluated by the editor alone. */
export const fieldHints: NodeHint[] = [
	...filterHints,
	{
		message: 'The time is in the past. It is sent so; what the helpdesk makes of it is not in the API documentation.',
		type: 'warning',
		location: 'outputPane',
		whenToDisplay: 'always',
		displayCondition:
			'={{ ($parameter["operation"] === "snooze" ? [$parameter["snoozedUntil"]] : $parameter["resource"] === "scheduledReply" ? [$parameter["scheduledAt"], $parameter["updateFields"]?.scheduledAt] : []).some((at) => DateTime.fromISO(String(at)) <= $now) }}',
	},
];
