import type { IDataObject } from 'n8n-workflow';

/** What is kept of one inbox of Conversation Created. Times in ms, of the server. */
export interface CreatedCursor {
	/** From when on conversations count: the inbox's beginning, or Start From. */
	floor: number;
	/** The latest creation since the floor of what was there when the inbox began: dealt with, until an earlier Start From counts it. */
	there?: number;
	/** What is dealt with: spans of creation. The end of the one in which the floor lies is the watermark. */
	dealt: Span[];
	/** What the last reading dealt with; the watermark, once another reading finds nothing new below it. 0 where it dealt with nothing. */
	candidate: number;
	/** The last reading dealt with nothing because it saw fewer records than places; where it saw none this is absent. */
	isIncomplete?: boolean;
}

/** From a time in ms up to another, not including it. */
export type Span = [from: number, to: number];

/**
 * The decisions on which the trigger's promises rest, by name. The core asks them and nothing else, so that a
 * test can build in a mistake by replacing one.
 */
export const rules = {
	// Paging
	/** Records by which one page overlaps the one before. */
	overlap: (perPage: number): number => Math.ceil(perPage / 10),
	/** Whether a page goes on from what was read before. */
	joins: (knownOnPage: number): boolean => knownOnPage > 0,
	/** Whether a page is the listing's last one. */
	isLastPage: (page: number, lastPage: number): boolean => page >= lastPage,
	/** What "newest" may go by: the specification shows the word and not its meaning. */
	sortKeys: ['created', 'updated', 'lastMessage'] as Array<'created' | 'updated' | 'lastMessage'>,
	/** How far a record's time in ms moves the server's clock, where the answer's Date header bounds it. */
	believedTime: (recordTime: number, dateHeader: number): number => Math.min(recordTime, dateHeader),
	/** Requests of one poll at the most, repeats included: a third of the limit. */
	mostRequests: 100,
	/** Whether a request that failed takes part in the reading as if the page were empty. Never. */
	failedPageCountsAsEmpty: false,

	// Conversation Created
	/** Down to when an inbox is read. */
	readDownTo: ({ floor, dealt }: CreatedCursor): number => dealt.find(([from, to]) => floor >= from && floor < to)?.[1] ?? floor,
	/** Whether a conversation that is not among the seen is new: `seenFrom` is since when those that are told are remembered. */
	isNew: (created: number, { floor, dealt }: CreatedCursor, seenFrom: number): boolean =>
		created >= floor && (created >= seenFrom || !dealt.some(([from, to]) => created >= from && created < to)),
	/** Whether what stands in an inbox when it begins counts as known. */
	knownAtBeginning: true,
	/** Up to when a reading has dealt with an inbox: `complete` is what could be held, `began` when the reading began. */
	dealtWith: (complete: number, began: number, lookBack: number): number => Math.min(complete, began - lookBack),
	/** Whether a reading saw as many records as it covered places. */
	isWhole: (records: number, places: number): boolean => records >= places,
	/** Whether this reading confirms the candidate: it held everything, and found nothing new below. */
	confirmsCandidate: (candidate: number, complete: number, foundBelow: boolean): boolean => candidate <= complete && !foundBelow,
	/** Down to when the other inboxes are read once more when one of them is back: a conversation may have moved meanwhile. */
	readAgainDownTo: (lowestOfThoseBack: number): number => lowestOfThoseBack,
	/** From which creation on told conversations stay remembered: the lowest of what the inboxes are read down to, and the newest some thousands. */
	rememberFrom: (lowest: number, newest: number): number => Math.min(lowest, newest),
	/** Which events of a batch are marked as told. */
	told: ((batch) => batch) as <T>(batch: T[], held: T[]) => T[],
	/** The order of a backlog, by creation in ms. */
	order: (a: number, b: number): number => a - b,
	/** Whether a Start From that was set counts for an inbox: only for those that were there then. */
	startFromCounts: (isNewlySet: boolean): boolean => isNewlySet,

	// Conversation Updated and Customer Message
	/** Whether one remembered value following another is a change. */
	differs: (was: string, is: string, unknown: string): boolean => was !== is && was !== unknown,
	/** Since when a conversation that is not remembered must be new: nothing was forgotten, or everything older was certainly looked at. */
	newSince: (from: number, certain: number, lookBack: number, hasForgotten: boolean): number =>
		hasForgotten ? Math.max(from, certain - lookBack) : from,
	/** Since when a conversation that is not remembered, and not new, was touched without being looked at. */
	touchedSince: (begun: number, certain: number, hasForgotten: boolean): number => (hasForgotten ? Math.max(begun, certain) : begun),
	/** Whether a value can be how its conversation began: `usual` is the one usual beginning, where there is one. */
	canBeHowItBegan: (value: string, usual: string | undefined, isTouched: boolean): boolean => !isTouched || value === usual,
	/** Whether a new round begins, after which every conversation was looked at. */
	endsRound: (isEnd: boolean): boolean => isEnd,
	/** Whether a new inbox is read whole before its sweep begins. */
	learnsWhole: true,
	/** Whether a poll may see so many conversations: only as many as can be remembered. */
	canRemember: (seen: number, capacity: number): boolean => seen <= capacity,
	/** Whether what was told of an inbox is the last to be forgotten: until it was read whole. */
	keepsTold: (isLearned: boolean): boolean => !isLearned,
	/** Which of the found changes are remembered as told. */
	remembered: ((emitted) => emitted) as <T>(emitted: T[], found: T[]) => T[],

	// Events that ask for a state
	/** Whether a conversation that was created since the beginning has reached what it shows at its first look. */
	newHasReached: true,
	/** Whether that something was left is told: only where a look before is known. */
	needsLookBefore: (isKnown: boolean): boolean => isKnown,
	/** What an event tells of what it looked at: what its view found to be reached. `was` and `is` are hashes. */
	reached: ((_event, states) => states) as (event: string, states: IDataObject[], was: string, is: string) => IDataObject[],
	/** How long was waited, in ms, where opening hours are chosen: what they leave of the whole time. */
	waitedOpen: ((open) => open) as (open: number, whole: number) => number,
	/** Whether a tag, by its hash, was not among those before. */
	isAdded: (tag: string, before: string[]): boolean => !before.includes(tag),
	/** Whether a customer has waited long enough: both in ms. */
	hasWaited: (waited: number, after: number): boolean => waited >= after,
	/** Whether nobody waits in a conversation that is closed, snoozed, spam or in the trash. */
	endsWait: (isSetAside: boolean): boolean => isSetAside,
	/** Whether an answer that a note followed before the next look ends the wait: the thread shows it. */
	endsWaitBehindNote: (isAnswered: boolean): boolean => isAnswered,
	/** Whether who is due is read where no page showed it. */
	readsWhoIsDue: true,
	/** Whether a reading may be handed a page that another one got: pages of a poll are counted. */
	isLaterPage: (page: number, latest: number): boolean => page > latest,

	// Contact Created
	/** Whether the first readings, of which this one found so many unknown contacts, are enough. */
	hasLearned: (foundInReading: number, pages: number): boolean => pages <= 1 || foundInReading === 0,
	/** Whether a contact that is not known is new: `created` is undefined where the list shows no time. */
	isNewContact: (created: number | undefined, began: number): boolean => created === undefined || created >= began,

	// Polls
	/** Whether a paused reading goes on: only from the very state that it gave out. */
	goesOn: (basis: string, now: string): boolean => basis === now,
	/** Whether a poll that saw no page at all is said: from the second in a row. */
	isSilenceSaid: (blindPolls: number): boolean => blindPolls >= 2,
};
