import type { rules } from '../../../nodes/HelpdeskTrigger/core/seams';
import type { EventName } from './story';

/** A mistake that another poller has had, or that this one could get. */
export interface Mistake {
	/** What goes wrong. */
	name: string;
	/** The rule that is replaced. */
	rule: keyof typeof rules;
	/** What stands there instead, as an expression: it travels to another thread. */
	replacement: string;
	/** The event in which it shows. */
	event: EventName;
	/** The seed to begin with, for one that few worlds notice. */
	seed?: number;
}

const CREATED = 'conversationCreated';
const UPDATED = 'conversationUpdated';

export const MISTAKES: Mistake[] = [
	{ name: 'pages do not overlap', rule: 'overlap', replacement: '() => 0', event: CREATED },
	{ name: 'a page counts as joined whatever was read before', rule: 'joins', replacement: '() => true', event: CREATED },
	{ name: 'no time of a record is believed', rule: 'believedTime', replacement: '() => 0', event: CREATED },
	{ name: 'every page ends a round', rule: 'endsRound', replacement: '() => true', event: UPDATED },
	{ name: 'no page is the last', rule: 'isLastPage', replacement: '() => false', event: CREATED },
	{ name: 'every page is the last', rule: 'isLastPage', replacement: '() => true', event: CREATED },
	{ name: '"newest" is taken for creation', rule: 'sortKeys', replacement: "['created']", event: CREATED },
	{ name: 'there is no bound for the requests of a poll', rule: 'mostRequests', replacement: '1e9', event: CREATED },
	{ name: 'a failed page counts as an empty one', rule: 'failedPageCountsAsEmpty', replacement: 'true', event: CREATED },
	{ name: 'an inbox is read down to the candidate only', rule: 'readDownTo', replacement: '({ watermark, candidate }) => Math.max(watermark, candidate)', event: CREATED },
	{ name: 'times at the watermark are left out, as if no two were equal', rule: 'isNew', replacement: '(created, { floor, watermark }) => created > floor && created > watermark', event: CREATED },
	{ name: 'what was there counts as new', rule: 'knownAtBeginning', replacement: 'false', event: CREATED },
	{ name: 'there is no Look Back', rule: 'dealtWith', replacement: '(complete) => complete', event: CREATED },
	{ name: 'a reading is whole however few records it saw', rule: 'isWhole', replacement: '() => true', event: CREATED, seed: 8 },
	{ name: 'one reading is enough', rule: 'confirmsCandidate', replacement: '() => true', event: CREATED },
	{ name: 'no candidate is ever confirmed', rule: 'confirmsCandidate', replacement: '() => false', event: CREATED },
	{ name: 'what was told is forgotten at once', rule: 'rememberFrom', replacement: '() => Infinity', event: CREATED },
	{ name: 'what was told is remembered for Look Back only', rule: 'rememberFrom', replacement: '(lowest) => lowest', event: CREATED, seed: 21 },
	{ name: 'what is told is not marked', rule: 'told', replacement: '() => []', event: CREATED },
	{ name: 'what is held back is marked as told', rule: 'told', replacement: '(_batch, held) => held', event: CREATED },
	{ name: 'a backlog comes newest first', rule: 'order', replacement: '(a, b) => b - a', event: CREATED },
	{ name: 'Start From counts for every inbox', rule: 'startFromCounts', replacement: '() => true', event: CREATED },
	{ name: 'Start From counts for none', rule: 'startFromCounts', replacement: '() => false', event: CREATED },
	{ name: 'a field that was not known counts as changed', rule: 'differs', replacement: '(was, is) => was !== is', event: UPDATED },
	{ name: 'no change is one', rule: 'differs', replacement: '() => false', event: UPDATED },
	{ name: 'every conversation that is not remembered counts as new', rule: 'newSince', replacement: '() => 0', event: UPDATED },
	{ name: 'no conversation that is not remembered counts as new', rule: 'newSince', replacement: '() => Infinity', event: UPDATED },
	{ name: 'every value can be how a conversation began', rule: 'canBeHowItBegan', replacement: '() => true', event: UPDATED },
	{ name: 'no value can be how a conversation began', rule: 'canBeHowItBegan', replacement: '() => false', event: UPDATED },
	{ name: 'a new inbox is learned by its sweep alone', rule: 'learnsWhole', replacement: 'false', event: UPDATED },
	{ name: 'what is held back is remembered as told', rule: 'remembered', replacement: '(_emitted, found) => found', event: UPDATED },
	{ name: 'what is told is not remembered', rule: 'remembered', replacement: '() => []', event: 'customerMessage' },
	{ name: 'one reading of the contacts is enough', rule: 'hasLearned', replacement: '() => true', event: 'contactCreated' },
	{ name: 'an unknown contact is new, however old', rule: 'isNewContact', replacement: '() => true', event: 'contactCreated' },
	{ name: 'no contact is new', rule: 'isNewContact', replacement: '() => false', event: 'contactCreated' },
	{ name: 'a paused reading goes on from another state', rule: 'goesOn', replacement: '() => true', event: CREATED },
	{ name: 'an outage is silent', rule: 'isSilenceSaid', replacement: '() => false', event: CREATED },
];

/** The mistake as the beginning of the simulation's script. */
export function builtIn({ rule, replacement }: Mistake): string {
	return `import { rules } from '../../../nodes/HelpdeskTrigger/core/seams';\n(rules as any).${rule} = ${replacement};`;
}
