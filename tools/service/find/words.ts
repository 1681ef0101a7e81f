import { wholeNumber } from '../../../transport/answers/shape';
import type { Json } from '../looks';
import { metaOf, type Seen } from '../looks';
import type { FactFinding, WordsFinding } from '../report';
import { count, notShown, shown } from './finding';

const STATUSES = ['Active', 'Pending', 'Closed'];
const MORE_STATUSES = ['Open', 'On hold'];
const PRIORITIES = ['High', 'Normal', 'Low'];

/** The service's own words that the contract knows, of fields with words. Any other may be somebody's own. */
const knownWords: Record<string, string[]> = {
	status: [...STATUSES, ...MORE_STATUSES],
	priority: PRIORITIES,
	assignable_type: ['user'],
	direction: ['incoming', 'outgoing', 'inbound', 'outbound', 'internal'],
	record_type: ['email', 'note', 'forward'],
	role: ['Account Owner', 'Agent', 'Admin'],
	presence: ['online', 'offline'],
};

const lower = (words: string[]): string[] => words.map((word) => word.toLowerCase());
const within = (words: string[], known: string[]): boolean => words.length > 0 && words.every((word) => known.includes(word));
const wordsOf = (records: Json[], field: string): string[] => [
	...new Set(records.map((record) => record[field]).filter((word): word is string => typeof word === 'string' && word !== '')),
];

/** The statuses whose conversations are to be counted: together they are all, or there are others. */
export function statusWordsToCount(conversations: Json[]): string[] {
	const seen = wordsOf(conversations, 'status');
	return [STATUSES, lower(STATUSES)].find((known) => within(seen, known)) ?? [];
}

/** A status that exists is in use in so many conversations. */
const ENOUGH = 50;

export function statuses(seen: Seen): FactFinding {
	const words = wordsOf(seen.conversations, 'status');
	const because = `${count(words.length, 'status').replace('statuss', 'statuses')} in ${count(seen.conversations.length, 'conversation')}`;
	if (words.length === 0) return notShown('statuses');
	const known = statusWordsToCount(seen.conversations);
	if (known.length === 0) return shown<'statuses'>(within(words, [...STATUSES, ...MORE_STATUSES]) ? 'more' : null, because);
	const counted = seen.of('filterConversations', 'count').map(({ answer }) => wholeNumber(metaOf(answer.body).total));
	const totals = totalsOfCounted(seen);
	const sum = counted.reduce<number>((total, each) => total + (each ?? NaN), 0);
	if (counted.length !== known.length || totals.length !== 1 || sum !== totals[0] || sum < ENOUGH) return notShown('statuses');
	return shown<'statuses'>(
		known === STATUSES || known[0] === STATUSES[0] ? 'activePendingClosed' : 'lowerCase',
		`${because}; the ${known.length} known ones together are all`,
	);
}

/** How many conversations the inbox has in which statuses were counted; several numbers where it changed in the meantime. */
function totalsOfCounted(seen: Seen): number[] {
	const all = seen.of('filterConversations', 'again').map(({ answer }) => wholeNumber(metaOf(answer.body).total) ?? NaN);
	return [...new Set(all)];
}

export function priorities({ conversations }: Seen): FactFinding {
	const words = wordsOf(conversations, 'priority');
	const empty = conversations.some(({ priority }) => priority === null || priority === undefined);
	const because = `${count(words.length, 'priority').replace('prioritys', 'priorities')} in ${count(conversations.length, 'conversation')}, ${empty ? 'some' : 'none'} without`;
	if (words.length === 0) return notShown('priorities');
	if (within(words, lower(PRIORITIES)) && !empty) return shown<'priorities'>('lowerCase', because);
	if (!within(words, PRIORITIES)) return shown<'priorities'>(null, because);
	if (empty) return shown<'priorities'>(words.includes('Normal') ? null : 'nullWhenUnset', because);
	return words.includes('Normal') ? shown<'priorities'>('highNormalLow', because) : notShown('priorities');
}

export function directionWords({ messages }: Seen): FactFinding {
	const words = wordsOf(messages, 'direction').filter((word) => word !== 'internal');
	if (words.length === 0) return notShown('directionWords');
	const because = `${count(words.length, 'word')} in ${count(messages.length, 'message')}`;
	if (within(words, ['incoming', 'outgoing'])) return shown<'directionWords'>('incoming', because);
	return shown<'directionWords'>(within(words, ['inbound', 'outbound']) ? 'inbound' : null, because);
}

/** The words of every field that has words: those that the contract knows, and how many others. */
export function wordsFound(seen: Seen): Record<string, WordsFinding> {
	const { conversations, messages } = seen;
	const teammates = [...seen.records('getCurrentUser'), ...seen.records('listUsers')];
	const records: Record<string, Json[]> = { status: conversations, priority: conversations, assignable_type: conversations, direction: messages };
	const fields = Object.keys(knownWords).map((field) => {
		const among = records[field] ?? (field === 'record_type' ? messages : teammates);
		const seenWords = wordsOf(among, field);
		const known = seenWords.filter((word) => lower(knownWords[field]!).includes(word.toLowerCase())).sort();
		const empty = among.some((record) => record[field] === null || record[field] === '');
		return [field, { known, others: seenWords.length - known.length, empty }] as const;
	});
	return Object.fromEntries(fields.filter(([, { known, others, empty }]) => known.length + others > 0 || empty));
}
