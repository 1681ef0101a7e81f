import type { Answer } from '../request';
import { isObject, wholeNumber } from './shape';

/** Deep enough for {data: {messages: {meta: {pagination: {links: {}}}}}}. */
const DEEPEST = 6;

/** A name and its value beside a list; `ofRecord` where it stands within a record, which has fields of its own. */
interface Fact {
	name: string;
	value: unknown;
	ofRecord: boolean;
}

/** Something that comes after what is there. */
const NEXT = /next|more|cursor|incomplete|continuation|scroll_?id|bookmark|^(after|marker)$|^page_?token$|^limit_?reached$/i;
/** Something that stands before or behind what is there: which of them, depends on the order. */
const BESIDE = /^(has_?)?(prev|previous|older|newer|earlier|later)(_?(page|url|uri|link|href|token|messages?|items|events|results))*$/i;
/** A yes, or a number of what is not there. */
const LEFT_OUT = /(^|_)(truncated|partial|remaining|hidden|collapsed|omitted|withheld|left_out|not_shown|timed_?out|loading)(_|$)/i;
/** Beside what came: something did not. */
const TROUBLE = /^(errors|warnings)$/i;
/** A no says that it goes on. */
const END = /^((is|at)_?)?(last|final|complete|end|whole|done|finished|exhausted)(_?page)?$/i;
/** A number above the first says that it did not begin here; of what is passed over, any. */
const FROM = /^(from|page|current_?page|start)$/i;
const PASSED_OVER = /^(offset|skip(ped)?)$/i;
/** A no says that it did not begin here. */
const BEGINNING = /^(is_?)?first(_?page)?$/i;
const PAGES = /^(pagination_?)?(last_?page|(total_?|num_?)?pages|page_?count)$/i;
/** Beside it a bare `last` is the last page. */
const CURRENT = /^current(_?page)?$/i;
/** Where a page begins, or how it is asked for. */
const OF_PAGES = /page|offset/i;
const COUNTED = /(?<!ac|dis)count|total|^(found|of)$/i;
/** A number of all of them, and not of a kind such as the unread ones. */
const COUNTS_ALL =
	/^of$|^(pagination_?)?(total|count|hits|found)?_?((message|item|result|record|event|row|element)s?|entry|entries)?_?(total|count)?$/i;
/** A number of something, of which a name says what. */
const COUNT_OF = /^(?:total|num|number_of)_([a-z_]+)$|^([a-z_]+)_(?:total|count)$/i;
/** Numbers of a kind of them, or of what happened. */
const OF_A_KIND =
	/(^|_)(un|re)?(read|seen|new|open(ed)?|active|pending|closed|spam|snoozed|mine|my|(un)?assigned|drafts?|scheduled|deleted|trash(ed)?|archived|starred|failed|errors?|warnings?|retry|retries|attempts?|requests?|calls?|views?|visits?|online|selected|today|uses|time|days|minutes|seconds|amount|bytes)(_|$)/i;
/** What the API has lists of, each under its names. */
const RECORDS = [
	/saved_?repl|canned/i,
	/conversation|ticket/i,
	/contact|customer/i,
	/inbox|mailbox/i,
	/tag/i,
	/user|teammate|agent|member/i,
	/automation|rule/i,
	/message|note|repl|event/i,
	/custom_?field/i,
	/knowledge_?base|article/i,
];
/** What only a list has, wherever it stands: also beside an `id`, as of a request. */
const OF_LIST = /^(total(_?(count|items|results|records))?|last_?page|total_?pages|page_?count)$/i;
/** Numbers of them, where they are not what a page may hold. */
const MEMBERS = /length|available|messages|items|results|records|events|entries|rows|elements/i;
const MOST = /page|limit|max/i;
/** How many rows a page has at the most. */
const PAGE_SIZE = /^((items|results|records|rows|messages|count|limit)_?)?(per_?page|page_?size|page_?limit|limit|max_?results)$/i;
/** What a list holds, or what a page may hold, where it is not counted. */
const SIZE = /^size$/i;

/** Headers that tell of pages, as other services send them. */
const PAGE_HEADER =
	/^x-(wp-)?(total|next|prev|has|more|page|pagination|result|item|message|truncated|remaining)|^pagination(-|$)|^total$|^(x-)?(ms-)?(continuation|cursor|(next|prev)-(cursor|page)|total-(count|pages))|^(x-)?(page-count|per-page|count)$/;
/** The number of a page in an address. */
const PAGE_OF = /[?&]page(?:\[number\]|%5Bnumber%5D)?=(\d+)/i;
/** From, to and how many there are. */
const RANGE = /^\s*(?:[a-z]+ )?\d{1,9} ?[-–] ?\d{1,9} ?(?:\/|of) ?(\d{1,9})\s*$/i;
/** The same in a sentence for people, such as "Showing 1 to 2 of 5 results" or "page 1 of 3". */
const IN_WORDS = /\b(page )?\d{1,9} (?:out )?of (?:(?:about|all|the|over) )?(\d{1,9})\b(?! ?%)/i;
/** Counted in words, and no records. */
const NO_RECORDS = /\b(requests?|calls?|quota|credits?|seats?|licen[cs]es?|attempts?|tries|steps?|stars?|days?|minutes|seconds)\b/i;
/** A sentence about a list is no longer. */
const MAX_WORDS = 300;
/** Numbers of what is still allowed, and of time. */
const ALLOWANCE = /limit|quota|throttl|(^|_)(time|ms|seconds|duration)(_|$)/i;

/**
 * Whether the answers of one reading leave open that there is more than the rows that came: a way on from the last, a way that
 * every one has (it leads elsewhere than among them), a word that something is left out, or a number above what came. What a
 * record beside the rows counts is taken for them too, so this is for readers who would rather not know than be wrong.
 */
export function mayHaveMore(answers: Answer[], count: number): boolean {
	return speaksOfMore(answers.map(factsOf), count);
}

/**
 * Whether an answer that holds a list says that there is more, or speaks of pages and leaves open how many there are. What a
 * record beside the list counts is its own, and a number of a kind of them, or of other records, says nothing of all.
 *
 * @param path what was asked for, which says what the list is of
 */
export function announcesMore(answer: Pick<Answer, 'body' | 'headers'>, count: number, path = ''): boolean {
	const isOfAll = (name: string) =>
		!COUNTED.test(name) || [PAGES, COUNTS_ALL, LEFT_OUT].some((each) => each.test(name)) || countsListAt(path, name);
	const isOfList = ({ name, ofRecord }: Fact) => [NEXT, OF_LIST, OF_PAGES].some((each) => each.test(name)) || (!ofRecord && isOfAll(name));
	return speaksOfMore([factsOf(answer).filter(isOfList)], count) || leavesOpen(factsIn(answer.body).filter(isOfList));
}

/** Whether a name that counts something may count what a list at this path holds: no kind of it, and no other records. */
function countsListAt(path: string, name: string): boolean {
	const [, before, behind] = COUNT_OF.exec(name) ?? [];
	const what = before ?? behind;
	if (what === undefined || OF_A_KIND.test(what)) return false;
	const recordsIn = (text: string) => RECORDS.find((each) => each.test(text));
	const [asked] = path
		.replaceAll('-', '_')
		.split('/')
		.reverse()
		.flatMap((name) => recordsIn(name) ?? []);
	const counted = recordsIn(what);
	return counted === undefined || asked === undefined ? behind !== undefined && name.endsWith('_count') : counted === asked;
}

/** Whether an answer names a size of its pages, and has so many rows. */
export function fillsItsPage(answer: Pick<Answer, 'body' | 'headers'>, count: number): boolean {
	return count > 0 && factsOf(answer).some(({ name, value }) => PAGE_SIZE.test(name) && wholeNumber(value) === count);
}

/** Whether an answer says by a number, by its pages or by nothing that comes next that the rows which came are all. */
export function saysThatIsAll(answer: Answer, count: number): boolean {
	return factsOf(answer).some(({ name, value, ofRecord }) => {
		if (ofRecord || ALLOWANCE.test(name)) return false;
		if (NEXT.test(name)) return !value || isNo(value);
		if (PAGES.test(name)) return wholeNumber(value) === 1;
		return (COUNTED.test(name) && wholeNumber(value) === count) || (END.test(name) && isYes(value));
	});
}

function speaksOfMore(told: Fact[][], count: number): boolean {
	const leadsAside = ({ name, value }: Fact) => (BESIDE.test(name) && Boolean(value)) || (BEGINNING.test(name) && isNo(value));
	const beginsLater = ({ name, value, ofRecord }: Fact) =>
		!ofRecord && (wholeNumber(value) ?? 0) > (PASSED_OVER.test(name) ? 0 : FROM.test(name) ? 1 : Infinity);
	return (
		(told[0] ?? []).some(beginsLater) ||
		(told.at(-1) ?? []).some((fact, _, all) => goesOn(fact) || isAbove(fact, count, told.length, all) || isNoNumber(fact)) ||
		(told[0] ?? []).some(
			(fact) =>
				!fact.ofRecord &&
				leadsAside(fact) &&
				told.every((each) => each.some(({ name, value }) => name === fact.name && leadsAside({ ...fact, value }))),
		)
	);
}

/** A total that cannot be read, such as "1,002". */
function isNoNumber({ name, value }: Fact): boolean {
	return OF_LIST.test(name) && wholeNumber(value) === undefined;
}

/** Pages are spoken of, and neither what comes next nor a number of them. */
function leavesOpen(facts: Fact[]): boolean {
	const isSettled = ({ name, value }: Fact) => NEXT.test(name) || ((PAGES.test(name) || COUNTED.test(name)) && wholeNumber(value) !== undefined);
	return facts.some(({ name }) => OF_PAGES.test(name)) && !facts.some(isSettled);
}

function goesOn({ name, value, ofRecord }: Fact): boolean {
	if (NEXT.test(name) || (name === 'status' && value === 'partial')) return Boolean(value) && !isNo(value);
	if (ofRecord || ALLOWANCE.test(name)) return false;
	return (LEFT_OUT.test(name) && (isYes(value) || (wholeNumber(value) ?? 0) > 0)) || (END.test(name) && isNo(value));
}

function isAbove({ name, value, ofRecord }: Fact, count: number, pages: number, all: Fact[]): boolean {
	const number = wholeNumber(value) ?? 0;
	if (ALLOWANCE.test(name)) return false;
	if (PAGES.test(name) || (name === 'last' && all.some((fact) => CURRENT.test(fact.name)))) return number > pages;
	if (COUNTED.test(name)) return number > count;
	if (ofRecord || number <= count) return false;
	if (SIZE.test(name)) return !all.some((fact) => COUNTED.test(fact.name) && wholeNumber(fact.value) !== undefined);
	return MEMBERS.test(name) && !MOST.test(name);
}

const isYes = (value: unknown) => value === true || value === 'true';
const isNo = (value: unknown) => value === false || value === 'false';

function factsOf({ status, headers, body }: Pick<Answer, 'body' | 'headers'> & Partial<Answer>): Fact[] {
	return [fact('partial', status === 206), ...headerFacts(headers), ...factsIn(body)];
}

/** The links of an answer's headers by their relations, what its Content-Range counts ("*" is no number), and what is told of pages. */
function headerFacts(headers: Answer['headers']): Fact[] {
	const { link = '', 'content-range': range = '' } = headers;
	const links = [...link.matchAll(/(?:<([^<>]*)>[^<]*?)?rel="?([\w-]+)/gi)].flatMap(([, address, relation]) => [
		fact(relation!, true),
		...pagesIn(relation!, address),
	]);
	const ranges = [...range.matchAll(/\/(\d+|\*)\s*$/g)].map(([, total]) => fact('total', total));
	const told = Object.entries(headers).flatMap(([name, value = '']) => {
		if (!PAGE_HEADER.test(name)) return [];
		return value.startsWith('{')
			? factsIn(objectIn(value))
			: [fact(name.replace(/^(x-)?(ms-|wp-)?(pagination-)?/, '').replace(/-/g, '_'), value)];
	});
	return [...links, ...ranges, ...told];
}

const fact = (name: string, value: unknown): Fact => ({ name, value, ofRecord: false });

function objectIn(json: string): unknown {
	try {
		return JSON.parse(json);
	} catch {
		return undefined;
	}
}

/** Names and values, also of objects within and of lists of links; what is null says nothing, except of what comes next. */
function factsIn(part: unknown, depth = 0, within = ''): Fact[] {
	if (!isObject(part)) return [];
	const ofRecord = 'id' in part;
	const isPage = within === 'page' || wholeNumber(part.page) !== undefined;
	return Object.entries(part).flatMap(([key, value]): Fact[] => {
		const plain = key.replace(/^(@odata\.|[@$])/, '').replace(/([a-z])([A-Z])/g, '$1_$2');
		const name = isPage && plain === 'of' ? 'pages' : plain;
		if (Array.isArray(value) && TROUBLE.test(name) && !ofRecord) return [fact('partial', value.length > 0)];
		if (Array.isArray(value)) return /links$/i.test(name) ? value.flatMap(linkFact) : [];
		if (isObject(value)) {
			if (depth === DEEPEST || ALLOWANCE.test(name)) return [];
			return [
				{ name, value: Object.keys(value).length > 0, ofRecord },
				...factsIn(value, depth + 1, name).map((fact) => ({ ...fact, ofRecord: ofRecord || fact.ofRecord })),
			];
		}
		const told = typeof value === 'string' ? [...factsInText(value, depth), ...(ofRecord ? [] : factsInWords(value))] : [];
		return value === null && !/next/i.test(name) ? [] : [{ name, value, ofRecord }, ...pagesIn(name, value), ...told];
	});
}

/** What is told in a text: an object that was turned into one, and a range such as "1-3/4". */
function factsInText(text: string, depth: number): Fact[] {
	if (text.startsWith('{') && depth < DEEPEST) return factsIn(objectIn(text), depth + 1);
	if (text.startsWith('<') && /rel=/i.test(text)) return headerFacts({ link: text });
	const [, total] = RANGE.exec(text) ?? [];
	return total === undefined ? [] : [fact('total', total)];
}

/** How many there are, in a sentence for people. */
function factsInWords(text: string): Fact[] {
	if (text.length > MAX_WORDS || NO_RECORDS.test(text)) return [];
	const [, page, total] = IN_WORDS.exec(text.replace(/(?<=\d)[,.'’\u00a0\u202f](?=\d{3}(?!\d))/g, '')) ?? [];
	return total === undefined ? [] : [fact(page === undefined ? 'total' : 'pages', total)];
}

/** A link in a list: its relation, or what a person reads, and where it leads. */
function linkFact(link: unknown): Fact[] {
	if (!isObject(link)) return [];
	const { rel, label, uri, href = uri, url = href } = link;
	const name = [rel, label].find((each) => typeof each === 'string');
	if (name === undefined) return [];
	const shown = String(name).replace(/&\w+;|[^\w]/g, '');
	return [fact(shown, url), ...(/^\d+$/.test(shown) ? [fact('pages', shown)] : pagesIn(shown, url))];
}

/** How many pages the address of the last one shows that there are. */
function pagesIn(name: string, address: unknown): Fact[] {
	const page = /^last$/i.test(name) && typeof address === 'string' ? PAGE_OF.exec(address)?.[1] : undefined;
	return page === undefined ? [] : [fact('pages', page)];
}
