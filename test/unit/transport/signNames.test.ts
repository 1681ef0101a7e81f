import { announcesMore, fillsItsPage, mayHaveMore, saysThatIsAll } from '../../../transport/answers/signsOfMore';

/** A list of so many rows, and what stands beside it. */
const rowsOf = (count: number) => Array.from({ length: count }, (_, at) => ({ id: `m${at}` }));
const told = (beside: object, count = 1, headers = {}) => mayHaveMore([{ status: 200, headers, body: { data: rowsOf(count), ...beside } }], count);
const announced = (beside: object, path?: string) => announcesMore({ headers: {}, body: { data: rowsOf(1), ...beside } }, 1, path);
const speaking = (names: string, speaks: (name: string) => boolean) => names.split(' ').filter(speaks).join(' ');

test.each<[unknown, string]>([
	['abc', 'scrollid scroll_id pagetoken after'],
	['abc', 'hasprev has_prev prevpage previous_message olderitems laterEvents newer_page_url'],
	[true, 'timedout timed_out limitreached'],
	[false, 'finalpage at_last firstpage'],
	['many', 'total totalcount totalItems lastpage totalpages pagecount'],
	[2, 'currentpage start skip skipped'],
])('beside one row, each with the value %j, speak of more: %s', (value, names) => {
	expect(speaking(names, (name) => told({ [name]: value }))).toBe(names);
});

test.each<[unknown, string]>([
	['abc', 'hereafter afternoon landing_page_token page_token_kind as_previous previous_status'],
	[true, 'rate_limit_reached limit_reached_at'],
	[false, 'weekend send last_seen endless not_first first_name'],
	['many', 'subtotal'],
	[2, 'from_me start_hour utc_offset offset_minutes web_pages pages_seen proof offer font_size size_kb time_total discount'],
	[[{ message: 'x' }], 'past_errors errors_seen'],
])('beside one row, each with the value %j, none of these speaks of more: %s', (value, names) => {
	expect(speaking(names, (name) => told({ [name]: value }))).toBe('');
});

test('three pages are more than one, whatever the number is called', () => {
	const names = 'pages paginationpages pagination_pages lastpage last_page totalpages numpages num_pages pagecount';
	expect(speaking(names, (name) => told({ [name]: 3 }, 8))).toBe(names);
});

test('a bare "last" is a page beside the current one alone', () => {
	const names = 'current currentpage current_page';
	expect(speaking(names, (name) => told({ last: 3, [name]: 1 }))).toBe(names);
	expect(speaking('concurrent currently', (name) => told({ last: 3, [name]: 1 }))).toBe('');
});

test.each<[string, boolean]>([
	['10-12/40', true],
	['v2.1-1/4', false],
	['1-1/4 inch', false],
	['10 of 40', true],
	['5 of 100%', false],
	['5 of 100 %', false],
	...['request', 'call', 'credit', 'seat', 'licence', 'license', 'attempt', 'step', 'star', 'day'].map(
		(word) => [`1 of 9 ${word}`, false] as [string, boolean],
	),
])('"%s" beside one row speaks of more: %s', (text, expected) => {
	expect(told({ shown: text })).toBe(expected);
});

test('the number of the last page may have several digits', () => {
	expect(told({ links: { last: '/a?page=10' } })).toBe(true);
});

test.each([
	[{ pagination: '{"total":2}' }, true],
	[{ 'content-range': 'items 0-0/12 ' }, true],
	[{ 'content-range': 'items 0-0/9x' }, false],
	[{ 'content-range': 'items/9 0-0/1' }, false],
	[{ 'x-page': '2' }, true],
	[{ 'x-wp-page': '2' }, true],
	[{ 'pagination-page': '2' }, true],
	[{ 'x-result-hidden': '3' }, true],
	[{ count: '2' }, true],
	[{ 'prefix-total': '2' }, false],
	[{ 'upstream-pagination-total': '2' }, false],
	[{ subtotal: '2' }, false],
	[{ 'total-bytes': '2' }, false],
	[{ 'discontinuation-date': 'abc' }, false],
	[{ 'upstream-count': '2' }, false],
	[{ 'count-today': '2' }, false],
])('of one row, the headers %j speak of more: %s', (headers, expected) => {
	expect(told({}, 1, headers)).toBe(expected);
});

test('a number of all of them announces more under many names, one of a kind of them under none', () => {
	const all = 'paginationtotal totalmessages totalmessage total_messages entries_total totalCount';
	expect(speaking(all, (name) => announced({ [name]: 2 }))).toBe(all);
	const kinds =
		'open_count reopened_count unread_count assigned_count unassigned_count draft_count drafts_count trash_count trashed_count error_count ' +
		'warning_count attempt_count request_count call_count view_count visit_count official_total total_proof';
	expect(speaking(kinds, (name) => announced({ [name]: 9 }))).toBe('');
});

test.each([
	['/settings/tags', 'total_tags tags_total tags_count thing_count', true],
	['/settings/tags', 'total_tags_24h last_24h_tags_count tags_count_24h total_weight weight_total', false],
	['/inboxes/i1/saved-replies', 'total_savedreplies total_saved_replies', true],
	['/inboxes/i1/custom-fields', 'total_customfields total_custom_fields', true],
	['/knowledge-bases', 'total_knowledgebases total_knowledge_bases', true],
])('of what %s lists, these count all of them: %s (%s)', (path, names, expected) => {
	expect(speaking(names, (name) => announced({ [name]: 5 }, path))).toBe(expected ? names : '');
});

test('a number of a kind of them does not settle how many pages there are', () => {
	expect(announced({ page: 1, unread_count: 1 })).toBe(true);
	expect(announced({ page: 1, total: 1 })).toBe(false);
});

test('a list fills its page where it has as many rows as a size of pages says', () => {
	const fills = (name: string, count = 3, size: unknown = 3) => fillsItsPage({ headers: {}, body: { data: [], [name]: size } }, count);
	const names = 'perpage per_page itemsperpage items_per_page rowsPerPage pagesize page_size pagelimit limit limit_per_page maxresults max_results';
	expect(speaking(names, (name) => fills(name))).toBe(names);
	expect(speaking('my_limit limit_per_day page pages', (name) => fills(name))).toBe('');
	expect([fills('limit', 2), fills('limit', 4), fills('limit', 0, 0), fills('limit', 3, '3')]).toEqual([false, false, false, true]);
});

test.each([
	[{ total: 3 }, true],
	[{ count: '3' }, true],
	[{ total: 4 }, false],
	[{ total: 2 }, false],
	[{ size: 3 }, false],
	[{ next: null }, true],
	[{ next: '' }, true],
	[{ has_more: false }, true],
	[{ has_more: 'false' }, true],
	[{ next: '/2' }, false],
	[{ last_page: 1 }, true],
	[{ total_pages: 3 }, false],
	[{ is_last: true }, true],
	[{ is_last: 'true' }, true],
	[{ is_last: false }, false],
	[{ ready: true }, false],
	[{ conversation: { id: 'c1', messages_count: 3 } }, false],
	[{ quota_total: 3 }, false],
])('three rows beside %j are said to be all: %s', (beside, expected) => {
	expect(saysThatIsAll({ status: 200, headers: {}, body: { data: rowsOf(3), ...beside } }, 3)).toBe(expected);
});

/** An object in so many others. */
const nested = (levels: number, inner: object): object => (levels === 0 ? inner : { a: nested(levels - 1, inner) });

test('what is told is read six objects deep, also in texts', () => {
	expect([5, 6, 7].map((levels) => told(nested(levels, { next: '/2' })))).toEqual([true, true, false]);
	expect([5, 6].map((levels) => told(nested(levels, { a: '{"next":"/2"}' })))).toEqual([true, false]);
	expect([5, 6].map((levels) => told({ a: JSON.stringify(nested(levels, { next: '/2' })) }))).toEqual([true, false]);
});

test.each([
	[{ size: 2, count: '?' }, true],
	[{ size: 2, count: 1 }, false],
	[{ status: 'sent' }, false],
	[{ kind: 'partial' }, false],
	[{ last: 3 }, false],
	[{ current: 1, year: 2026 }, false],
	[{ page: 1, year: 2026 }, false],
	[{ errors: [], warnings: [] }, false],
	[{ links_seen: [{ rel: 'next', href: '/2' }] }, false],
	[{ links: [null, 'next', { href: '/2' }] }, false],
	[{ meta: { links: [{ label: '10', url: '/10' }] } }, true],
	[{ next: {} }, false],
	[{ total: null }, false],
	[{ links: 'see rel="next"' }, false],
	[{ self: '/a?page=3', outlast: '/a?page=3', lastly: '/a?page=3' }, false],
	[{ info: `1 of 5${'.'.repeat(294)}` }, true],
	[{ info: `1 of 5${'.'.repeat(295)}` }, false],
])('one row beside %j speaks of more: %s', (beside, expected) => {
	expect(told(beside)).toBe(expected);
});

test('eight rows of three are no pages', () => {
	expect(told({ shown: 8, of: 3 }, 8)).toBe(false);
});

test.each([
	[{ page: 1 }, true],
	[{ page: 1, next: null }, false],
	[{ page: 1, pages: 1 }, false],
	[{ page: 1, pages: '?' }, true],
	[{ year: 2026 }, false],
	[{ meta: { links: [{ label: 'step2', url: '/2' }] } }, false],
	[{ meta: { links: [{ label: '2nd', url: '/2' }] } }, false],
])('pages that one row beside %j speaks of are left open: %s', (beside, expected) => {
	expect(announced(beside)).toBe(expected);
});
