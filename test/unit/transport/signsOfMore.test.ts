import { announcesMore, mayHaveMore } from '../../../transport/answers/signsOfMore';

const rows = [{ id: 'm1', text_body: 'Hi' }];
const answer = (body: unknown, headers: Record<string, string> = {}) => ({ status: 200, headers, body });
const told = (beside: object) => mayHaveMore([answer({ data: rows, ...beside })], 1);

test.each([
	{ truncated: true },
	{ isTruncated: true },
	{ partial: 'true' },
	{ incomplete: true },
	{ remaining: 1 },
	{ hidden_messages: 1 },
	{ hiddenMessages: '2' },
	{ collapsed_count: 1 },
	{ meta: { omitted: 3 } },
	{ last: false },
	{ is_last_page: false },
	{ complete: false },
	{ first: false },
	{ isfirst: false },
	{ isFirstPage: false },
	{ atend: false },
	{ size: 2 },
	{ messages_available: 2 },
	{ total: 2 },
	{ totalElements: 2 },
	{ pages: 2 },
	{ total_pages: 2 },
	{ has_more: true },
	{ next_url: '/2' },
	{ newer_url: '/2' },
	{ older_url: '/2' },
	{ hasPrevious: true },
	{ links: { prev: 'http://x?page=1' } },
	{ _links: { next: { href: '/2' } } },
	{ links: [{ rel: 'next', href: '/2' }] },
	{ links: [{ rel: 'prev', href: '/0' }] },
	{ meta: { links: [{ label: 'Next &raquo;', url: '/2' }] } },
	{ meta: { links: [{ label: '&laquo; Previous', url: '/0' }] } },
	{
		meta: {
			links: [
				{ url: null, label: '&laquo; Previous' },
				{ url: '/a?page=1', label: '1' },
				{ url: '/a?page=2', label: '2' },
			],
		},
	},
	{ links: { first: '/a?page=1', last: '/a?page=3' } },
	{ pagination: { current: 1, last: 3 } },
	{ continuationToken: 'abc' },
	{ scroll_id: 'abc' },
	{ bookmark: 'abc' },
	{ after: 'abc' },
	{ found: 2 },
	{ hits_total: 2 },
	{ done: false },
	{ exhausted: false },
	{ finished: false },
	{ limit_reached: true },
	{ conversation: { id: 'c1', messages_count: 2 } },
	{ shown: 1, of: 2 },
	{ from: 2 },
	{ page_token: 'abc' },
	{ links: '</2>; rel="next"' },
	{ errors: [{ message: 'notes could not be loaded' }] },
	{ warnings: ['result truncated'] },
	{ meta: { from: 2 } },
	{ page: 2 },
	{ offset: 1 },
	{ skip: 1 },
	{ status: 'partial' },
	{ timed_out: true },
	{ links: [{ rel: 'next', uri: '/2' }] },
	{ meta: { total: '1,002' } },
	{ meta: { range: '1-1/4' } },
	{ meta: { range: ' Items 1 – 1 / 4 ' } },
	{ meta: '{"last_page":2}' },
	{ pagination: '{"page":1,"pages":3}' },
	{ links: '{"next":"/2"}' },
	{ message: 'Showing 1 to 1 of 5 results' },
	{ meta: { info: '1-1 of 5' } },
	{ notice: 'Showing 1 of 1,002.' },
	{ info: 'Page 1 of 3' },
	{ message: 'Showing 4 to 4 of 4 results' },
	{ '@odata.count': 2 },
	{ $count: 2 },
	{ tags_count: 2 },
	{ meta: { page: { of: 3 } } },
	{ page: 1, of: 3 },
	{ marker: 'abc' },
	{ next_marker: 'abc' },
])('%j beside one message speaks of more', (beside) => {
	expect(told(beside)).toBe(true);
});

test.each([
	{},
	{ truncated: false, partial: false, remaining: 0, hidden_messages: 0, collapsed_count: 0, incomplete: false },
	{ last: true, first: true, size: 20, number: 0, number_of_elements: 1, total_elements: 1, total_pages: 1 },
	{ complete: true, size: 1, total: 1, count: '1', has_more: 'false' },
	{ newer_url: null, older_url: null, has_previous: false, links: { first: 'http://x', last: 'http://x', prev: null, next: null } },
	{
		meta: {
			links: [
				{ label: '&laquo; Previous', url: null },
				{ label: '1', url: '/1' },
				{ label: 'Next &raquo;', url: null },
			],
			per_page: 20,
			last_page: 1,
		},
	},
	{ links: [{ rel: 'self', href: '/1' }] },
	{ pagination: { current: 1, last: 1 }, links: { first: '/a?page=1', last: '/a?page=1' }, last: 'm1', after: null, found: 1, done: true },
	{ items_per_page: 20, limit: 50, max_results: 100, account_id: 4711 },
	{ message: 'Showing 1 to 1 of 1 results', info: '1 of 1', notice: 'Page 1 of 1', marker: null, '@odata.count': 1 },
	{ message: 'Used 1 of 300 requests', note: 'since 1 of November 2026', meta: { page: { of: 1 } } },
	{ conversation: { id: 'c1', subject: 'Parcel 1 of 3', excerpt: 'Showing 1 to 2 of 5 results' } },
	{ rate_limit: { limit: 300, remaining: 299, total: 300 }, remaining_requests_limit: 12, total_time: 35 },
	{ conversation: { id: 'c1', messages_count: 1, previous_status: 'Active', has_previous: true, is_hidden: true, remaining: 4, last: false } },
])('%j beside one message does not', (beside) => {
	expect(told(beside)).toBe(false);
});

test.each([
	[{ 'content-range': 'items 0-0/2' }, true],
	[{ 'content-range': 'items 0-0/1' }, false],
	[{ 'content-range': 'items 0-0/*' }, true],
	[{ 'x-total-pages': '2' }, true],
	[{ 'x-pagination': '{"total":2,"page":1,"pages":2}' }, true],
	[{ 'x-pagination': '{"total":1,"page":1,"pages":1}' }, false],
	[{ 'x-pagination': '{"total":' }, false],
	[{ 'x-pagination-page-count': '3' }, true],
	[{ 'x-pagination-total-count': '2' }, true],
	[{ 'total-count': '2' }, true],
	[{ 'page-count': '2' }, true],
	[{ 'x-count': '2' }, true],
	[{ 'next-cursor': 'abc' }, true],
	[{ 'x-continuation-token': 'abc' }, true],
	[{ 'x-ms-continuation': 'abc' }, true],
	[{ link: '</a?page=9>; rel="last"' }, true],
	[{ link: '</a?page=1>; rel="first", </a?page=1>; rel="last"' }, false],
	[{ 'x-total-pages': '1', 'x-page': '1', 'x-per-page': '20', 'x-next-page': '', 'x-total': '1' }, false],
	[{ 'x-total-count': '2' }, true],
	[{ 'x-wp-total': '2', 'x-wp-totalpages': '1' }, true],
	[{ 'x-wp-total': '1', 'x-wp-totalpages': '2' }, true],
	[{ 'x-wp-total': '1', 'x-wp-totalpages': '1' }, false],
	[{ 'pagination-count': '2' }, true],
	[{ 'pagination-total': '2' }, true],
	[{ 'pagination-page-count': '2' }, true],
	[{ 'pagination-count': '1', 'pagination-page': '1', 'pagination-limit': '20', 'pagination-page-count': '1' }, false],
	[{ total: '2' }, true],
	[{ total: '1' }, false],
	[{ 'x-has-more': 'true' }, true],
	[{ 'x-has-more': 'false' }, false],
	[{ link: '</2>; rel="next"' }, true],
	[{ link: 'rel="next"' }, true],
	[{ link: '<>; rel=next' }, true],
	[{ link: '</0>; rel=prev' }, true],
	[{ link: '</1>; rel="first", </9>; rel="last"' }, false],
	[{ 'x-ratelimit-limit': '300', 'x-ratelimit-remaining': '299', 'x-envoy-attempt-count': '3', 'content-length': '999' }, false],
])('of one message, the headers %j: %s', (headers, expected) => {
	expect(mayHaveMore([answer(rows, headers as Record<string, string>)], 1)).toBe(expected);
});

describe('of pages that were read to their end', () => {
	const page = (beside: object, headers = {}) => answer({ data: rows, ...beside }, headers);

	test('the links between them, and as many pages as there are, speak of nothing more', () => {
		const links = [
			{ links: { prev: null, next: '/2' }, older_url: '/2', newer_url: null, first: true, last: false },
			{ links: { prev: '/1', next: null }, older_url: null, newer_url: '/1', first: false, last: true },
		];
		const headers = { 'x-total-pages': '2' };
		expect(
			mayHaveMore(
				links.map((each) => page({ ...each, total_pages: 2, total: 2 }, headers)),
				2,
			),
		).toBe(false);
		expect(
			mayHaveMore(
				links.map((each) => page({ ...each, total_pages: 3 })),
				2,
			),
		).toBe(true);
		expect(
			mayHaveMore(
				links.map((each) => page({ ...each, total: 3 })),
				2,
			),
		).toBe(true);
	});

	test('what every page has leads elsewhere', () => {
		expect(mayHaveMore([page({ older_url: '/0' }), page({ older_url: '/0' })], 2)).toBe(true);
		expect(mayHaveMore([page({ links: { prev: '/0', next: '/2' } }), page({ links: { prev: '/1', next: null } })], 2)).toBe(true);
	});
});

it('an answer that is a part (206) speaks of more', () => {
	expect(mayHaveMore([{ ...answer(rows), status: 206 }], 1)).toBe(true);
});

test.each([
	[{ meta: { links: [{ url: '/a?page=2', label: '2' }] } }, true],
	[{ hidden_count: 1 }, true],
	[{ hits_total: 2 }, true],
	[{ total: 'many' }, true],
	[{ total: { value: 9, relation: 'eq' } }, true],
	[{ meta: { id: 'request1', next_cursor: 'abc' } }, true],
	[{ meta: { id: 'request1', total: 9 } }, true],
	[{ data: { messages: { data: rows, meta: { pagination: { next: '/2' } } } } }, true],
	[{ message: 'Showing 1 to 1 of 5 results' }, true],
	[{ message: 'Showing 1 to 1 of 1 results' }, false],
	[{ meta: { notice: '1 of 5' } }, true],
	[{ message: '1 of 5 steps done' }, false],
	[{ conversation: { id: 'c1', subject: 'Parcel 1 of 3' } }, false],
	[{ '@odata.count': 5 }, true],
	[{ '@odata.count': 1 }, false],
	[{ meta: { page: { number: 1, of: 2 } } }, true],
	[{ meta: { page: { number: 1, of: 1 } } }, false],
	[{ marker: 'abc' }, true],
	[{ marker: '' }, false],
	[{ tags_count: 5 }, true],
	[{ tags_count: 1 }, false],
	[{ entity_count: 5 }, true],
	[{ unread_count: 9 }, false],
	[{ meta: { unread_conversations_count: 9, spam_count: 9, retry_count: 3, view_count: 9 } }, false],
	[{ conversation: { id: 'c1', messages_count: 2 } }, false],
])('a list of one beside %j announces more: %s', (beside, expected) => {
	expect(announcesMore({ headers: {}, body: { data: rows, ...beside } }, 1)).toBe(expected);
});

test.each([
	['/settings/tags', { tags_count: 5 }, true],
	['/settings/tags', { total_tags: 5 }, true],
	['/settings/tags', { conversations_count: 90, total_conversations: 90 }, false],
	['/inboxes', { conversations_count: 90, users_count: 4 }, false],
	['/inboxes/i1/tags', { inboxes_count: 4 }, false],
	['/inboxes/i1/saved-replies', { saved_replies_count: 4 }, true],
	['/contacts/c1/conversations', { tickets_count: 4 }, true],
	['/settings/users', { teammates_count: 4 }, true],
	['/x', { conversations_count: 90 }, true],
])('a list of one that was asked for under %s beside %j announces more: %s', (path, beside, expected) => {
	expect(announcesMore({ headers: {}, body: { data: rows, ...beside } }, 1, path)).toBe(expected);
});

test.each([
	[{ meta: { page: { of: 3 } } }, true],
	[{ page: 1, of: 3 }, true],
	[{ info: 'Page 1 of 3' }, true],
	[{ info: 'Page 1 of 1' }, false],
	[{ message: 'Showing 1-8 of 8' }, false],
])('a list of eight beside %j announces more: %s', (beside, expected) => {
	expect(announcesMore({ headers: {}, body: { data: Array(8).fill(rows[0]), ...beside } }, 8)).toBe(expected);
});
