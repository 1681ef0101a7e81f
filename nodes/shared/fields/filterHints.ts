import type { NodeHint } from 'n8n-workflow';

import { PRIORITIES, STATUSES } from '../valuesSeen';

const SEEN = { status: STATUSES, priority: PRIORITIES };

// Expressions of the editor, which evaluates them while a person looks at the node, and never in a run.
const ROWS = '($parameter["filterMode"] === "conditions" ? [$parameter["conditions"]?.condition ?? []].flat() : [])';
const VALUES = '[row.values ?? []].flat().flatMap((each) => String(each).split(/[\\n,]/)).map((each) => each.trim()).filter((each) => each !== "")';

/** Shown beside the output of a node with conditions: what the specification does not forbid is sent, and may find nothing. */
export const filterHints: NodeHint[] = [
	{
		message: `A condition has a value that was never seen. Seen so far, written exactly so: status ${STATUSES.join(', ')}; priority ${PRIORITIES.join(', ')}. It is sent as it is; should too little come out, look at 'Values' first.`,
		type: 'warning',
		location: 'outputPane',
		whenToDisplay: 'always',
		displayCondition: `={{ ${ROWS}.some((row) => ${VALUES}.some((each) => !each.startsWith("=") && !(${JSON.stringify(SEEN)}[row.attribute] ?? [each]).includes(each))) }}`,
	},
	{
		message: "A condition has no values. It is sent so; what the helpdesk makes of it is not in the API documentation: fill in 'Values'.",
		type: 'warning',
		location: 'outputPane',
		whenToDisplay: 'afterExecution',
		displayCondition: `={{ ${ROWS}.some((row) => ${VALUES}.length === 0) }}`,
	},
];
