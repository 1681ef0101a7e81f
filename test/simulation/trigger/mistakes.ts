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

/** An event also tells what its view looked at and did not find to be reached. */
const alsoTells = (event: string, told: string) => `(event, states) => (event === '${event}' && states.length === 0 ? [${told}] : states)`;
/** An event is never told. */
const neverTells = (event: string) => `(event, states) => (event === '${event}' ? [] : states)`;

export const MISTAKES: Mistake[] = [
	{ name: 'no time of a record is believed', rule: 'believedTime', replacement: '() => 0', event: CREATED },
	{ name: 'every page ends a round', rule: 'endsRound', replacement: '() => true', event: UPDATED, seed: 5 },
	{ name: 'no page is the last', rule: 'isLastPage', replacement: '() => false', event: CREATED },
	{ name: 'every page is the last', rule: 'isLastPage', replacement: '() => true', event: CREATED },
	{ name: 'there is no bound for the requests of a poll', rule: 'mostRequests', replacement: '1e9', event: CREATED, seed: 42 },
	{ name: 'a failed page counts as an empty one', rule: 'failedPageCountsAsEmpty', replacement: 'true', event: CREATED, seed: 31 },
	{ name: 'nothing is from before', rule: 'isNew', replacement: '() => true', event: CREATED },
	{ name: 'there is no Look Back', rule: 'dealtWith', replacement: '(complete) => complete', event: CREATED },
	{ name: 'a reading is whole however few records it saw', rule: 'isWhole', replacement: '() => true', event: CREATED, seed: 205 },
	{ name: 'no candidate is ever confirmed', rule: 'confirmsCandidate', replacement: '() => false', event: CREATED, seed: 63 },
	{ name: 'what was told is forgotten at once', rule: 'rememberFrom', replacement: '() => Infinity', event: CREATED },
	{ name: 'what was told is remembered for Look Back only', rule: 'rememberFrom', replacement: '(lowest) => lowest', event: CREATED, seed: 21 },
	{ name: 'what is told is not marked', rule: 'told', replacement: '() => []', event: CREATED },
	{ name: 'what is held back is marked as told', rule: 'told', replacement: '(_batch, held) => held', event: CREATED, seed: 42 },
	{ name: 'a backlog comes newest first', rule: 'order', replacement: '(a, b) => b - a', event: CREATED },
	{ name: 'Start From counts for every inbox', rule: 'startFromCounts', replacement: '() => true', event: CREATED },
	{ name: 'Start From counts for none', rule: 'startFromCounts', replacement: '() => false', event: CREATED, seed: 21 },
	{ name: 'a field that was not known counts as changed', rule: 'differs', replacement: '(was, is) => was !== is', event: UPDATED },
	{ name: 'no change is one', rule: 'differs', replacement: '() => false', event: UPDATED },
	{ name: 'every conversation that is not remembered counts as new', rule: 'newSince', replacement: '() => 0', event: UPDATED, seed: 31 },
	{ name: 'no conversation that is not remembered counts as new', rule: 'newSince', replacement: '() => Infinity', event: UPDATED, seed: 7 },
	{ name: 'what was touched before its first look is left out', rule: 'touchedSince', replacement: '() => Infinity', event: UPDATED, seed: 20084 },
	{ name: 'whatever was ever touched is told at its first look', rule: 'touchedSince', replacement: '() => 0', event: UPDATED, seed: 13 },
	{ name: 'every value can be how a conversation began', rule: 'canBeHowItBegan', replacement: '() => true', event: UPDATED },
	{ name: 'no value can be how a conversation began', rule: 'canBeHowItBegan', replacement: '() => false', event: UPDATED },
	{ name: 'what is held back is remembered as told', rule: 'remembered', replacement: '(_emitted, found) => found', event: UPDATED, seed: 7 },
	{ name: 'what is told is not remembered', rule: 'remembered', replacement: '() => []', event: 'customerMessage' },
	{ name: 'a new conversation has reached nothing', rule: 'newHasReached', replacement: 'false', event: 'reached' },
	{ name: 'what was left is told without a look before', rule: 'needsLookBefore', replacement: '() => true', event: 'reached' },
	{ name: 'nobody has waited long enough', rule: 'hasWaited', replacement: '() => false', event: 'reached' },
	{ name: 'everybody has waited long enough', rule: 'hasWaited', replacement: '() => true', event: 'reached' },
	{ name: 'a closing or a snooze ends no wait', rule: 'endsWait', replacement: '() => false', event: 'reached' },
	{ name: 'no change of a contact is one', rule: 'differs', replacement: '() => false', event: 'contactUpdated' },
	{ name: 'who is seen for the first time counts as changed', rule: 'needsLookBefore', replacement: '() => true', event: 'contactUpdated' },
	{ name: 'a changed contact that is told is not remembered', rule: 'remembered', replacement: '() => []', event: 'contactUpdated' },
	{ name: 'a changed contact that is held back counts as told', rule: 'remembered', replacement: '(_now, all) => all', event: 'contactUpdated' },
	{ name: 'what one reading has got the others ask for again', rule: 'isLaterPage', replacement: '() => false', event: 'contactCreated', seed: 32 },
	{ name: 'who is due is not read where no page showed it', rule: 'readsWhoIsDue', replacement: 'false', event: 'reached', seed: 97000015 },
	{ name: 'an answer that a note followed ends no wait', rule: 'endsWaitBehindNote', replacement: '() => false', event: 'reached' },
	{ name: 'a tag that was there is added', rule: 'isAdded', replacement: '() => true', event: 'reached' },
	{ name: 'one that wakes is told as snoozed', rule: 'reached', replacement: alsoTells('snoozed', '{ from: false, to: true }'), event: 'reached' },
	{
		name: 'one that is spam no more is told as spam',
		rule: 'reached',
		replacement: alsoTells('markedAsSpam', '{ from: false, to: true }'),
		event: 'reached',
	},
	{ name: 'no move to another inbox is told', rule: 'reached', replacement: neverTells('inboxChanged'), event: 'reached' },
	{
		name: 'what a customer writes after a reply is a reply',
		rule: 'reached',
		replacement: alsoTells('teammateReplied', '{ from: null, to: null }'),
		event: 'reached',
	},
	{ name: 'what follows a note is a note', rule: 'reached', replacement: alsoTells('noteAdded', '{ from: null, to: null }'), event: 'reached' },
	{
		name: 'an emptied custom field is told',
		rule: 'reached',
		replacement: alsoTells('customFieldBecame', '{ from: null, to: null }'),
		event: 'reached',
	},
	{ name: 'hours in which nobody is there count', rule: 'waitedOpen', replacement: '(_open, whole) => whole', event: 'reached' },
	{ name: 'no contact is new', rule: 'isNewContact', replacement: '() => false', event: 'contactCreated' },
];

/**
 * Rules without a mistake here: their mistakes were tried in 110 to 600 worlds, and no promise broke that holds without
 * them (`sortKeys: ['created']`, `overlap: () => 0`, `joins: () => true`, `readDownTo` by the candidate, `hasLearned`, `goesOn`,
 * `isSilenceSaid` and `knownAtBeginning` as constants). The other mistakes of `confirmsCandidate`, that one reading is enough, and of `isLaterPage`, that who asks
 * again gets what another reading had got before, are not noticed either; those of `canRemember` and `keepsTold` take a world of 10,000
 * that a Start From counts. Unit tests notice the others (test/unit/trigger), an engine test that of `isSilenceSaid`.
 */
export const UNNOTICED: Array<keyof typeof rules> = [
	'sortKeys',
	'readAgainDownTo',
	'overlap',
	'joins',
	'readDownTo',
	'hasLearned',
	'goesOn',
	'isSilenceSaid',
	'learnsWhole',
	'canRemember',
	'keepsTold',
	'knownAtBeginning',
];

/** The mistake as the beginning of the simulation's script. */
export function builtIn({ rule, replacement }: Mistake): string {
	return `import { rules } from '../../../nodes/HelpdeskTrigger/core/seams';\n(rules as any).${rule} = ${replacement};`;
}
